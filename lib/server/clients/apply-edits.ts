/**
 * An exchange as a tap delivered it: the recorded response with what the tap's plan or its user did to
 * it on the way to the caller.
 *
 * **Guarantees:** the events are counted as the tap counted them; without an edit, the bytes and their
 * times are the recorded ones; what the log does not say about an edit is named; a log adds no more than
 * a bounded number of copies and bytes to what it has.
 */

import { STATUS_CODES } from "node:http";
import type { ClientEdit } from "../../clients/client-result.ts";
import { readWireResponse } from "../../clients/wire-response.ts";
import { parseJson } from "../../json/exact-json.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { isEditAction } from "../../timeline/edits.ts";
import type { DataRecord, EditRecord, EndRecord, HeadRecord, Time } from "../../wire/record.ts";
import { createDataRecord, decodeRecordBytes } from "../exchange/response-body.ts";
import type { RecordedExchange } from "../replay/replay-source.ts";
import { createEditedHeaders } from "../tap/edited-response.ts";
import { getBodyFraming } from "../tap/plan/http1-response.ts";
import { HOLD_NOTES, KEEP_ALIVE } from "../tap/plan/response-gate.ts";
import { type BodyStretch, WatchedExchange } from "../tap/plan/watched-exchange.ts";
import { type ClientExchange, listRecords } from "./client-exchange.ts";

/** What of an edit could not be applied. */
export interface EditGap {
  readonly edit: EditRecord;
  readonly why: string;
}

type Response = Pick<RecordedExchange, "open" | "head" | "data" | "end">;

export interface DeliveredExchange extends Response {
  /** For each of its events the one of the agent, from 1, whose bytes it has; `null` for others. */
  readonly events: readonly (number | null)[];
  /** What changed it. */
  readonly edits: readonly ClientEdit[];
  readonly gaps: readonly EditGap[];
}

/** These change when the caller receives something, not what. */
const HARMLESS_EDITS: ReadonlySet<EditRecord["do"]> = new Set(["hold", "delay", "continue"]);

/** Of events and keep-alives: a log may say any number. */
const MAX_COPIES = 100_000;
const MAX_COPIED_BYTES = 64 << 20;

/** `edits`: those of the exchange, in the order of the log. */
export function applyEdits(
  exchange: ClientExchange,
  edits: readonly EditRecord[],
): { readonly exchange: ClientExchange; readonly gaps: readonly EditGap[] } {
  if (edits.length === 0) return { exchange, gaps: [] };
  const delivered = deliver(exchange.recorded, edits);
  const { open, head, data, end, events, gaps } = delivered;
  const recorded = { ...exchange.recorded, open, head, data, end };
  const runEvents = events.map((number) =>
    number === null ? null : (exchange.response.events[number - 1]?.runEvent ?? null),
  );
  const response = readWireResponse(listRecords(recorded), runEvents);
  return { exchange: { ...exchange, recorded, response, edits: delivered.edits }, gaps };
}

/** The records of an exchange as its caller would have written them. */
export const deliver = (recorded: Response, edits: readonly EditRecord[]): DeliveredExchange =>
  new Delivery(recorded, edits).run();

/** Bytes as they were delivered. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly t: Time;
  /** The number of the agent's event that they are; `null` for others. */
  readonly event: number | null;
}

class Delivery {
  readonly #recorded: Response;
  readonly #watched: WatchedExchange;
  /** By the number of their event. */
  readonly #edits = new Map<number, EditRecord[]>();
  readonly #applied: ClientEdit[] = [];
  readonly #gaps: EditGap[] = [];
  readonly #framing: "chunked" | "until-close" | "length" | "http2";
  #pieces: Piece[] = [];
  #now: Time = null;
  /** The head of an error that is the whole response. */
  #errorHead: HeadRecord | null = null;
  #copies = 0;
  #copiedBytes = 0;
  /** Nothing more was passed on. */
  #isOver = false;
  /** It ended in order although the agent had more. */
  #isComplete = false;

  constructor(recorded: Response, edits: readonly EditRecord[]) {
    const { head } = recorded;
    this.#recorded = recorded;
    this.#watched = watchResponse(recorded);
    const isHttp2 = head?.httpVersion?.startsWith("2") === true;
    this.#framing = isHttp2 ? "http2" : getBodyFraming(head?.headers ?? []);
    for (const edit of edits) {
      const known = this.#edits.get(edit.event);
      if (known) known.push(edit);
      else this.#edits.set(edit.event, [edit]);
    }
  }

