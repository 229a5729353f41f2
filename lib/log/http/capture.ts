/**
 * HTTP/1 messages as they stood on the wire, or as a tool printed them: heads, bodies by length or
 * in chunks, content codings undone, several exchanges one after another.
 *
 * Guarantees: the records do not depend on how the bytes were cut; every byte is part of a message
 * or named as left out.
 */

import { ByteQueue } from "../../wire/byte-queue.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { type HeadRecord, SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { concatBytes } from "../../wire/utf8.ts";
import { byteText, shownBytes } from "../bytes.ts";
import type { ImportRun, ImportSink } from "../importer.ts";
import { type BodyReader, ChunkedBody, isChunkSize, PlainBody } from "./body.ts";
import { Content } from "./content.ts";
import { type Ending, Exchanges } from "./exchanges.ts";
import { addHeader, type Head, headBegunBy, isInterim } from "./head.ts";

export interface CaptureOptions {
  /** Requests stand there without their bodies, as `curl -v` prints them. */
  readonly bodiless?: boolean;
}

/** Enough of a body to see how it is framed and encoded. */
const LOOK = 32;
const LINE_LIMIT = 65_536;

type State =
  | { readonly is: "between" }
  | { readonly is: "head"; readonly head: Head }
  /** The head is there; the body's first bytes decide how it is read. */
  | { readonly is: "begin"; readonly head: Head; readonly time: Time }
  | {
      readonly is: "body";
      readonly head: Head;
      readonly time: Time;
      readonly reader: BodyReader;
    };

export class HttpCapture implements ImportRun {
  /** When what is pushed next happened. */
  time: Time = null;
  /** What URLs begin with, where it is known. */
  scheme = "";
  /** Whom the tool was connected to. */
  remote: HeadRecord["remote"];

  readonly #sink: ImportSink;
  readonly #exchanges: Exchanges;
  readonly #queue = new ByteQueue();
  readonly #isBodiless: boolean;
  #isOver = false;
  #state: State = { is: "between" };
  /** The content of the answer whose end has not been told. */
  #content: Content | null = null;
  #reader: BodyReader | null = null;
  #sent: Uint8Array[] = [];
  #isLonger = false;
  #ending: (Ending & { readonly t: Time }) | null = null;
  /** Bytes that belong to nothing. */
  #stray: { at: number; bytes: Uint8Array } | null = null;

  constructor(sink: ImportSink, { bodiless = false }: CaptureOptions = {}) {
    this.#sink = sink;
    this.#exchanges = new Exchanges(sink);
    this.#isBodiless = bodiless;
  }

  push(bytes: Uint8Array): void {
    this.#queue.push(bytes);
    while (this.#step());
  }

  /** What comes next does not belong to the message at hand. */
  boundary(): void {
    this.#isOver = true;
    while (this.#step());
    this.#isOver = false;
    if (this.#state.is === "body") this.#endBody(this.#state);
    this.#state = { is: "between" };
  }

  end(): void {
    this.boundary();
    if (this.#content) this.#tellEnd();
    if (this.#ending) this.#exchanges.unanswered(this.#ending);
    this.#flushStray();
  }

  /** How the answer at hand ended, where something else than its bytes tells. */
  ended(ending: Ending): void {
    this.#ending = { ...ending, t: this.time };
  }

  /** A remark about the exchange at hand. */
  note(text: string): void {
    this.#exchanges.note(text, this.time);
  }

  /** False where more bytes are needed. */
  #step(): boolean {
    const state = this.#state;
    switch (state.is) {
      case "between":
        return this.#between();
      case "head":
        return this.#header(state.head);
      case "begin":
        return this.#begin(state);
      case "body":
        if (!state.reader.read(this.#queue, this.#isOver, (bytes) => this.#take(state.head, bytes)))
          return false;
        this.#endBody(state);
        return true;
    }
  }

  #line(): Uint8Array | null {
    const length = this.#queue.lineLength();
    if (length >= 0) return this.#queue.take(length);
    if (this.#queue.length >= LINE_LIMIT || (this.#isOver && this.#queue.length > 0)) {
      return this.#queue.take(LINE_LIMIT);
    }
    return null;
  }

  #between(): boolean {
    const at = this.#queue.offset;
    const bytes = this.#line();
    if (!bytes) return false;
    const head = headBegunBy(byteText(bytes).trimEnd());
    if (head) {
      this.#flushStray();
      this.#state = { is: "head", head };
    } else this.#addStray(bytes, at);
    return true;
  }

  #header(head: Head): boolean {
    const at = this.#queue.offset;
    const bytes = this.#line();
    if (!bytes) {
      if (this.#isOver) this.#state = { is: "begin", head, time: this.time };
      return this.#isOver;
    }
    const line = byteText(bytes).replace(/\r?\n$/, "");
    if (line === "") this.#state = { is: "begin", head, time: this.time };
    else if (!addHeader(head.headers, line)) this.#skip(at, "no header", bytes);
    return true;
  }

  #begin({ head, time }: State & { is: "begin" }): boolean {
    const start = this.#queue.peek(LOOK);
    const isEnough = this.#isOver || start.length === LOOK;
    const hasBody = this.#hasBody(head);
    if (hasBody && !isEnough) return false;
    if (head.kind === "response" && isInterim(head)) {
      this.note(`HTTP ${head.status} ${head.statusText} came before the answer`);
      this.#state = { is: "between" };
      return true;
    }
    const coding = getHeaderValue(head.headers, "content-encoding");
    const reader = hasBody ? readerFor(head, start) : new PlainBody(0);
    if (head.kind === "response") {
      if (this.#content && !this.#exchanges.mayBeFollowed) this.#tellEnd();
      const isChunked = reader instanceof ChunkedBody;
      const content = new Content(
        hasBody ? coding : null,
        isChunked ? firstChunk(start) : start,
        (bytes) => this.#exchanges.data(bytes),
      );
      const { decoded } = content;
      const known = {
        ...(decoded !== null && { decoded }),
        ...(this.remote && { remote: this.remote }),
      };
      this.#exchanges.answer(head, known, time);
      if (content.note) this.note(content.note);
      this.#content = content;
      this.#reader = reader;
      this.#isLonger = false;
    }
    this.#state = { is: "body", head, time, reader };
    return true;
  }

  #hasBody(head: Head): boolean {
    if (head.kind === "response") {
      return ![204, 304].includes(head.status) && this.#exchanges.nextMethod !== "HEAD";
    }
    if (this.#isBodiless) return false;
    const isSaid = ["content-length", "transfer-encoding"].some(
      (name) => getHeaderValue(head.headers, name) !== null,
    );
    return isSaid || /^(?:POST|PUT|PATCH)$/.test(head.method);
  }

  #take(head: Head, bytes: Uint8Array): void {
    if (head.kind === "response") this.#content?.push(bytes);
    else this.#sent.push(bytes.slice());
  }

  #endBody({ head, time, reader }: State & { is: "body" }): void {
    this.#state = { is: "between" };
    if (head.kind === "response") return;
    if (this.#content) this.#tellEnd();
    const sent = this.#sent.splice(0).reduce(concatBytes, new Uint8Array(0));
    // Without a length, the empty lines before the next message are the tool's.
    const body = reader.isWhole === true ? sent : withoutLineEnds(sent);
    this.#exchanges.request(head, body, this.scheme, time);
  }

  /** The answer at hand is over, as something that follows it shows. */
  #tellEnd(): void {
    const content = this.#content;
    const reader = this.#reader;
    if (!content || !reader) return;
    this.#content = null;
    content.end();
    const { isWhole, trailers } = reader;
    if (content.problem) this.#problem(content.problem);
    if (reader instanceof ChunkedBody && reader.brokenAt !== null) {
      this.#problem("its chunks break off, the rest is taken as it stands", reader.brokenAt);
    } else if (isWhole === false) this.#problem("it is shorter than its head says");
    const cause = isWhole === true && !content.problem ? "complete" : "unknown";
    this.#exchanges.over(this.#ending ?? { cause, t: this.time }, {
      ...(trailers.length > 0 && { trailers }),
      ...(content.wireBytes !== null && { wireBytes: content.wireBytes }),
    });
    this.#ending = null;
  }

