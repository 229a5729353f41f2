/** The plans of a run in the report. */

import type { Item } from "../dialects/item.ts";
import type { StepStatus } from "../dialects/plan.ts";
import { planStepsAt, planTextAt } from "../dialects/plans.ts";
import type { DialectReading } from "../dialects/reading.ts";

export interface PlanReport {
  taskId: string | null;
  /** Where it stands among the entries. */
  entry: number;
  steps: { id: string | null; title: string; status: StepStatus; agent: string | null }[];
  text: string;
}

export function planReports(
  reading: DialectReading,
  n: number,
  placeOf: (item: Item) => number,
): PlanReport[] {
  const { timeline, plans, facets } = reading;
  return plans.flatMap((item) => {
    const plan = facets.get(item);
    if (plan?.kind !== "plan" || !plan.story.ofItemAt(item, n)) return [];
    const steps = planStepsAt(plan, n).map(({ id, title, status, agent }) => ({
      id,
      title,
      status,
      agent,
    }));
    const taskId = timeline.tasks[item.taskAt(n)]?.id ?? null;
    return [{ taskId, entry: placeOf(item), steps, text: planTextAt(plan, n) }];
  });
}
