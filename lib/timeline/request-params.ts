/** The parameters of a request, whatever its binding. */

import { readGrpcBody } from "../protocol/grpc/body.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { isRpcRequest } from "../protocol/request.ts";
import type { Exchange } from "./exchange.ts";

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
