/** Plans in the report. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getPlanStepsAt, getPlanTextAt } from "../dialects/plan-history.ts";
import type { PlanStepStatus } from "../dialects/plan-parser.ts";

export interface PlanReport {
  taskId: string | null;
  /** Its index in the report's `entries`. */
  entry: number;
  steps: { id: string | null; title: string; status: PlanStepStatus; agent: string | null }[];
  text: string;
}

export function createPlanReports(
  interpretation: Interpretation,
  n: number,
  getRowIndex: (item: Item) => number,
): PlanReport[] {
  const { timeline, plans, details } = interpretation;
  return plans.flatMap((item) => {
    const plan = details.get(item);
    if (plan?.kind !== "plan" || !plan.history.itemVersionAt(item, n)) return [];
    const steps = getPlanStepsAt(plan, n).map(({ id, title, status, agent }) => ({
      id,
      title,
      status,
      agent,
    }));
    const taskId = timeline.tasks[item.taskAt(n)]?.id ?? null;
    return [{ taskId, entry: getRowIndex(item), steps, text: getPlanTextAt(plan, n) }];
  });
}
