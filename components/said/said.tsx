"use client";
// What the dialects make of a row, above its own content: the plan, the call, the answer told twice.
import type { Inspected } from "../inspect/use-inspected.ts";
import { useWhere } from "../inspect/where.ts";
import { PlanSteps, stepsAt } from "./plan-steps.tsx";
import { ResultBar } from "./result-bar.tsx";
import { ToolFacts } from "./tool-facts.tsx";

export function Said({ inspected }: { inspected: Inspected }) {
  const { reading, item, timeline, moment } = inspected;
  const { time } = useWhere(timeline);
  const facet = reading.facets.get(item);
  switch (facet?.kind) {
    case "tool":
      return (
        <div className="said">
          <ToolFacts call={facet.call} timeline={timeline} moment={moment} />
        </div>
      );
    case "plan": {
      const steps = stepsAt(facet, moment);
      if (steps.length === 0) return null;
      return (
        <div className="said">
          <PlanSteps reading={reading} plan={facet} steps={steps} moment={moment} time={time} />
        </div>
      );
    }
    case "result":
      return <ResultBar result={facet} item={item} moment={moment} />;
    default:
      return null;
  }
}
