"use client";
// One problem in the list: what is wrong, how often and where. Expanded, it shows the explanation.
import { type KeyboardEvent, memo } from "react";
import type { ProblemEvidence } from "../../lib/lint/problems.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { DetailText } from "./detail-text.tsx";
import { EvidenceChips } from "./evidence-chips.tsx";
import { ExplanationView } from "./explanation-view.tsx";
import { MuteMenu, useMuteDescription } from "./mute-menu.tsx";
import { isSameProblemRow, type ProblemRow } from "./problem-rows.ts";
import { formatHeading, SEVERITY_META } from "./severity-meta.ts";

/** Actions of a row. The object stays the same while the panel is open. */
export interface ProblemRowActions {
  readonly go: (rule: string, evidence: ProblemEvidence) => void;
  readonly explain: (rule: string) => void;
  readonly toggle: (rule: string) => void;
  readonly focused: (rule: string) => void;
  readonly muted: (rule: string) => void;
}

interface ProblemItemProps {
  line: ProblemRow;
  /** Holds the tab stops of the list. */
  active: boolean;
  open: boolean;
  actions: ProblemRowActions;
}

export const ProblemItem = memo(
  function ProblemItem({ line, active, open, actions }: ProblemItemProps) {
    const { rule, detail, count, later, evidence } = line;
    const { hue, icon, label } = SEVERITY_META[rule.severity];
    const [first] = evidence;
    const tabIndex = active ? 0 : -1;
    const mutedWhere = useMuteDescription(rule.id);
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if ((key === "ArrowRight" && !open) || (key === "ArrowLeft" && open)) {
        actions.toggle(rule.id);
      }
    };
    return (
      <li
        className="problem"
        data-hue={hue}
        data-future={count === 0 || undefined}
        data-muted={mutedWhere !== "" || undefined}
        onFocus={() => actions.focused(rule.id)}
      >
        <button
          type="button"
          className="problem-twist"
          tabIndex={tabIndex}
          aria-label={`${open ? "Hide" : "Show"} details of ${rule.id}`}
          aria-expanded={open}
          onClick={() => actions.toggle(rule.id)}
        >
          <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
        </button>
        <button
          type="button"
          className="problem-main"
          data-problem={rule.id}
          tabIndex={tabIndex}
          onClick={() => first && actions.go(rule.id, first)}
          onKeyDown={onKeyDown}
        >
          <Icon name={icon} size={14} />
          <span className="problem-word">{label}</span>
          <span className="problem-text">
            <b>{formatHeading(rule.title)}</b>{" "}
            {detail !== null && (
              <span className="problem-detail">
                <DetailText detail={detail} />; {rule.spec}.
              </span>
            )}{" "}
            <span>{rule.message}</span>
          </span>
          <span className="problem-count">
            {count > 0 && (
              <>
                <span aria-hidden="true">×</span>
                {formatCount(count)}
                <span className="sr-only"> times</span>
              </>
            )}
            {later > 0 && <i>{formatCount(later)} later</i>}
          </span>
        </button>
        <span className="problem-links">
          <EvidenceChips
            evidence={evidence}
            tabIndex={tabIndex}
            onGo={(one) => actions.go(rule.id, one)}
          />
          <button
            type="button"
            className="problem-rule mono"
            tabIndex={tabIndex}
            aria-label={`Open rule ${rule.id}`}
            onClick={() => actions.explain(rule.id)}
          >
            {rule.id}
          </button>
          {mutedWhere !== "" && <span className="problem-muted">{mutedWhere}</span>}
          <MuteMenu rule={rule.id} tabIndex={tabIndex} onMuted={() => actions.muted(rule.id)} />
        </span>
        {open && (
          <div className="problem-more">
            <ExplanationView rule={rule.id} spec={rule.spec} />
          </div>
        )}
      </li>
    );
  },
  (before, now) =>
    before.active === now.active &&
    before.open === now.open &&
    before.actions === now.actions &&
    isSameProblemRow(before.line, now.line),
);
