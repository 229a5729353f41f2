/**
 * A recorded exchange as it would be in the other version, 0.3 or 1.0, over JSON-RPC: its request and
 * all events of its response.
 *
 * **Guarantees:** Loupe reads the same meaning from it, and it breaks no rule that the recorded one
 * keeps; otherwise there is none.
 */

import { getCommonKey, respell, type SpelledVersion } from "../../clients/respell.ts";
import { readWireResponse } from "../../clients/wire-response.ts";
import { readRecordedCall } from "../../protocol/call-from-recording.ts";
import { encodeCall } from "../../protocol/encode/encode.ts";
import type { WireRecord } from "../../wire/record.ts";
import { createBodyLayout } from "../replay/body-layout.ts";
import { createReplaySource } from "../replay/replay-source.ts";
import { type ClientExchange, toClientExchange } from "./client-exchange.ts";
import { findBrokenRules } from "./response-rules.ts";

const OTHER_VERSIONS: Readonly<Record<string, SpelledVersion>> = { "0.3": "1.0", "1.0": "0.3" };
const ID = "loupe";

/** `null` if it cannot be said in the other version. */
export function respellExchange(exchange: ClientExchange): ClientExchange | null {
  const version = OTHER_VERSIONS[exchange.version];
  const { recorded, operation, binding, response } = exchange;
  const { open, head, end, request } = recorded;
  if (!version || binding !== "jsonrpc" || request === null) return null;
  const call = readRecordedCall(open);
  if (call === null || typeof call === "string") return null;
  const isBare = operation === "get" || operation === "cancel";
  const results = response.events.map((event) => respell(event, version, isBare));
  if (results.length === 0 || results.includes(null)) return null;
  const target = { url: open.url, binding: "jsonrpc", version, id: ID, freshId: ID } as const;
  const { method, url, headers, body } = encodeCall(call.call, target);
  const { isSse } = createBodyLayout(recorded);
  const texts = results.map((result) => JSON.stringify({ jsonrpc: "2.0", id: ID, result }));
  const { x, t } = open;
  const records: WireRecord[] = [
    { ...open, method, url, headers, ...(body !== undefined && { body }) },
    ...(head
      ? [{ ...head, headers: head.headers.filter(([name]) => !/^content-length$/i.test(name)) }]
      : []),
    ...texts.map(
      (text) => ({ r: "data", x, t, text: isSse ? `data: ${text}\n\n` : text }) as const,
    ),
    ...(end ? [end] : []),
  ];
  const [other] = createReplaySource(records).exchanges;
  const runEvents = response.events.map(({ runEvent }) => runEvent ?? -1);
  const known = runEvents.includes(-1) ? [] : runEvents;
  if (!other) return null;
  const answer = readWireResponse(records, known);
  const spelled = toClientExchange({ ...other, number: recorded.number }, answer);
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
