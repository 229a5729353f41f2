/** Reads the parameters of a request, once and only when needed. */

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

/** Over JSON-RPC the `params`; otherwise the body and the query of the URL. */
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
