/** The stream that broke while its task was running, and whether it was taken up again since. */

import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import type { Verdict } from "../lint/verdict.ts";
import { isTerminalOrWaiting, type Operation } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import type { Scope } from "../timeline/scope.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeTask } from "./current-task.ts";

export type StreamLoss =
  /** The task may go on without it. */
  | { kind: "lost"; exchange: Exchange; task: TaskLane; verdict: Verdict }
  /** Resubscribed to, and not yet compared with the stored task. */
  | { kind: "resumed"; exchange: Exchange; task: TaskLane; isRefused: boolean };

/** `null` if nothing was lost in what is shown, or nothing is left to do about it. */
export function findStreamLoss(timeline: Timeline, scope: Scope): StreamLoss | null {
  const { callTree, lastEvent } = timeline;
  const calls = callTree.listUserCalls(timeline.exchanges.filter(isCall), lastEvent);
  // Lookups and push configurations since then do not count.
  const exchange = scope === "all" ? calls.findLast(isStreamExchange) : timeline.exchanges[scope];
  const task = exchange && getExchangeTask(timeline, exchange);
  if (!exchange || !task || task.id === "") return null;
  const verdict = findLossVerdict(timeline, exchange);
  if (verdict !== null) {
    return isTerminalOrWaiting(task.state) ? null : { kind: "lost", exchange, task, verdict };
  }
  const isResumed = exchange.request?.operation === "subscribe";
  const wasLost = calls.some(
    (one) =>
      one.index < exchange.index &&
      getExchangeTask(timeline, one) === task &&
      findLossVerdict(timeline, one) !== null,
  );
  const wasCompared = calls.some(
    (one) =>
      one.index > exchange.index &&
      one.request?.operation === "get" &&
      getExchangeTask(timeline, one) === task,
  );
  if (!isResumed || !wasLost || wasCompared) return null;
  return { kind: "resumed", exchange, task, isRefused: exchange.errors.count > 0 };
}

const TASK_OPERATIONS: ReadonlySet<Operation | null> = new Set(["send", "stream", "subscribe"]);

function isStreamExchange({ request }: Exchange): boolean {
  return request === null || TASK_OPERATIONS.has(request.operation);
}

/** Verdict of a broken exchange. `null` if it did not break. */
function findLossVerdict(timeline: Timeline, exchange: Exchange): Verdict | null {
  const verdict = getExchangeVerdict(timeline, exchange, timeline.lastEvent);
  return verdict.kind === "cut" || verdict.kind === "timeout" ? verdict : null;
}