  run(): DeliveredExchange {
    const { open, data, end } = this.#recorded;
    // A request that was answered instead has its response in the log.
    const asked = this.#takeEdits(0);
    for (const edit of asked) this.#note(edit);
    this.#isOver = asked.some(({ do: action }) => action === "cut" || action === "end");
    const body = Buffer.concat(data.map(decodeRecordBytes));
    const pass = (stretches: readonly BodyStretch[], t: Time) => {
      for (const { from, to, event } of stretches) {
        if (this.#isOver) return;
        this.#waitUntil(t);
        this.#pass(body.subarray(from, to), event?.number ?? null);
      }
    };
    for (const record of data) pass(this.#watched.read(decodeRecordBytes(record)), record.t);
    pass(this.#watched.finish(), end?.t ?? data.at(-1)?.t ?? null);
    this.#passRest();
    // A response whose length is in its head is sent when it is complete.
    const isUnsent = this.#framing === "length" && this.#isOver && !this.#isComplete;
    if (isUnsent) this.#pieces = [];
    const head = isUnsent ? null : this.#createHead();
    const delivered = { open, head, data: this.#createData(), end: this.#createEnd() };
    const events = this.#listEvents(delivered);
    return { ...delivered, events, edits: this.#applied, gaps: this.#gaps };
  }

  #takeEdits(event: number): readonly EditRecord[] {
    const edits = this.#edits.get(event) ?? [];
    this.#edits.delete(event);
    return edits;
  }

  #waitUntil(t: Time): void {
    if (t !== null) this.#now = Math.max(this.#now ?? t, t);
  }

  #send(bytes: Uint8Array, event: number | null = null): void {
    if (bytes.length > 0) this.#pieces.push({ bytes, t: this.#now, event });
  }

  #note({ event, do: action }: EditRecord): void {
    if (HARMLESS_EDITS.has(action) || !isEditAction(action)) return;
    this.#applied.push({ event, do: action });
  }

  #leave(edit: EditRecord, why: string): void {
    this.#gaps.push({ edit, why });
  }

  /** As `ResponseGate` passes it. */
  #pass(bytes: Uint8Array, number: number | null): void {
    const before: Uint8Array[] = [];
    const after: Uint8Array[] = [];
    let edited: Uint8Array | null = null;
    let isDropped = false;
    let copies = 1;
    let held: EditRecord | null = null;
    for (const edit of number === null ? [] : this.#takeEdits(number)) {
      const { do: action, t, ms = 0, times = 1 } = edit;
      this.#waitUntil(action === "delay" && t !== null ? t + ms : t);
      const where = action === "insert" ? getWhere(edit) : null;
      if (action !== "insert" || where !== null) this.#note(edit);
      switch (action) {
        case "hold":
          held = edit;
          break;
        case "continue":
          held = null;
          this.#goOn(edit);
          break;
        case "drop":
          isDropped = true;
          break;
        case "repeat":
          if (this.#hasRoom(times, bytes.length)) copies += times;
          else this.#leave(edit, "these are more copies than can be served");
          break;
        case "edit":
        case "answer":
          edited = decodeRecordBytes(edit);
          break;
        case "insert":
          if (where === "before") before.push(decodeRecordBytes(edit));
          else if (where === "after") after.push(decodeRecordBytes(edit));
          else this.#leave(edit, "the log does not say whether before or after that event");
          break;
        case "cut":
          this.#cut(edit);
          break;
        case "end":
          this.#finish();
          break;
        case "fail":
          this.#fail(edit);
      }
      if (this.#isOver) return;
    }
    if (held) {
      this.#stop(held);
      return this.#leave(held, "the log does not say that it went on");
    }
    for (const one of before) this.#send(one);
    for (let i = 0; i < copies && !isDropped; i++) {
      this.#send(edited ?? bytes, edited ? null : number);
    }
    for (const one of after) this.#send(one);
  }

  #hasRoom(copies: number, length: number): boolean {
    const all = this.#copies + copies;
    const bytes = this.#copiedBytes + copies * length;
    if (all > MAX_COPIES || bytes > MAX_COPIED_BYTES) return false;
    this.#copies = all;
    this.#copiedBytes = bytes;
    return true;
  }

