"use client";
// Dialog with the list of all rules and the page of the selected rule.

import { useEffect, useRef } from "react";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { EXAMPLE_VERSIONS } from "../../lib/lint/examples/message-factory.ts";
import type { Rule } from "../../lib/lint/rules/rule.ts";
import { ALL_RULES } from "../../lib/session/view.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { getExchangeVersion } from "../../lib/timeline/timeline-queries.ts";
import { ExplanationView } from "../problems/explanation-view.tsx";
import { MuteMenu, useMuteDescription } from "../problems/mute-menu.tsx";
import { formatHeading, SEVERITY_META } from "../problems/severity-meta.ts";
import { useRun, useSession, useView } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { RuleExample } from "./rule-example.tsx";
import { RuleList } from "./rule-list.tsx";

export default function RulesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { view } = useSession();
  const openRule = useView((state) => state.openRule);
  const close = () => {
    view.setState({ openRule: null });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Rules"
      width="large"
      className="max-phone:max-h-[calc(100dvh-16px)]"
    >
      <RulesBody
        shown={openRule ?? ALL_RULES}
        onChoose={(rule) => view.setState({ openRule: rule })}
      />
    </Dialog>
  );
}

function focusPane(panes: HTMLElement | null): void {
  const index = panes?.querySelector<HTMLElement>("[data-part=rules]");
  if (!panes || !index) return;
  const isVisible = index.offsetParent !== null;
  if (isVisible && index.contains(document.activeElement)) return;
  const first = "button[aria-current], ul button[tabindex='0']";
  panes.querySelector<HTMLElement>(isVisible ? first : "h3")?.focus();
}

/** Fills the dialog to its edges. */
const PANES =
  "-mx-4 -mb-4 grid h-[min(776px,calc(100vh-108px))] grid-cols-[300px_minmax(0,1fr)] grid-rows-1 border-t border-line-2 max-phone:h-[calc(100dvh-60px)] max-phone:grid-cols-1";

interface RulesBodyProps {
  shown: string;
  onChoose: (rule: string) => void;
}

function RulesBody({ shown, onChoose }: RulesBodyProps) {
  const rule = RULES_BY_ID.get(shown);
  const panes = useRef<HTMLDivElement>(null);
  // On a narrow screen the list and the page replace each other, so the focus must move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the shown rule changes
  useEffect(() => focusPane(panes.current), [shown]);
  return (
    <div ref={panes} className={PANES}>
      <RuleList shown={shown} onChoose={onChoose} />
      <div
        className={cx(
          "min-h-0 min-w-0 overflow-auto px-5 pt-4 pb-6 max-phone:px-3 max-phone:pt-2.5 max-phone:pb-5",
          shown === ALL_RULES && "max-phone:hidden",
        )}
      >
        {shown !== ALL_RULES && (
          <Button
            size={24}
            icon="book"
            className="mb-2 phone:hidden"
            onClick={() => onChoose(ALL_RULES)}
          >
            All rules
          </Button>
        )}
        {rule ? (
          <RulePage key={shown} rule={rule} />
        ) : (
          <EmptyState
            icon="book"
            title={shown === ALL_RULES ? `${RULES_BY_ID.size} rules` : `Unknown rule: ${shown}`}
          >
            {shown === ALL_RULES
              ? "Select a rule to see what it checks, how it affects clients, and how to fix it."
              : "It may belong to another version of Loupe."}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

export function RulePage({ rule }: { rule: Rule }) {
  const timeline = useRun((run) => run.timeline);
  const mutedWhere = useMuteDescription(rule.id);
  const { hue, icon, label } = SEVERITY_META[rule.severity];
  return (
    <article className="grid gap-3" aria-labelledby="rule-title">
      <header className="flex flex-wrap items-center gap-2">
        <Tag hue={hue} icon={icon}>
          {label}
        </Tag>
        <h3 id="rule-title" className="text-18 font-[640]" tabIndex={-1}>
          {formatHeading(rule.title)}
        </h3>
        <code className="font-mono text-12/5 text-fg-3">{rule.id}</code>
        <CopyButton text={rule.id} what="rule name" size={24} />
        <span className="ml-auto flex items-center gap-1.5 text-12/5 text-fg-3">
          {mutedWhere !== "" && <span>{mutedWhere}</span>}
          <MuteMenu rule={rule.id} />
        </span>
      </header>
      <p className="max-w-[80ch]">{rule.message}</p>
      <ExplanationView
        rule={rule.id}
        spec={rule.spec}
        spacious
        versions={(rule.versions ?? EXAMPLE_VERSIONS).join(", ")}
      />
      <RuleExample key={rule.id} rule={rule} runVersion={findRunVersion(timeline)} />
    </article>
  );
}

function findRunVersion(timeline: Timeline): string | null {
  const exchange = timeline.exchanges.find(({ events }) => events.count > 0);
  return exchange ? getExchangeVersion(timeline, exchange, timeline.lastEvent).version : null;
}
