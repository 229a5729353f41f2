"use client";
// Summary of the run, or of the exchange or task in view, as of the playhead. Every line leads to the
// row that shows it.
import { memo } from "react";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useView } from "../session.tsx";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { AnswerSection } from "./answer-section.tsx";
import { MeasuresSection } from "./measures-section.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ProblemsSection } from "./problems-section.tsx";
import { TurnsSection } from "./turns-section.tsx";
import { type ShownSummary, useRunSummary } from "./use-run-summary.ts";
import { VerdictHead } from "./verdict-head.tsx";
import { PlanSection, ToolsSection } from "./work-sections.tsx";

export function RunSummaryPane() {
  const shown = useRunSummary();
  return (
    <section
      className="flex h-full min-h-0 min-w-0 flex-col bg-bg-1"
      aria-label="Inspector"
      data-testid="inspector"
    >
      <SummaryTitle shown={shown} />
      <MemoizedSections shown={shown} />
    </section>
  );
}

function SummaryTitle({ shown: { interpretation, summary, playhead } }: { shown: ShownSummary }) {
  const { number } = useEventFormatter(interpretation.timeline);
  const isEarlier = useView((view) => view.cursor !== null);
  const { scope, task } = summary;
  const title =
    task !== null ? "Task summary" : scope === "all" ? "Run summary" : "Exchange summary";
  return (
    <header className="flex min-h-9 flex-none items-center gap-2 px-3 pt-2 pb-1.5">
      <Icon name="activity" size={16} className="text-fg-3" />
      <h2 className="min-w-0 flex-1 truncate text-14 font-semibold tracking-[-0.02em] text-fg-1">
        {title}
      </h2>
      {isEarlier && playhead >= 0 && <Tag>as of event {formatCount(number(playhead))}</Tag>}
    </header>
  );
}

/** Memoized: the run changes more often than the summary. */
const MemoizedSections = memo(function SummarySections({ shown }: { shown: ShownSummary }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="min-h-0 flex-1 overflow-auto pb-3" aria-label="Summary" tabIndex={0}>
      <VerdictHead shown={shown} />
      <NextSteps shown={shown} />
      <AnswerSection shown={shown} />
      <TurnsSection shown={shown} />
      <PlanSection shown={shown} />
      <ToolsSection shown={shown} />
      <ProblemsSection shown={shown} />
      <MeasuresSection shown={shown} />
    </section>
  );
});
