/** Queries on one exchange: what kind of request it is, and what is recorded of it. */

import { PROBE_CALL } from "../protocol/call.ts";
import type { Operation } from "../protocol/model.ts";
import type { EndRecord } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Is the exchange discovery: fetching a card, or probing whether the agent responds? A browser asks
 * with OPTIONS before a call.
 */
export function isDiscovery(exchange: Exchange): boolean {
  const { request, open } = exchange;
  const { inbound, method, url } = open.record;
  if (inbound) return false;
  if (request !== null) return isProbe(exchange);
  if (method === "HEAD" || method === "OPTIONS") return true;
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

type ExchangeRole = "turn" | "follow-up" | "look-up" | "other";

const ROLES: Partial<Record<Operation, ExchangeRole>> = {
  send: "turn",
  stream: "turn",
  subscribe: "follow-up",
  cancel: "follow-up",
  get: "look-up",
};

/**
 * What the exchange is to the conversation: a turn, or something that follows up on or looks up a
 * task. A request that cannot be parsed counts as a message, because it may have been one.
 */
export function getExchangeRole({ open, request }: Exchange): ExchangeRole {
  if (open.record.inbound) return "follow-up";
  const operation = request?.operation ?? null;
  return operation === null ? "turn" : (ROLES[operation] ?? "other");
}

/** Whether the exchange only reads existing data, so that it does not extend the run. */
export function isLookup(exchange: Exchange): boolean {
  const role = getExchangeRole(exchange);
  return role === "look-up" || role === "other" || isDiscovery(exchange);
}

/** Whether the exchange sends a message to the agent. */
export function isMessageExchange(exchange: Exchange): boolean {
  return getExchangeRole(exchange) === "turn" && !isDiscovery(exchange);
}

/**
 * Does the log contain the request? If not, its time is unknown and the exchange starts with its
 * first record.
 */
export function hasRecordedRequest({ open: { record } }: Exchange): boolean {
  const { method, url, body, bodyB64 } = record;
  return method !== "" || url !== "" || body !== undefined || bodyB64 !== undefined;
}

/**
 * Is the exchange in progress after event `n`? While the run grows (`isGrowing`), one without an end
 * may go on. Otherwise the log cut it off after its last event.
 */
export function isOpenAt({ end, events }: Exchange, n: number, isGrowing: boolean): boolean {
  if (end && !(isGrowing && end.record.cause === "unknown")) return end.firstEvent > n;
  return isGrowing || events.last > n;
}

/** Whether Loupe stopped watching. */
export function isStop({ cause, error }: EndRecord): boolean {
  return cause === "aborted" && error?.by === "loupe";
}

/** Whether the connection broke, or was refused; what was stopped did not. */
export function isBroken({ end }: Exchange): boolean {
  if (!end) return false;
  const { cause } = end.record;
  return cause !== "complete" && cause !== "unknown" && !isStop(end.record);
}
