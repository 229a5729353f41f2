/**
 * A recorded exchange as it would be in the other version, 0.3 or 1.0, over JSON-RPC: its request and
 * all events of its response.
 *
 * **Guarantees:** Loupe reads the same meaning from it, and it breaks no rule that the recorded one
 * keeps; otherwise there is none.
 */

import { getCommonKey, respell, type SpelledVersion } from "../../clients/respell.ts";
import { readRecordedCall } from "../../protocol/call-from-recording.ts";
import { encodeCall } from "../../protocol/encode/encode.ts";
import { createBodyLayout } from "../replay/body-layout.ts";
import { type ClientExchange, rebuildExchange } from "./client-exchange.ts";
import { findBrokenRules } from "./response-rules.ts";

const OTHER_VERSIONS: Readonly<Record<string, SpelledVersion>> = { "0.3": "1.0", "1.0": "0.3" };
const ID = "loupe";

/** `null` if it cannot be said in the other version. */
export function respellExchange(exchange: ClientExchange): ClientExchange | null {
  const version = OTHER_VERSIONS[exchange.version];
  const { recorded, operation, binding, response } = exchange;
  const { open } = recorded;
  if (!version || binding !== "jsonrpc" || recorded.request === null) return null;
  const call = readRecordedCall(open);
  if (call === null || typeof call === "string") return null;
  const isBare = operation === "get" || operation === "cancel";
  const results = response.events.map((event) => respell(event, version, isBare));
  if (results.length === 0 || results.includes(null)) return null;
  const target = { url: open.url, binding: "jsonrpc", version, id: ID, freshId: ID } as const;
  const { method, url, headers, body } = encodeCall(call.call, target);
  const { isSse } = createBodyLayout(recorded);
  const encoder = new TextEncoder();
  const data = results.map((result) => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: ID, result });
    return encoder.encode(isSse ? `data: ${text}\n\n` : text);
  });
  const runEvents = response.events.map(({ runEvent }) => runEvent ?? -1);
  const known = runEvents.includes(-1) ? [] : runEvents;
  const request = { method, url, headers, ...(body !== undefined && { body }) };
  const spelled = rebuildExchange(exchange, data, request, known);
  return spelled?.version === version && isEqual(spelled, exchange) ? spelled : null;
}

/** 1.0 asks more of a stream: one that begins with a status breaks its rules. */
function isEqual(spelled: ClientExchange, exchange: ClientExchange): boolean {
  const keys = exchange.response.events.map(getCommonKey);
  const { events } = spelled.response;
  const isSame =
    events.length === keys.length && events.every((it, i) => getCommonKey(it) === keys[i]);
  const rules = new Set(findBrokenRules(exchange));
  return isSame && findBrokenRules(spelled).every((rule) => rules.has(rule));
}
