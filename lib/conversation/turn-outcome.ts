/** The outcome of a turn as of an event: whether it is in progress, how it ended, and since when. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { getOutcomeAt, getTurnResultAt, getTurnTimeRange } from "../lint/verdict/turns.ts";
import type { Verdict } from "../lint/verdict/verdict-model.ts";
import { hasOpenStream } from "../lint/verdict/verdict-words.ts";
import { WAITING_STATES } from "../protocol/model.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Turn } from "../timeline/turns.ts";
import type { ConversationTurn } from "./conversation.ts";

export interface TurnOutcome {
  /** `null` while the turn is in progress, or if only a history tells of it. */
  readonly verdict: Verdict | null;
  readonly isInProgress: boolean;
  /** Its task completed, and its stream stayed open. */
  readonly isStreamOpen: boolean;
  /** The state of its task; `null` if it has none. */
  readonly state: string | null;
  /** The user has replied to the agent's question, in a later turn. */
  readonly isReplied: boolean;
  readonly task: TaskLane | null;
  readonly contextId: string | null;
  /** In milliseconds; NaN if the log has no times. */
  readonly duration: number;
}

/** `isGrowing`: the run is still being recorded or read. `isQuiet`: no event has come for a moment. */
export function getTurnOutcomeAt(
  interpretation: Interpretation,
  { turn }: ConversationTurn,
  n: number,
  { isGrowing, isQuiet = false }: { readonly isGrowing: boolean; readonly isQuiet?: boolean },
): TurnOutcome {
  const { timeline } = interpretation;
  const isHistory = turn.historySince <= n;
  const result = isHistory ? null : getTurnResultAt(timeline, turn, n, interpretation);
  const verdict = result && getOutcomeAt(result, n, isGrowing);
  // It is none of the verdict's caveats while it may still be closed.
  const isOpen = result !== null && verdict !== result.verdict && hasOpenStream(result.verdict);
  const task = timeline.tasks[turn.lastTaskAt(n)] ?? null;
  const range = result && getTurnTimeRange(timeline, result, n);
  return {
    verdict,
    isInProgress: !isHistory && verdict === null,
    isStreamOpen: isOpen && isQuiet && n >= timeline.lastEvent,
    state: task?.transitionAt(n)?.label ?? null,
    isReplied: verdict !== null && WAITING_KINDS.has(verdict.kind) && turn.isContinuedAt(n),
    task,
    contextId: task?.contexts.at(n) ?? getAskedContext(turn, n),
    duration: range ? range.to - range.from : Number.NaN,
  };
}

const WAITING_KINDS: ReadonlySet<string> = WAITING_STATES;

function getAskedContext({ messages: [first] }: Turn, n: number): string | null {
  return first && first.firstEvent <= n ? first.message.contextId : null;
}
