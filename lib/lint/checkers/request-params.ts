/** What a call asks in particular: the parameters of its request, read once and only if wanted. */

import { readGrpcBody } from "../../protocol/grpc/body.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { VersionTracker } from "./version-tracker.ts";

const EMPTY_OBJECT: JsonObject = {};
const PARAMS_CACHE = new WeakMap<Exchange, JsonObject>();

/** Over JSON-RPC its `params`; otherwise its body, and what its URL says besides. */
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
  const said = parseBody(body);
  if (said && isRpcRequest(said)) return toObjectOrEmpty(said.params);
  return { ...parseQueryParams(url), ...said };
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

/** A log of payloads has no headers, so nothing can be said of those it lacks. */
export function hasRecordedHeaders({ open: { record } }: Exchange): boolean {
  return record.method !== "" && record.headers.length > 0;
}

export function isRestExchange({ open: { record } }: Exchange): boolean {
  return parseRestCall(record.method, record.url) !== null;
}

/** Is it a call over JSON-RPC that is to be answered? The requests of other bindings have no id. */
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
