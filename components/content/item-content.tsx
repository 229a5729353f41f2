"use client";
// The dialects' interpretation of a row, above its own content: plan, tool call, compared results and
// attachments.
import type { ReactNode } from "react";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { cx } from "../ui/cx.ts";
import { Attachments } from "./attachments.tsx";
import type { InspectedItem } from "./inspected-item.ts";
import { getStepsAt, PlanSteps } from "./plan-steps.tsx";
import { ResultBar } from "./result-bar.tsx";
import { getAttachmentsAt } from "./sorted-attachments.ts";
import { ToolFacts } from "./tool-facts.tsx";

export function ItemContent({ inspected }: { inspected: InspectedItem }) {
  const { interpretation, item, playhead } = inspected;
  const itemDetail = useItemDetail(inspected);
  const detail = interpretation.details.get(item);
  const { questions, others } = getAttachmentsAt(item, playhead);
  const hasContent = itemDetail !== null || questions.length + others.length > 0;
  const isPlan = detail?.kind === "plan" && questions.length + others.length === 0;
  return (
    <>
      {detail?.kind === "result" && <ResultBar result={detail} item={item} playhead={playhead} />}
      {hasContent && (
        <section
          className={cx(
            "flex-none space-y-3 overflow-auto border-b border-line-1 px-4 py-2.5",
            isPlan ? "max-h-[60%]" : "max-h-[75%]",
          )}
          aria-label="Details"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
        >
          <Attachments inspected={inspected} attachments={questions} />
          {itemDetail}
          <Attachments inspected={inspected} attachments={others} />
        </section>
      )}
    </>
  );
}

/** The row's plan steps or tool call. */
function useItemDetail({ interpretation, item, timeline, playhead }: InspectedItem): ReactNode {
  const { time } = useEventFormatter(timeline);
  const detail = interpretation.details.get(item);
  if (detail?.kind === "tool") {
    return <ToolFacts call={detail.call} timeline={timeline} playhead={playhead} time={time} />;
  }
  const steps = detail?.kind === "plan" ? getStepsAt(detail, playhead) : [];
  if (detail?.kind !== "plan" || steps.length === 0) return null;
  return (
    <PlanSteps
      interpretation={interpretation}
      plan={detail}
      steps={steps}
      playhead={playhead}
      time={time}
    />
  );
}