  #goOn(edit: EditRecord): void {
    const { keepAlives = 0, gone, note } = edit;
    if (this.#watched.isSse && this.#hasRoom(keepAlives, KEEP_ALIVE.length)) {
      for (let i = 0; i < keepAlives; i++) this.#send(KEEP_ALIVE);
    }
    // An older log says it in words alone.
    if (gone || note === HOLD_NOTES.gone) this.#stop(edit);
  }

  /** What was held went nowhere. */
  #stop({ event }: EditRecord): void {
    this.#isOver = true;
    this.#applied.push({ event, do: "hold" });
  }

  #finish(): void {
    this.#isOver = true;
    this.#isComplete = true;
  }

  #cut(edit: EditRecord): void {
    const how = getHow(edit);
    this.#isOver = true;
    // A body with another end is broken off either way.
    if (this.#framing !== "until-close") return;
    if (how === "close") this.#isComplete = true;
    else if (how === null) {
      this.#leave(edit, "the log does not say whether by a reset or in order");
    }
  }

  #fail(edit: EditRecord): void {
    const { status, headers = [] } = edit;
    const { head } = this.#recorded;
    this.#finish();
    if (this.#framing === "length" && head) {
      this.#pieces = [];
      if (status === undefined) this.#leave(edit, "the log does not say with which status");
      else {
        this.#errorHead = { ...head, status, statusText: STATUS_CODES[status] ?? "Error", headers };
      }
    }
    this.#send(decodeRecordBytes(edit));
  }

  /** What a log had beyond the last event of the agent. */
  #passRest(): void {
    if (this.#isOver) return;
    for (const edit of [...this.#edits.values()].flat().toSorted((a, b) => a.event - b.event)) {
      this.#waitUntil(edit.t);
      if (edit.do === "answer") {
        this.#note(edit);
        this.#send(decodeRecordBytes(edit));
      } else if (!HARMLESS_EDITS.has(edit.do)) {
        this.#leave(edit, "the recorded response has no such event");
      }
    }
  }

  #createHead(): HeadRecord | null {
    const { head } = this.#recorded;
    if (this.#framing !== "length") {
      if (!head || this.#framing !== "http2") return head;
      const headers = head.headers.filter(([name]) => name.toLowerCase() !== "content-length");
      return { ...head, headers };
    }
    if (!head) return null;
    if (this.#errorHead) return { ...this.#errorHead, t: this.#now };
    if (this.#applied.length === 0) return { ...head, t: this.#now };
    const length = this.#pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return { ...head, t: this.#now, headers: createEditedHeaders(head.headers, length) };
  }

  /** One record for what was delivered at one time. */
  #createData(): DataRecord[] {
    const { x } = this.#recorded.open;
    const writes: { readonly t: Time; readonly pieces: Uint8Array[] }[] = [];
    for (const { bytes, t: sentAt } of this.#pieces) {
      const t = this.#framing === "length" ? this.#now : sentAt;
      const last = writes.at(-1);
      if (last?.t === t) last.pieces.push(bytes);
      else writes.push({ t, pieces: [bytes] });
    }
    const { isBinary } = this.#watched;
    return writes.map(({ t, pieces }) => createDataRecord(x, t, Buffer.concat(pieces), isBinary));
  }

  #createEnd(): EndRecord | null {
    const { open, end } = this.#recorded;
    if (this.#isOver) {
      const cause = this.#isComplete ? "complete" : "reset";
      return { r: "end", x: open.x, t: this.#now ?? end?.t ?? null, cause };
    }
    this.#waitUntil(end?.t ?? null);
    return end && { ...end, t: this.#now };
  }

  #listEvents(delivered: Response): (number | null)[] {
    const watched = watchResponse(delivered);
    const stretches = delivered.data.flatMap((record) => watched.read(decodeRecordBytes(record)));
    const starts = new Map<number, number | null>();
    let at = 0;
    for (const { bytes, event } of this.#pieces) {
      starts.set(at, event);
      at += bytes.length;
    }
    const events: (number | null)[] = [];
    for (const { from, event } of [...stretches, ...watched.finish()]) {
      if (!event) continue;
      // Several events of one frame follow each other.
      while (events.length < event.number - 1) events.push(getNext(events.at(-1)));
      events.push(starts.get(from) ?? null);
    }
    return events;
  }
}

const getNext = (number: number | null = null) => (number === null ? null : number + 1);

function watchResponse({ open, head }: Response): WatchedExchange {
  const { method, url, headers, body, bodyB64 } = open;
  const watched = new WatchedExchange({
    method,
    url,
    headers,
    body: bodyB64 === undefined ? Buffer.from(body ?? "") : Buffer.from(bodyB64, "base64"),
    isGrpc: open.framing === "grpc",
    checksRules: false,
  });
  if (head) watched.readHead(head);
  return watched;
}

/** `null` if the log does not say it: an older one has the step alone. */
function getWhere(edit: EditRecord): "before" | "after" | null {
  const { where = getGivenMembers(edit)?.where } = edit;
  if (where === "before") return "before";
  return where === "after" || getGivenMembers(edit) ? "after" : null;
}

function getHow(edit: EditRecord): "reset" | "close" | null {
  const { how = getGivenMembers(edit)?.how } = edit;
  if (how === "close") return "close";
  return how === "reset" || getGivenMembers(edit) ? "reset" : null;
}

/** What the user gave for it; `null` for a step of a plan. */
function getGivenMembers({ by, members = "{}" }: EditRecord): JsonObject | null {
  const given = by === "user" ? parseJson(members) : null;
  return isObject(given) ? given : null;
}
