/**
 * The trace context that a client sent with a call: W3C `traceparent` in the headers (over gRPC, the
 * metadata), or in the metadata of the message or the request.
 */

import { isObject } from "../../protocol/json.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { Exchange } from "../exchange.ts";
import { getRequestParams } from "../request-params.ts";

interface TraceContext {
  readonly traceId: string;
  /** The span of the client that sent the request. */
  readonly parentId: string;
  readonly flags: number;
  readonly state: string | null;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a `traceparent`; `null` if it is invalid, as W3C defines it. */
export function parseTraceparent(text: string): Omit<TraceContext, "state"> | null {
  const [, version, traceId = "", parentId = "", flags = "", rest] =
    TRACEPARENT.exec(text.trim()) ?? [];
  const isInvalid =
    version === undefined ||
    version === "ff" ||
    (version === "00" && rest !== undefined) ||
    /^0+$/.test(traceId) ||
    /^0+$/.test(parentId);
  return isInvalid ? null : { traceId, parentId, flags: Number.parseInt(flags, 16) };
}

export function findTraceContext(exchange: Exchange): TraceContext | null {
  const { headers } = exchange.open.record;
  const inHeader = parseTraceparent(getHeaderValue(headers, "traceparent") ?? "");
  if (inHeader) return { ...inHeader, state: getHeaderValue(headers, "tracestate") };
  const params = getRequestParams(exchange);
  const message = exchange.request?.message?.metadata;
  for (const metadata of [message, params.metadata, params._meta]) {
    const found = findInMetadata(metadata);
    if (found) return found;
  }
  return null;
}

/** Directly in the metadata, or in what an extension keeps there under its URI. */
function findInMetadata(metadata: unknown): TraceContext | null {
  if (!isObject(metadata)) return null;
  for (const holder of [metadata, ...Object.values(metadata).filter(isObject)]) {
    const { traceparent, tracestate } = holder;
    const found = typeof traceparent === "string" ? parseTraceparent(traceparent) : null;
    if (found) return { ...found, state: typeof tracestate === "string" ? tracestate : null };
  }
  return null;
}
