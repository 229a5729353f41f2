/** Queries on one exchange: what kind of request it is, and what is recorded of it. */

import { PROBE_CALL } from "../protocol/call.ts";
import type { Exchange } from "./exchange.ts";

/** Is the exchange discovery: fetching a card, or probing whether the agent responds? */
export function isDiscovery(exchange: Exchange): boolean {
  const { request, open } = exchange;
  const { inbound, method, url } = open.record;
  if (inbound) return false;
  if (request !== null) return isProbe(exchange);
  return method === "GET" && !/\/tasks(?:\/|\?|$)/.test(url);
}

export function isProbe({ request }: Exchange): boolean {
  return request?.operation === PROBE_CALL.operation && request.taskId === PROBE_CALL.taskId;
}

/** The URL of a response after redirects. */
export function getResponseUrl({ open, redirects }: Exchange): string {
  const { url } = open.record;
  const moved = redirects[redirects.length - 1]?.record.location;
  return moved && URL.canParse(moved, url) ? new URL(moved, url).href : url;
}

/** Is the exchange a call: neither discovery nor a notification? */
export function isCall(exchange: Exchange): boolean {
  return !exchange.open.record.inbound && !isDiscovery(exchange);
}

/**
 * Does the log contain the request? If not, its time is unknown and the exchange starts with its
 * first record.
 */
export function hasRecordedRequest({ open: { record } }: Exchange): boolean {
  const { method, url, body, bodyB64 } = record;
  return method !== "" || url !== "" || body !== undefined || bodyB64 !== undefined;
}
