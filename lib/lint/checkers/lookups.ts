/** What several rules look up of an exchange or an event: headers, the task. */

import { parseRestCall } from "../../protocol/rest-call.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { VersionTracker } from "./checker.ts";

/** Whether headers were recorded. In a log without headers none of them counts as missing. */
export function hasRecordedHeaders({ open: { record } }: Exchange): boolean {
  return record.method !== "" && record.headers.length > 0;
}

export function isRestExchange({ open: { record } }: Exchange): boolean {
  return parseRestCall(record.method, record.url) !== null;
}

/** Whether it is a JSON-RPC request that expects a response. Requests of other bindings have no id. */
export function isRpcCall({ request, open: { record } }: Exchange): boolean {
  return !record.inbound && (request?.id ?? null) !== null;
}

export function isVersion1(
  versions: VersionTracker,
  timeline: Timeline,
  exchange: Exchange,
): boolean {
  return VERSIONS_FROM_1.includes(versions.getVersion(timeline, exchange));
}

/** The task that the event belongs to. */
export function getEventLane({ timeline, ordinal }: EventContext): TaskLane | undefined {
  return timeline.tasks[timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1];
}

/** The task whose newest transition is this event; `null` if the event changed no state. */
export function findEnteredLane(seen: EventContext): TaskLane | null {
  const lane = getEventLane(seen);
  const newest = lane?.transitions[lane.transitions.length - 1];
  return lane && newest?.firstEvent === seen.ordinal && newest.legal ? lane : null;
}
