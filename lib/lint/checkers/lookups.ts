/** What several rules look up of an exchange or an event: request parameters, headers, the task. */

import { readGrpcBody } from "../../protocol/grpc/body.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { VersionTracker } from "./checker.ts";

const EMPTY_OBJECT: JsonObject = {};
const PARAMS_CACHE = new WeakMap<Exchange, JsonObject>();

/** The parameters of a request, read once. Over JSON-RPC the `params`; otherwise the body and the query of the URL. */
export function getRequestParams(exchange: Exchange): JsonObject {
  let params = PARAMS_CACHE.get(exchange);
  if (!params) {
    params = readParams(exchange);
    PARAMS_CACHE.set(exchange, params);
  }
  return params;
}

function readParams({ open: { record } }: Exchange): JsonObject {
  const { url, body, bodyB64 } = record;
  if (bodyB64 !== undefined) return toObjectOrEmpty(readGrpcBody(url, bodyB64)?.value);
  const parsed = parseBody(body);
  if (parsed && isRpcRequest(parsed)) return toObjectOrEmpty(parsed.params);
  return { ...parseQueryParams(url), ...parsed };
}

function parseBody(body: string | undefined): JsonObject | null {
  try {
    const value: unknown = body === undefined ? null : JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function parseQueryParams(url: string): Readonly<Record<string, string>> {
  const query = /\?([^#]*)/.exec(url)?.[1];
  return query === undefined ? {} : Object.fromEntries(new URLSearchParams(query));
}

export function toObjectOrEmpty(value: unknown): JsonObject {
  return isObject(value) ? value : EMPTY_OBJECT;
}

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