  #problem(reason: string, at = this.#queue.offset): void {
    const x = this.#exchanges.current;
    this.#sink.skip({ at, reason: `an answer: ${reason}`, text: "", ...(x !== null && { x }) });
  }

  /** Text after a body that was told too short is the body's; any other is nobody's. */
  #addStray(bytes: Uint8Array, at: number): void {
    const isBlank = bytes.every((byte) => byte === 10 || byte === 13 || byte === 32);
    const isBody = this.#content !== null && this.#reader instanceof PlainBody;
    if (isBody && (this.#isLonger || !isBlank)) {
      if (!this.#isLonger) this.note("The answer is longer than its head says.");
      this.#isLonger = true;
      if (this.#stray) this.#content?.push(this.#stray.bytes);
      this.#stray = null;
      this.#content?.push(bytes);
    } else {
      const before = this.#stray;
      const all = before ? concatBytes(before.bytes, bytes) : bytes;
      this.#stray = { at: before?.at ?? at, bytes: all.slice(0, SKIPPED_TEXT_LIMIT) };
    }
  }

  #flushStray(): void {
    const stray = this.#stray;
    this.#stray = null;
    if (stray && shownBytes(stray.bytes).trim() !== "") {
      this.#skip(stray.at, "text outside of HTTP messages", stray.bytes);
    }
  }

  #skip(at: number, reason: string, bytes: Uint8Array): void {
    this.#sink.skip({ at, reason, text: shownBytes(bytes).trim().slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

/** By what the head says, unless the body's first bytes show that a tool undid it. */
function readerFor({ kind, headers }: Head, start: Uint8Array): BodyReader {
  const firstLine = byteText(start).split("\n", 1)[0]?.trimEnd() ?? "";
  if (/chunked/i.test(getHeaderValue(headers, "transfer-encoding") ?? "")) {
    return isChunkSize(firstLine) ? new ChunkedBody() : new PlainBody(Number.POSITIVE_INFINITY);
  }
  const length = getHeaderValue(headers, "content-length")?.trim() ?? "";
  const coding = getHeaderValue(headers, "content-encoding")?.trim() ?? "";
  const isUndone =
    kind === "response" && coding !== "" && /^[\s[{":a-z<]*$/i.test(firstLine.slice(0, 4));
  return new PlainBody(
    /^\d{1,15}$/.test(length) && !isUndone ? Number(length) : Number.POSITIVE_INFINITY,
  );
}

/** How the first chunk begins. */
const firstChunk = (start: Uint8Array) => start.subarray(start.indexOf(10) + 1);

function withoutLineEnds(body: Uint8Array): Uint8Array {
  let end = body.length;
  while (end > 0 && [10, 13].includes(body[end - 1] ?? 0)) end--;
  return body.subarray(0, end);
}
