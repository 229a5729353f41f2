"use client";
// What the dialects make of a row, above its own content: the plan, the call, the answer told twice,
// and what is said beside it.
import type { ReactNode } from "react";
import type { Inspected } from "../inspect/use-inspected.ts";
import { useWhere } from "../inspect/where.ts";
import { Besides, besidesAt } from "./beside.tsx";
import { PlanSteps, stepsAt } from "./plan-steps.tsx";
import { ResultBar } from "./result-bar.tsx";
import { ToolFacts } from "./tool-facts.tsx";

export function Said({ inspected }: { inspected: Inspected }) {
  const { reading, item, moment } = inspected;
  const made = useMade(inspected);
  const facet = reading.details.get(item);
  const { questions, others } = besidesAt(item, moment);
  const isSaid = made !== null || questions.length + others.length > 0;
  return (
    <>
      {facet?.kind === "result" && <ResultBar result={facet} item={item} moment={moment} />}
      {isSaid && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <section className="said" aria-label="What is said with it" tabIndex={0}>
          <Besides inspected={inspected} told={questions} />
          {made}
          <Besides inspected={inspected} told={others} />
        </section>
      )}
    </>
  );
}

/** What the row itself is, beyond its content. */
function useMade({ reading, item, timeline, moment }: Inspected): ReactNode {
  const { time } = useWhere(timeline);
  const facet = reading.details.get(item);
  if (facet?.kind === "tool") {
    return <ToolFacts call={facet.call} timeline={timeline} moment={moment} time={time} />;
  }
  const steps = facet?.kind === "plan" ? stepsAt(facet, moment) : [];
  if (facet?.kind !== "plan" || steps.length === 0) return null;
  return <PlanSteps reading={reading} plan={facet} steps={steps} moment={moment} time={time} />;
}
