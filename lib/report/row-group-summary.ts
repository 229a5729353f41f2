/** Summary of a group of rows as of an event: the user's words, how it went, and what it contains. */

import type { GroupPart, RowGroup } from "../dialects/row-groups.ts";
import type { RowList } from "../dialects/rows.ts";
import { getActiveItemProblems, type MutedRules } from "../lint/active-problems.ts";
import { getOutcomeAt, getTurnResultAt, getTurnTimeRange } from "../lint/verdict/turns.ts";
import type { Verdict, VerdictKind } from "../lint/verdict/verdict-model.ts";
import type { TaskState } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { shorten } from "../text/graphemes.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { TaskLane, Transition } from "../timeline/task.ts";
import { getActiveTime } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface RowGroupSummary {
  /** The text of the user's message; empty if there is none. */
  readonly prompt: string;
  readonly task: TaskLane | null;
  /**
   * How it ended, or that it waits; `null` while it goes on or if only other tasks are known. `error`:
   * the name and code of the error in the response.
   */
  readonly outcome:
    | (Pick<Verdict, "kind" | "by" | "error" | "caveats"> & { readonly clean?: boolean })
    | null;
  /** The task's state in this group; `null` before the first. */
  readonly state: string | null;
  readonly events: number;
  /** The number of broken rules, without muted ones and hints. */
  readonly problems: number;
  readonly hasErrors: boolean;
  /** How long the turn took, or how long its exchanges were in progress; NaN if the log has no times. */
  readonly durationMs: number;
}

interface RowGroupSummaryOptions {
  readonly muted: MutedRules;
  /** The run is still being recorded or read. */
  readonly isGrowing: boolean;
}

const MAX_PROMPT_LENGTH = 160;

export function summarizeRowGroup(
  { interpretation }: RowList,
  group: RowGroup,
  n: number,
  { muted, isGrowing }: RowGroupSummaryOptions,
): RowGroupSummary {
  const { timeline, items } = interpretation;
  const parts = group.parts.filter(({ exchange }) => exchange.firstEvent <= n);
  const task = timeline.tasks[group.taskAt(n)] ?? null;
  const last = Math.max(-1, ...parts.map(({ events }) => events.lastAt(n) ?? -1));
  const transition = last < 0 ? undefined : task?.transitionAt(last);
  const severities = new Map<string, string>();
  for (let row = 0; row < group.rowCount; row++) {
    const item = items[group.itemAt(row)];
    if (!item || item.firstEvent > n) continue;
    for (const { rule, severity } of getActiveItemProblems(item, n, muted)) {
      severities.set(rule, severity);
    }
  }
  const turn = group.turnAt(n);
  const isOneOfSeveral = countUpToEvent(group.turn.tasks, n) > 1;
  const result = isOneOfSeveral ? null : getTurnResultAt(timeline, turn, n, interpretation);
  const range = result && turn.isTurnAt(n) ? getTurnTimeRange(timeline, result, n) : null;
  return {
    prompt: getPrompt(group, n),
    task,
    outcome: result ? getOutcomeAt(result, n, isGrowing) : getTaskOutcome(transition),
    state: transition?.label ?? null,
    events: parts.reduce((sum, { events }) => sum + events.countAt(n), 0),
    problems: severities.size,
    hasErrors: [...severities.values()].includes("error"),
    durationMs: range ? range.to - range.from : getDuration(timeline, group, parts, n),
  };
}

function getPrompt(group: RowGroup, n: number): string {
  const text = joinPartTexts(group.turnAt(n).messageAt(n)?.parts.slice(0, 10) ?? []);
  return shorten(text.replace(/\s+/g, " ").trim(), MAX_PROMPT_LENGTH);
}

/** The states that say how a task stands, whatever happens to its stream. */
const STATE_OUTCOMES: Partial<Record<TaskState, VerdictKind>> = {
  completed: "completed",
  failed: "failed",
  canceled: "canceled",
  rejected: "rejected",
  "input-required": "input-required",
  "auth-required": "auth-required",
};

/** The end of a stream says nothing about one of several tasks. */
function getTaskOutcome(transition: Transition | undefined): RowGroupSummary["outcome"] {
  const kind = transition && STATE_OUTCOMES[transition.state];
  return kind ? { kind, by: null, caveats: [] } : null;
}

function getDuration(
  timeline: Timeline,
  { time }: RowGroup,
  parts: readonly GroupPart[],
  n: number,
): number {
  const isSplit = parts.some((part) => part.isSplit);
  const exchanges = parts.map(({ exchange }) => exchange);
  if (!isSplit) return getActiveTime(timeline, exchanges, n) ?? Number.NaN;
  // One of several tasks: until its last event.
  const last = Math.max(-1, ...parts.map(({ events }) => events.lastAt(n) ?? -1));
  return last < 0 ? Number.NaN : timeline.events.time.at(last) - time;
}
