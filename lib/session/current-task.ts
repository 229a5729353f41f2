/** The task that an exchange belongs to, and the task that the user is working with. */

import type { Exchange } from "../timeline/exchange.ts";
import type { Scope } from "../timeline/scope.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** The task of an exchange: the requested one, unless only others were returned, or else the first returned. */
export function getExchangeTask(timeline: Timeline, exchange: Exchange): TaskLane | null {
  const requestedId = exchange.request?.taskId;
  const requested = requestedId ? timeline.taskByKey.get(requestedId) : undefined;
  const returned = timeline.tasks[exchange.tasks[0]?.task ?? -1];
  if (requested && returned && !exchange.taskSet.has(requested.index)) return returned;
  return requested ?? returned ?? null;
}

/** The task of the shown exchange, or else the newest task. */
export function findCurrentTask(timeline: Timeline, scope: Scope): TaskLane | undefined {
  const shown = scope === "all" ? undefined : timeline.exchanges[scope];
  return (shown && getExchangeTask(timeline, shown)) ?? timeline.tasks.at(-1);
}
