"use client";
// One problem in the list: what is wrong, how often and where. Expanded, it shows the explanation.

import { type KeyboardEvent, memo } from "react";
import type { ProblemEvidence } from "../../lib/lint/problems.ts";
import { type EventFormatter, useEventFormatter } from "../labels/use-event-formatter.ts";
import { useRun } from "../session.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { CHIP } from "../ui/shared-classes.ts";
import { DetailText, ExplanationView } from "./explanation-view.tsx";
import { MuteMenu, useMuteDescription } from "./mute-menu.tsx";
import { isSameProblemRow, type ProblemRow } from "./problem-rows.ts";
import { formatHeading, PHASE_LABELS, SEVERITY_META } from "./severity-meta.ts";

/** Actions of a row. The object stays the same while the panel is open. */
export interface ProblemRowActions {
  readonly go: (rule: string, evidence: ProblemEvidence) => void;
  readonly explain: (rule: string) => void;
  readonly toggle: (rule: string) => void;
  readonly focused: (rule: string) => void;
  readonly muted: (rule: string) => void;
}

const ROW =
  "grid min-h-8 grid-cols-[20px_minmax(0,1fr)_auto] items-center border-b border-line-1 pr-3 pl-2 text-12 hover:bg-bg-2 max-[1121px]:grid-cols-[20px_minmax(0,1fr)]";
const MAIN =
  "flex min-h-8 min-w-0 items-center gap-2 py-1 pr-2 text-left focus-visible:-outline-offset-2 pointer-coarse:min-h-11 max-phone:items-start max-phone:pt-2 max-phone:pr-0";
const LINKS =
  "flex items-center gap-1.5 max-[1121px]:col-start-2 max-[1121px]:flex-wrap max-[1121px]:pb-1.5 max-[1121px]:pl-5.5 max-[1121px]:*:last:ml-auto";

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
    // Muted problems, and those after the playhead, have no color.
    const isQuiet = count === 0 || mutedWhere !== "";
    const color = isQuiet ? "text-fg-3" : "text-hue";
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if ((key === "ArrowRight" && !open) || (key === "ArrowLeft" && open)) {
        actions.toggle(rule.id);
      }
    };
    return (
      <li
        className={ROW}
        data-hue={hue}
        data-future={count === 0 || undefined}
        onFocus={() => actions.focused(rule.id)}
      >
        <button
          type="button"
          className="grid h-8 place-items-center self-start text-fg-3 max-phone:h-9"
          tabIndex={tabIndex}
          aria-label={`${open ? "Hide" : "Show"} details of ${rule.id}`}
          aria-expanded={open}
          onClick={() => actions.toggle(rule.id)}
        >
          <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
        </button>
        <button
          type="button"
          className={MAIN}
          data-problem={rule.id}
          tabIndex={tabIndex}
          onClick={() => first && actions.go(rule.id, first)}
          onKeyDown={onKeyDown}
        >
          <Icon name={icon} size={14} className={color} />
          <span className={cx("w-13 flex-none max-[1121px]:hidden", color)}>{label}</span>
          <span
            className={cx(
              "min-w-0 flex-1",
              !open && "phone:truncate",
              isQuiet ? "text-fg-3" : "text-fg-2",
            )}
          >
            <b className={cx("mr-1.5 font-medium", !isQuiet && "text-fg-1")}>
              {formatHeading(rule.title)}
            </b>{" "}
            <span className="mr-1.5 text-fg-1">{rule.message}</span>{" "}
            {detail !== null && (
              <span>
                <DetailText detail={detail} />; {rule.spec}.
              </span>
            )}
          </span>
          <span className="flex-none text-fg-2">
            {count > 0 && (
              <>
                <span aria-hidden="true">×</span>
                {formatCount(count)}
                <span className="sr-only"> times</span>
              </>
            )}
            {later > 0 && <span className="pl-1.5 text-fg-3">{formatCount(later)} later</span>}
          </span>
        </button>
        <span className={LINKS}>
          <EvidenceChips
            evidence={evidence}
            tabIndex={tabIndex}
            onGo={(one) => actions.go(rule.id, one)}
          />
          <button
            type="button"
            className="mono w-37.5 truncate py-0.5 text-left text-11 text-fg-3 hover:text-accent hover:underline max-[1121px]:w-auto"
            tabIndex={tabIndex}
            aria-label={`Open rule ${rule.id}`}
            onClick={() => actions.explain(rule.id)}
          >
            {rule.id}
          </button>
          {mutedWhere !== "" && <span className="text-11/4.5 text-fg-3">{mutedWhere}</span>}
          <MuteMenu rule={rule.id} tabIndex={tabIndex} onMuted={() => actions.muted(rule.id)} />
        </span>
        {open && (
          <div className="col-[2/-1] pt-0.5 pb-2.5 pl-20.5 max-[1121px]:pl-5.5">
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

interface EvidenceChipsProps {
  evidence: readonly ProblemEvidence[];
  tabIndex?: number;
  onGo: (evidence: ProblemEvidence) => void;
}

function EvidenceChips({ evidence, tabIndex, onGo }: EvidenceChipsProps) {
  const timeline = useRun((run) => run.timeline);
  const where = useEventFormatter(timeline);
  return evidence.map((one, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: at most a first and a last item
      key={index}
      type="button"
      className={cx(CHIP, "max-w-full flex-none")}
      tabIndex={tabIndex}
      title={formatEvidenceTime(one, where)}
      onClick={() => onGo(one)}
    >
      {evidence.length > 1 && (index === 0 ? "first " : "last ")}
      {formatEvidenceLocation(one, where)}
    </button>
  ));
}

function formatEvidenceTime({ event, phase }: ProblemEvidence, where: EventFormatter): string {
  return phase === undefined && event >= 0 ? where.timeOf(event) : "";
}

function formatEvidenceLocation({ event, phase }: ProblemEvidence, where: EventFormatter): string {
  if (phase !== undefined) return PHASE_LABELS[phase];
  return `#${formatCount(where.number(event))}`;
}
