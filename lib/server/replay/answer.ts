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
import { type BodyMap, mapBody } from "./body-map.ts";
import { disturbed } from "./faults.ts";
import type { ReplayOptions } from "./options.ts";
import { type Edit, envelopeEdits, idEdits, lineEndEdits, piecesOf } from "./pieces.ts";
import type { Question } from "./question.ts";
import type { RecordedExchange } from "./script.ts";

export interface Head {
  readonly status: number;
  readonly statusText: string | null;
  readonly headers: HeaderList;
}

/** Milliseconds are counted from the request. */
export interface Answer {
  /** `null` where none ever came. */
  readonly head: Head | null;
  readonly headAt: number;
  readonly writes: readonly { readonly bytes: Uint8Array; readonly at: number }[];
  readonly endAt: number;
  /** Whole; broken off; or left open, as by an agent that says nothing more. */
  readonly ending: "end" | "cut" | "hold";
  readonly notes: readonly string[];
}

/** What a card inside an answer becomes. */
export type CardRewriting = (card: JsonObject) => unknown;

const ENDINGS: Readonly<Partial<Record<EndCause, Answer["ending"]>>> = {
  complete: "end",
  unknown: "end",
  timeout: "hold",
  aborted: "hold",
};

export function answerWith(
  exchange: RecordedExchange,
  question: Question,
  options: ReplayOptions,
  rewriteCard: CardRewriting,
): Answer {
  const map = mapBody(exchange);
  const notes: string[] = [];
  const edits = editsOf(exchange, map, question, rewriteCard, notes);
  if (options.crlf) {
    const lineEnds = lineEndEdits(map);
    if (lineEnds.length === 0) notes.push("No line end was changed.");
    edits.push(...lineEnds);
  }
  const pieces = piecesOf(map, edits);
  const played = disturbed(pieces, map.events.length, options);
  const sent = played.writes.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const ending = played.isCut ? "cut" : (ENDINGS[exchange.end?.cause ?? "unknown"] ?? "cut");
  if (ending === "hold") notes.push(WHY_HELD[exchange.end?.cause === "aborted" ? 1 : 0]);
  const grown = played.isCut
    ? pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) - map.bytes.length
    : sent - map.bytes.length;
  const at = clockOf(exchange, options);
  return {
    head: headOf(exchange, map, grown),
    headAt: at(exchange.head?.t ?? null),
    writes: played.writes.map(({ bytes, t }) => ({ bytes, at: at(t) })),
    endAt: at(exchange.end?.t ?? null),
    ending,
    notes: [...notes, ...played.notes],
  };
}

const WHY_HELD = [
  "Left open: the recording ends in a silence of the agent.",
  "Left open: the recorded client hung up here.",
] as const;

function editsOf(
  { operation, asked }: RecordedExchange,
  map: BodyMap,
  { binding, literals }: Question,
  rewriteCard: CardRewriting,
  notes: string[],
): Edit[] {
  const edits = idEdits(map, literals);
  if (operation === "extended-card") {
    notes.push("The card's URLs lead here; its signatures are left out.");
    return cardEdits(map, edits, rewriteCard);
  }
  if (asked !== null || binding !== "jsonrpc" || map.bare.length === 0) return edits;
  notes.push("The log has bare events; each is put into an envelope of JSON-RPC.");
  return [...edits, ...envelopeEdits(map, literals.request ?? "null")];
}

/** The card that an answer is or has for its result. */
function cardEdits({ bytes }: BodyMap, ids: Edit[], rewriteCard: CardRewriting): Edit[] {
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
function headOf({ head, data }: RecordedExchange, map: BodyMap, grown: number): Head | null {
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

function clockOf({ open }: RecordedExchange, { speed, delay }: ReplayOptions): (t: Time) => number {
  return (t) => {
    const passed = t === null || open.t === null ? 0 : Math.max(0, t - open.t);
    return delay + passed / speed;
  };
}
