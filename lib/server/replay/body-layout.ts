/**
 * Layout of a recorded response body: its bytes, the reads in which it came, its events, and the byte
 * ranges of the ids that the client chose.
 *
 * Guarantees: the events and what follows the last one cover every byte once, in order; an id is
 * listed only if it equals the recorded request's, so that an agent's wrong id stays wrong.
 */

import { type JsonSourceNode, parseJsonSource } from "../../json/json-source.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import { decodeBase64 } from "../../text/utf8.ts";
import { Body } from "../../wire/body.ts";
import { stripRecordSeparator } from "../../wire/frame.ts";
import { extractFrameContent } from "../../wire/frame-content.ts";
import { readFrames, SniffingFramer } from "../../wire/framing.ts";
import type { DataRecord, Time } from "../../wire/record.ts";
import { getContentType } from "./detect-exchange-version.ts";
import type { RecordedExchange } from "./replay-source.ts";

/** What the id names: the request or, in 0.1, the task or session that the client named. */
export type IdKind = "request" | "task" | "session";

interface IdRange {
  readonly kind: IdKind;
  readonly from: number;
  readonly to: number;
}

/** Range of an event without a JSON-RPC envelope. */
interface BareEventRange {
  readonly from: number;
  readonly to: number;
}

export interface BodyLayout {
  readonly bytes: Uint8Array;
  readonly reads: readonly { readonly t: Time; readonly end: number }[];
  /** The end offset of each event. An event starts where the one before ends. */
  readonly events: readonly number[];
  readonly ids: readonly IdRange[];
  readonly bareEvents: readonly BareEventRange[];
  readonly isSse: boolean;
}

export function createBodyLayout(exchange: RecordedExchange): BodyLayout {
  const body = new Body();
  const { framing = null } = exchange.open;
  const framer = new SniffingFramer(framing, getContentType(exchange));
  const chunks = exchange.data.map(getRecordBytes);
  const frames = [...readFrames(framer, exchange.data, body)];
  const at = createByteCursor(body);
  const events: number[] = [];
  const ids: IdRange[] = [];
  const bare: BareEventRange[] = [];
  const known = getClientIds(exchange);
  for (const frame of frames) {
    if (frame.kind !== "data" || frame.data.trim() === "") continue;
    const found = findRanges(body.slice(frame.start, frame.end), known);
    for (const { kind, from, to } of found) {
      const range = { from: at(frame.start + from), to: at(frame.start + to) };
      if (kind === "bare") bare.push(range);
      else ids.push({ kind, ...range });
    }
    events.push(at(frame.end));
  }
  let end = 0;
  const reads = chunks.map((bytes, i) => {
    end += bytes.length;
    return { t: exchange.data[i]?.t ?? null, end };
  });
  const bytes = Buffer.concat(chunks);
  return { bytes, reads, events, ids, bareEvents: bare, isSse: framer.framing === "sse" };
}

function getRecordBytes({ text, b64 }: DataRecord): Uint8Array {
  return b64 === undefined ? new TextEncoder().encode(text ?? "") : decodeBase64(b64);
}

/** Converts character positions to byte offsets. Rising positions measure each character only once. */
function createByteCursor(body: Body): (position: number) => number {
  let position = 0;
  let bytes = 0;
  return (next) => {
    bytes += next >= position ? body.byteLength(position, next) : -body.byteLength(next, position);
    position = next;
    return bytes;
  };
}

interface ClientIds {
  /** `undefined` if the log does not have the request. */
  readonly request: unknown;
  readonly names: ReadonlyMap<string, "task" | "session">;
}

function getClientIds({ request, version, sessionId }: RecordedExchange): ClientIds {
  const names = new Map<string, "task" | "session">();
  if (version === "0.1" && sessionId !== null) names.set(sessionId, "session");
  if (version === "0.1" && request?.taskId) names.set(request.taskId, "task");
  return { request: request ? request.id : undefined, names };
}

interface LayoutRange {
  readonly kind: IdKind | "bare";
  readonly from: number;
  readonly to: number;
}

function findRanges(frame: string, known: ClientIds): LayoutRange[] {
  const { text, back } = extractFrameContent(frame);
  const json = stripRecordSeparator(text);
  const shift = text.length - json.length;
  const { root } = parseJsonSource(json);
  if (!root) return [];
  const found: LayoutRange[] = [];
  const addRange = (kind: LayoutRange["kind"], { from, to }: Pick<JsonSourceNode, "from" | "to">) =>
    // Maps the last character, not the position after it: a line may end in between.
    found.push({ kind, from: back(shift + from), to: back(shift + to - 1) + 1 });
  const envelopes = isArray(root.value) ? [...(root.members?.values() ?? [])] : [root];
  for (const envelope of envelopes) {
    if (!isEnvelope(envelope.value)) {
      if (envelope === root && isObject(root.value)) addRange("bare", root);
      continue;
    }
    const id = envelope.members?.get("id");
    const isTheirs = id && (known.request === undefined || id.value === known.request);
    if (isTheirs) addRange("request", id);
  }
  if (known.names.size > 0) findNamedIds(root, known.names, addRange);
  return found.sort((a, b) => a.from - b.from);
}

function isEnvelope(value: unknown): boolean {
  return isObject(value) && (value.jsonrpc !== undefined || "result" in value || "error" in value);
}

/** Members by which 0.1 names a task or session, at any depth. */
const ID_MEMBERS: ReadonlySet<unknown> = new Set([
  "id",
  "taskId",
  "task_id",
  "sessionId",
  "contextId",
]);

function findNamedIds(
  { members }: JsonSourceNode,
  names: ClientIds["names"],
  addRange: (kind: IdKind, node: JsonSourceNode) => void,
  depth = 0,
): void {
  for (const [name, member] of members ?? []) {
    const { value } = member;
    const kind = typeof value === "string" && ID_MEMBERS.has(name) ? names.get(value) : undefined;
    // At the top level, `id` is that of the request.
    if (kind && (depth > 0 || name !== "id")) addRange(kind, member);
    findNamedIds(member, names, addRange, depth + 1);
  }
}
