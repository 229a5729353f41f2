/**
 * Response to a request, made from a recorded exchange: its head, its bytes with the client's own
 * ids, the time of each write, and how it ends.
 *
 * Guarantees: except for ids, missing envelopes, card URLs and requested faults, the bytes are the
 * recorded ones, written as they were read.
 */

import { parseJsonSource } from "../../json/json-source.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { EndCause, HeaderList, Time } from "../../wire/record.ts";
import {
  applyEdits,
  type BodyEdit,
  createEnvelopeEdits,
  createIdEdits,
  createLineEndEdits,
} from "./body-edits.ts";
import { type BodyLayout, createBodyLayout } from "./body-layout.ts";
import { applyFaults } from "./faults.ts";
import type { ReplayOptions } from "./replay-options.ts";
import type { ReplayRequest } from "./replay-request.ts";
import type { RecordedExchange } from "./replay-source.ts";

export interface ReplayHead {
  readonly status: number;
  readonly statusText: string | null;
  readonly headers: HeaderList;
}

/** Times are milliseconds since the request. */
export interface ReplayResponse {
  /** `null` if none was recorded. */
  readonly head: ReplayHead | null;
  readonly headAt: number;
  readonly writes: readonly { readonly bytes: Uint8Array; readonly at: number }[];
  readonly endAt: number;
  /** Complete, cut off, or left open as by an agent that sends nothing more. */
  readonly ending: "end" | "cut" | "hold";
  readonly notes: readonly string[];
}

/** Rewrites a card inside a response. */
type CardRewriter = (card: JsonObject) => unknown;

const END_BY_CAUSE: Readonly<Partial<Record<EndCause, ReplayResponse["ending"]>>> = {
  complete: "end",
  unknown: "end",
  timeout: "hold",
  aborted: "hold",
};

export function createReplayResponse(
  exchange: RecordedExchange,
  replayRequest: ReplayRequest,
  options: ReplayOptions,
  rewriteCard: CardRewriter,
): ReplayResponse {
  const layout = createBodyLayout(exchange);
  const notes: string[] = [];
  const edits = createEdits(exchange, layout, replayRequest, rewriteCard, notes);
  if (options.crlf) {
    const lineEnds = createLineEndEdits(layout);
    if (lineEnds.length === 0) notes.push("No line end was changed to CR LF.");
    edits.push(...lineEnds);
  }
  const segments = applyEdits(layout, edits);
  const played = applyFaults(segments, layout.events.length, options);
  const sent = played.writes.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const ending = played.isCut ? "cut" : (END_BY_CAUSE[exchange.end?.cause ?? "unknown"] ?? "cut");
  if (ending === "hold") notes.push(HOLD_NOTES[exchange.end?.cause === "aborted" ? 1 : 0]);
  const grown = played.isCut
    ? segments.reduce((sum, { bytes }) => sum + bytes.length, 0) - layout.bytes.length
    : sent - layout.bytes.length;
  const at = createClock(exchange, options);
  return {
    head: createHead(exchange, layout, grown),
    headAt: at(exchange.head?.t ?? null),
    writes: played.writes.map(({ bytes, t }) => ({ bytes, at: at(t) })),
    endAt: at(exchange.end?.t ?? null),
    ending,
    notes: [...notes, ...played.notes],
  };
}

const HOLD_NOTES = [
  "Left open: in the recording, the agent stopped sending here.",
  "Left open: in the recording, the client disconnected here.",
] as const;

function createEdits(
  { operation, request }: RecordedExchange,
  layout: BodyLayout,
  { binding, idLiterals }: ReplayRequest,
  rewriteCard: CardRewriter,
  notes: string[],
): BodyEdit[] {
  const edits = createIdEdits(layout, idLiterals);
  if (operation === "extended-card") {
    notes.push("The card's URLs were changed to this server and its signatures removed.");
    return createCardEdits(layout, edits, rewriteCard);
  }
  if (request !== null || binding !== "jsonrpc" || layout.bareEvents.length === 0) return edits;
  notes.push("The log has bare events. Each was wrapped in a JSON-RPC envelope.");
  return [...edits, ...createEnvelopeEdits(layout, idLiterals.request ?? "null")];
}

/** Edits that replace the card in a response, which is the body or its `result`. */
function createCardEdits(
  { bytes }: BodyLayout,
  ids: BodyEdit[],
  rewriteCard: CardRewriter,
): BodyEdit[] {
  const text = Buffer.from(bytes).toString("latin1");
  const { root } = parseJsonSource(text);
  const node = root?.members?.get("result") ?? root;
  if (!node) return ids;
  const card = parseJsonSource(Buffer.from(text.slice(node.from, node.to), "latin1").toString());
  if (!isObject(card.value) || root?.members?.has("error")) return ids;
  const rewritten = new TextEncoder().encode(JSON.stringify(rewriteCard(card.value)));
  const outside = ids.filter(({ from }) => from < node.from || from >= node.to);
  return [...outside, { from: node.from, to: node.to, bytes: rewritten }];
}

/** `grown` is the number of bytes by which the edited body is longer than the recorded one. */
function createHead(
  { head, data }: RecordedExchange,
  layout: BodyLayout,
  grown: number,
): ReplayHead | null {
  if (!head) {
    if (data.length === 0) return null;
    const type = layout.isSse ? "text/event-stream" : "application/json";
    return { status: 200, statusText: null, headers: [["content-type", type]] };
  }
  const headers = head.headers.flatMap(([name, value]): HeaderList => {
    const key = name.toLowerCase();
    if (key === "content-encoding" && head.decoded !== undefined) return [];
    if (key === "transfer-encoding" && value.toLowerCase() !== "chunked") return [];
    if (key !== "content-length") return [[name, value]];
    return head.decoded === undefined ? [[name, String(Number(value) + grown)]] : [];
  });
  return { status: head.status, statusText: head.statusText ?? null, headers };
}

function createClock(
  { open }: RecordedExchange,
  { speed, delay }: ReplayOptions,
): (t: Time) => number {
  return (t) => {
    const passed = t === null || open.t === null ? 0 : Math.max(0, t - open.t);
    return delay + passed / speed;
  };
}
