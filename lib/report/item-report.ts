/** Plans, tool calls and token usage in the report. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemTitleAt } from "../dialects/item-content.ts";
import { getPlanStepsAt, getPlanTextAt } from "../dialects/plan-history.ts";
import type { PlanStepStatus } from "../dialects/plan-parser.ts";
import type { TokenCounts } from "../dialects/token-usage.ts";
import type { ToolState } from "../dialects/tool-calls.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { toReportTime } from "./exchange-report.ts";

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

export interface ToolReport {
  taskId: string | null;
  /** Its index in the report's `entries`. */
  entry: number;
  name: string;
  agent: string | null;
  /** The id of the plan step that it belongs to. */
  step: string | null;
  callId: string | null;
  args: unknown;
  result: unknown;
  state: ToolState;
  startMs: number | null;
  endMs: number | null;
}

export function createToolReports(
  interpretation: Interpretation,
  n: number,
  getRowIndex: (item: Item) => number,
): ToolReport[] {
  const { timeline, tools } = interpretation;
  return tools.slice(0, countUpToEvent(tools, n)).map((call) => {
    const { item } = call;
    const { name, agent, callId, args, result, step } = call.fieldsAt(n);
    return {
      taskId: timeline.tasks[item.taskAt(n)]?.id ?? null,
      entry: getRowIndex(item),
      name: name ?? agent ?? getItemTitleAt(interpretation, item, n),
      agent: agent ?? null,
      step: step ?? null,
      callId: callId ?? null,
      args: args ?? null,
      result: result ?? null,
      state: call.stateAt(timeline, n),
      startMs: call.start ? toReportTime(item.time) : null,
      endMs: toReportTime(call.endTimeAt(timeline, n)),
    };
  });
}

export interface UsageReport extends TokenCounts {
  tasks: (TokenCounts & { taskId: string | null })[];
}

export function createUsageReport(
  { timeline, usage }: Interpretation,
  n: number,
): UsageReport | null {
  const current = usage.usageAt(n);
  if (!current) return null;
  const tasks = [...current.tasks].map(([task, tokens]) => ({
    taskId: timeline.tasks[task]?.id ?? null,
    ...tokens,
  }));
  return { ...current.all, tasks };
}
