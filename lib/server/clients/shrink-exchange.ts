/**
 * Makes the response of an exchange smaller, as long as a client breaks: first whole events are left
 * out, then members, items and texts of their JSON.
 *
 * **Guarantees:** the smaller response has only valid events, and breaks no rule that the larger one
 * keeps; the number of tries is bounded.
 */

import { shrinkList } from "../../clients/shrink.ts";
import { applyJsonEdits, type JsonEdit, listJsonEdits } from "../../clients/shrink-json.ts";
import { parseJson } from "../../json/exact-json.ts";
import { stringifyJson } from "../../json/json-stringify.ts";
import { decodeStrict } from "../../text/utf8.ts";
import { createBodyLayout } from "../replay/body-layout.ts";
import { type ClientExchange, rebuildExchange } from "./client-exchange.ts";
import { findBrokenRules } from "./response-rules.ts";

/** Asked whether a client breaks, each time. */
const EVENT_BUDGET = 24;
const JSON_BUDGET = 12;
/** The rules are checked again for each member of the JSON. */
const MAX_JSON_BYTES = 1 << 16;

export async function shrinkExchange(
  exchange: ClientExchange,
  breaks: (smaller: ClientExchange) => Promise<boolean>,
): Promise<ClientExchange> {
  const events = listEventBytes(exchange);
  const kept = await shrinkList(
    events,
    async (pieces) => {
      const smaller = rebuildExchange(exchange, pieces);
      return smaller !== null && (await breaks(smaller));
    },
    EVENT_BUDGET,
  );
  const fewer = kept.length < events.length ? rebuildExchange(exchange, kept) : null;
  return shrinkJson(fewer ?? exchange, kept, breaks);
}

/** `pieces`: the bytes of its events. */
async function shrinkJson(
  exchange: ClientExchange,
  pieces: readonly Uint8Array[],
  breaks: (smaller: ClientExchange) => Promise<boolean>,
): Promise<ClientExchange> {
  if (pieces.reduce((sum, { length }) => sum + length, 0) > MAX_JSON_BYTES) return exchange;
  const values = pieces.map(readPiece);
  const { isSse } = createBodyLayout(exchange.recorded);
  const rules = new Set(findBrokenRules(exchange));
  const count = exchange.response.events.length;
  const apply = (edits: readonly JsonEdit[]): ClientExchange | null => {
    const edited = applyJsonEdits(values, edits);
    const smaller = rebuildExchange(
      exchange,
      pieces.map((piece, i) => {
        const value = Array.isArray(edited) ? edited[i] : undefined;
        return value === undefined ? piece : writePiece(value, isSse);
      }),
    );
    const found = smaller?.response.events ?? [];
    const isWhole = found.length === count && found.every((it) => it.isValid && it.flaw === null);
    if (!smaller || !isWhole) return null;
    return findBrokenRules(smaller).every((rule) => rules.has(rule)) ? smaller : null;
  };
  const allowed: JsonEdit[] = [];
  for (const edit of listJsonEdits(values)) {
    // A whole event is none of its members.
    if (/^\/\d+$/.test(edit.at)) continue;
    if (apply([...allowed, edit])) allowed.push(edit);
  }
  const all = apply(allowed);
  if (allowed.length === 0 || !all) return exchange;
  if (await breaks(all)) return all;
  // What must stay as it was.
  const kept = await shrinkList(
    allowed,
    async (untouched) => {
      const smaller = apply(allowed.filter((edit) => !untouched.includes(edit)));
      return smaller !== null && (await breaks(smaller));
    },
    JSON_BUDGET,
  );
  return apply(allowed.filter((edit) => !kept.includes(edit))) ?? exchange;
}

/** The JSON of an event; `undefined` if it has none that can be written anew. */
function readPiece(bytes: Uint8Array): unknown {
  const text = decodeStrict(bytes);
  if (text === null) return undefined;
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  const data = lines.map((line) => line.slice(5)).join("\n");
  const value = parseJson(lines.length > 0 ? data : text);
  return typeof value === "object" && value !== null ? value : undefined;
}

function writePiece(value: unknown, isSse: boolean): Uint8Array {
  const text = stringifyJson(value);
  return new TextEncoder().encode(isSse ? `data: ${text}\n\n` : text);
}

/** The bytes of each event, and what follows the last. */
export function listEventBytes({ recorded }: ClientExchange): Uint8Array[] {
  const { bytes, events } = createBodyLayout(recorded);
  const starts = [0, ...events];
  return starts
    .map((start, i) => bytes.subarray(start, starts[i + 1]))
    .filter((it) => it.length > 0);
}
