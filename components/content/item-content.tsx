"use client";
// What the dialects make of a row, above its own content: the plan, the call, the answer told twice,
// and what is said beside it.
import type { ReactNode } from "react";
import { useEventFormatter } from "../inspect/use-event-formatter.ts";
import type { InspectedItem } from "../inspect/use-inspected-item.ts";
import { Attachments, getAttachmentsAt } from "./attachments.tsx";
import { getStepsAt, PlanSteps } from "./plan-steps.tsx";
import { ResultBar } from "./result-bar.tsx";
import { ToolFacts } from "./tool-facts.tsx";

export function ItemContent({ inspected }: { inspected: InspectedItem }) {
  const { interpretation, item, playhead } = inspected;
  const made = useItemDetail(inspected);
  const facet = interpretation.details.get(item);
  const { questions, others } = getAttachmentsAt(item, playhead);
  const isSaid = made !== null || questions.length + others.length > 0;
  return (
    <>
      {facet?.kind === "result" && <ResultBar result={facet} item={item} playhead={playhead} />}
      {isSaid && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <section className="said" aria-label="What is said with it" tabIndex={0}>
          <Attachments inspected={inspected} told={questions} />
          {made}
          <Attachments inspected={inspected} told={others} />
        </section>
      )}
    </>
  );
}

/** What the row itself is, beyond its content. */
function useItemDetail({ interpretation, item, timeline, playhead }: InspectedItem): ReactNode {
  const { time } = useEventFormatter(timeline);
  const facet = interpretation.details.get(item);
  if (facet?.kind === "tool") {
    return <ToolFacts call={facet.call} timeline={timeline} playhead={playhead} time={time} />;
  }
  const steps = facet?.kind === "plan" ? getStepsAt(facet, playhead) : [];
  if (facet?.kind !== "plan" || steps.length === 0) return null;
  return (
    <PlanSteps
      interpretation={interpretation}
      plan={facet}
      steps={steps}
      playhead={playhead}
      time={time}
    />
  );
}
