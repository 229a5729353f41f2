/** What the agent did, as of an event: the state of its plan, and its tool calls. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { Item } from "../../dialects/item.ts";
import { getItemTitleAt } from "../../dialects/item-content.ts";
import type { PlanDetail } from "../../dialects/item-detail.ts";
import { getPlanStepsAt } from "../../dialects/plan-history.ts";
import type { PlanStepStatus } from "../../dialects/plan-parser.ts";
import type { ToolCall, ToolState } from "../../dialects/tool-calls.ts";
import { describeToolFailure } from "../../lint/verdict/verdict-reason.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import { toReportTime } from "../exchange-report.ts";
import type { TurnItems } from "./answer.ts";

export interface PlanSummary {
  /** The row that shows it. */
  readonly item: Item;
  readonly plan: PlanDetail;
  /** The number of steps of each status. */
  readonly counts: Readonly<Record<PlanStepStatus, number>>;
  /** The event that brought its first token. */
  readonly firstEvent: number;
}

/** Longer plans are not read as steps. */
const MAX_PLAN_LENGTH = 100_000;

/** The newest plan of a turn. */
export function findPlan({ interpretation, hasItem, start, n }: TurnItems): PlanSummary | null {
  const { plans, details } = interpretation;
  for (let index = plans.length - 1; index >= 0; index--) {
    const item = plans[index];
    const plan = item && details.get(item);
    if (!item || plan?.kind !== "plan" || !hasItem(item)) continue;
    const version = plan.history.itemVersionAt(item, n);
    if (!version || version.firstEvent <= start) continue;
    const lead = plan.leadItem?.isRowAt(n) ? plan.leadItem : item;
    const first = plan.history.versionsAt(n).find(({ firstEvent }) => firstEvent > start);
    const steps = version.textLengthAt(n) > MAX_PLAN_LENGTH ? [] : getPlanStepsAt(plan, n);
    const counts = { pending: 0, "in-progress": 0, completed: 0, failed: 0 };
    for (const { status } of steps) counts[status]++;
    const { firstEvent } = first ?? version;
    return { item: lead.getRowItemAt(n), plan, counts, firstEvent };
  }
  return null;
}

export interface ToolSummary {
  /** The row that shows it. */
  readonly item: Item;
  readonly name: string;
  readonly state: ToolState;
  readonly call: ToolCall;
  /** `null` if it has not ended, or its start was not reported. */
  readonly durationMs: number | null;
  /** What the failed tool reported; empty if it did not fail, or said nothing. */
  readonly failure: string;
}

export interface ToolsSummary {
  readonly count: number;
  readonly failed: number;
  /** All, or those that matter most: failed, unfinished, slow. In the order of their start. */
  readonly shown: readonly ToolSummary[];
  /** The newest that failed. */
  readonly lastFailed: ToolSummary | null;
}

const MAX_SHOWN_TOOLS = 8;

export function summarizeTools(
  interpretation: Interpretation,
  hasItem: (item: Item) => boolean,
  n: number,
): ToolsSummary {
  const { timeline, tools } = interpretation;
  const calls = tools
    .slice(0, countUpToEvent(tools, n))
    .filter(({ item }) => hasItem(item))
    .map((call, index) => ({
      call,
      index,
      state: call.stateAt(timeline, n),
      durationMs: call.start ? toReportTime(call.endTimeAt(timeline, n) - call.item.time) : null,
    }));
  const failed = calls.filter(({ state }) => state === "failed");
  const shown =
    calls.length <= MAX_SHOWN_TOOLS
      ? calls
      : calls
          .toSorted(
            (a, b) =>
              STATE_RANKS[a.state] - STATE_RANKS[b.state] ||
              (b.durationMs ?? 0) - (a.durationMs ?? 0),
          )
          .slice(0, MAX_SHOWN_TOOLS)
          .sort((a, b) => a.index - b.index);
  const describe = ({ call, state, durationMs }: (typeof calls)[number]): ToolSummary => {
    const { name, agent, result } = call.fieldsAt(n);
    return {
      item: call.item.getRowItemAt(n),
      name: name ?? agent ?? getItemTitleAt(interpretation, call.item, n),
      state,
      call,
      durationMs,
      failure: state === "failed" ? describeToolFailure(result) : "",
    };
  };
  const lastFailed = failed.at(-1);
  return {
    count: calls.length,
    failed: failed.length,
    shown: shown.map(describe),
    lastFailed: lastFailed ? describe(lastFailed) : null,
  };
}

const STATE_RANKS: Readonly<Record<ToolState, number>> = {
  failed: 0,
  "never-ended": 1,
  running: 2,
  completed: 3,
};
