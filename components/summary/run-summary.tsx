"use client";
// Summary of the run, or of the exchange or task in view, as of the playhead. Every line leads to the
// row that shows it.

import { memo } from "react";
import type { RunPart } from "../../lib/report/facts/part.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatExchangeTitle } from "../labels/exchange-label.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { boundText } from "../ui/bounded-text.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { InspectorPane } from "../ui/inspector-pane.tsx";
import { Tag } from "../ui/tag.tsx";
import { AnswerSection } from "./answer-section.tsx";
import { HopAnswers } from "./hop-answers.tsx";
import { HopsSection } from "./hops-section.tsx";
import { MeasuresSection } from "./measures-section.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ProblemsSection } from "./problems-section.tsx";
import { TurnsSection } from "./turns-section.tsx";
import { useHops } from "./use-hops.ts";
import { type ShownSummary, useRunSummary } from "./use-run-summary.ts";
import { VerdictHead } from "./verdict-head.tsx";
import { PlanSection, ToolsSection } from "./work-sections.tsx";

export function RunSummaryPane() {
  const shown = useRunSummary();
  return (
    <InspectorPane>
      <SummaryTitle shown={shown} />
      <MemoizedSections shown={shown} />
    </InspectorPane>
  );
}

function SummaryTitle({ shown }: { shown: ShownSummary }) {
  const { interpretation, summary, playhead, isEarlier } = shown;
  const { number } = useEventFormatter(interpretation.timeline);
  const { scope, task } = summary;
  const title =
    task !== null ? "Task summary" : scope === "all" ? "Run summary" : "Exchange summary";
  return (
    <header className="flex min-h-9 flex-none items-center gap-2 px-3 pt-2 pb-1.5">
      <Icon name="activity" size={16} className="text-fg-3" />
      <h2 className="flex-none text-14 font-semibold tracking-[-0.02em] text-fg-1">{title}</h2>
      <span className="mono min-w-0 flex-1 truncate text-12/5 text-fg-3">
        {boundText(getPartName(interpretation.timeline, summary))}
      </span>
      {isEarlier && <Tag>as of event {formatCount(number(playhead))}</Tag>}
    </header>
  );
}

/** The ID of the task, or the method of the exchange; empty for the whole run. */
function getPartName({ tasks, exchanges }: Timeline, { scope, task }: RunPart): string {
  if (task !== null) return tasks[task]?.id ?? "";
  const exchange = scope === "all" ? undefined : exchanges[scope];
  return exchange ? formatExchangeTitle(exchange) : "";
}

/** Memoized: the run changes more often than the summary. */
const MemoizedSections = memo(function SummarySections({ shown }: { shown: ShownSummary }) {
  const hops = useHops(shown);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="min-h-0 flex-1 overflow-auto pb-3" aria-label="Summary" tabIndex={0}>
      <VerdictHead shown={shown} />
      {hops && <HopAnswers shown={shown} hops={hops} />}
      <NextSteps shown={shown} />
      <AnswerSection shown={shown} />
      {hops && <HopsSection shown={shown} hops={hops} />}
      <TurnsSection shown={shown} />
      <PlanSection shown={shown} />
      <ToolsSection shown={shown} />
      <ProblemsSection shown={shown} />
      <MeasuresSection shown={shown} />
    </section>
  );
});
