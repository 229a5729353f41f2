/**
 * One recorded exchange made into the answer to a request: its head, its bytes with the client's
 * own ids in them, when each of them leaves, and how it ends.
 *
 * Guarantees: but for ids, envelopes that were missing and the faults asked for, the bytes are the
 * recorded ones, written as they were read.
 */
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { parseJsonSource } from "../../wire/json-source.ts";
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

/** Milliseconds are counted from the request. */
export interface ReplayResponse {
  /** `null` where none ever came. */
  readonly head: ReplayHead | null;
  readonly headAt: number;
  readonly writes: readonly { readonly bytes: Uint8Array; readonly at: number }[];
  readonly endAt: number;
  /** Whole; broken off; or left open, as by an agent that says nothing more. */
  readonly ending: "end" | "cut" | "hold";
  readonly notes: readonly string[];
}

/** What a card inside an answer becomes. */
export type CardRewriter = (card: JsonObject) => unknown;

const END_BY_CAUSE: Readonly<Partial<Record<EndCause, ReplayResponse["ending"]>>> = {
  complete: "end",
  unknown: "end",
  timeout: "hold",
  aborted: "hold",
};

export function createReplayResponse(
  exchange: RecordedExchange,
  question: ReplayRequest,
  options: ReplayOptions,
  rewriteCard: CardRewriter,
): ReplayResponse {
  const map = createBodyLayout(exchange);
  const notes: string[] = [];
  const edits = createEdits(exchange, map, question, rewriteCard, notes);
  if (options.crlf) {
    const lineEnds = createLineEndEdits(map);
    if (lineEnds.length === 0) notes.push("No line end was changed.");
    edits.push(...lineEnds);
  }
  const segments = applyEdits(map, edits);
  const played = applyFaults(segments, map.events.length, options);
  const sent = played.writes.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const ending = played.isCut ? "cut" : (END_BY_CAUSE[exchange.end?.cause ?? "unknown"] ?? "cut");
  if (ending === "hold") notes.push(HOLD_NOTES[exchange.end?.cause === "aborted" ? 1 : 0]);
  const grown = played.isCut
    ? segments.reduce((sum, { bytes }) => sum + bytes.length, 0) - map.bytes.length
    : sent - map.bytes.length;
  const at = createClock(exchange, options);
  return {
    head: createHead(exchange, map, grown),
    headAt: at(exchange.head?.t ?? null),
    writes: played.writes.map(({ bytes, t }) => ({ bytes, at: at(t) })),
    endAt: at(exchange.end?.t ?? null),
    ending,
    notes: [...notes, ...played.notes],
  };
}

const HOLD_NOTES = [
  "Left open: the recording ends in a silence of the agent.",
  "Left open: the recorded client hung up here.",
] as const;

function createEdits(
  { operation, request }: RecordedExchange,
  map: BodyLayout,
  { binding, idLiterals }: ReplayRequest,
  rewriteCard: CardRewriter,
  notes: string[],
): BodyEdit[] {
  const edits = createIdEdits(map, idLiterals);
  if (operation === "extended-card") {
    notes.push("The card's URLs lead here; its signatures are left out.");
    return createCardEdits(map, edits, rewriteCard);
  }
  if (request !== null || binding !== "jsonrpc" || map.bareEvents.length === 0) return edits;
  notes.push("The log has bare events; each is put into an envelope of JSON-RPC.");
  return [...edits, ...createEnvelopeEdits(map, idLiterals.request ?? "null")];
}

/** The card that an answer is or has for its result. */
function createCardEdits(
  { bytes }: BodyLayout,
  ids: BodyEdit[],
  rewriteCard: CardRewriter,
): BodyEdit[] {
  const text = Buffer.from(bytes).toString("latin1");
  const { root } = parseJsonSource(text);
  const place = root?.members?.get("result") ?? root;
  if (!place) return ids;
  const card = parseJsonSource(Buffer.from(text.slice(place.from, place.to), "latin1").toString());
  if (!isObject(card.value) || root?.members?.has("error")) return ids;
  const rewritten = new TextEncoder().encode(JSON.stringify(rewriteCard(card.value)));
  const outside = ids.filter(({ from }) => from < place.from || from >= place.to);
  return [...outside, { from: place.from, to: place.to, bytes: rewritten }];
}

/** `grown` is by how many bytes the whole body is longer than it was. */
function createHead(
  { head, data }: RecordedExchange,
  map: BodyLayout,
  grown: number,
): ReplayHead | null {
  if (!head) {
    if (data.length === 0) return null;
    const type = map.isSse ? "text/event-stream" : "application/json";
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
