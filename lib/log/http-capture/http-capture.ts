/**
 * Parses HTTP/1 messages from the wire or printed by a tool: heads, bodies by length or chunked,
 * content encodings, several exchanges in a row.
 *
 * **Guarantees:** the records do not depend on how the bytes were split; every byte is part of a
 * message or reported as skipped.
 */

import { ByteQueue } from "../../text/byte-queue.ts";
import { concatBytes } from "../../text/utf8.ts";
import { ChunkedBody, type HttpBodyReader, isChunkSize } from "../../wire/chunked-body.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import {
  addHeader,
  type HttpHead,
  isInterimResponse,
  parseStartLine,
} from "../../wire/http-head.ts";
import { type HeadRecord, SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { decodeForDisplay, toByteText } from "../byte-text.ts";
import type { ImportSink, ImportStream } from "../importer.ts";
import { CaptureExchanges, type ExchangeEnd } from "./capture-exchanges.ts";
import { DecodedContent } from "./decoded-content.ts";
import { PlainBody } from "./http-body.ts";

interface CaptureOptions {
  /** The capture has requests without bodies, as `curl -v` prints them. */
  readonly omitsRequestBodies?: boolean;
}

/** Enough of a body to detect its framing and encoding. */
const SNIFF_LENGTH = 32;
const LINE_LIMIT = 65_536;

type CaptureState =
  | { readonly is: "between" }
  | { readonly is: "head"; readonly head: HttpHead }
  /** The head is complete; the body's first bytes decide how it is read. */
  | { readonly is: "begin"; readonly head: HttpHead; readonly time: Time }
  | {
      readonly is: "body";
      readonly head: HttpHead;
      readonly time: Time;
      readonly reader: HttpBodyReader;
    };

export class HttpCapture implements ImportStream {
  /** Time of the bytes pushed next. */
  time: Time = null;
  /** URL scheme, if known. */
  scheme = "";
  /** Remote address of the connection. */
  remote: HeadRecord["remote"];

  readonly #sink: ImportSink;
  readonly #exchanges: CaptureExchanges;
  readonly #queue = new ByteQueue();
  readonly #isBodiless: boolean;
  #isOver = false;
  #state: CaptureState = { is: "between" };
  /** Content of the response that has not ended. */
  #openContent: DecodedContent | null = null;
  #openReader: HttpBodyReader | null = null;
  #requestChunks: Uint8Array[] = [];
  #isLonger = false;
  #end: (ExchangeEnd & { readonly t: Time }) | null = null;
  /** Bytes outside of any message. */
  #stray: { at: number; bytes: Uint8Array } | null = null;

  constructor(sink: ImportSink, { omitsRequestBodies = false }: CaptureOptions = {}) {
    this.#sink = sink;
    this.#exchanges = new CaptureExchanges(sink);
    this.#isBodiless = omitsRequestBodies;
  }

  push(bytes: Uint8Array): void {
    this.#queue.push(bytes);
    while (this.#step());
  }

  /** Ends the current message. */
  endMessage(): void {
    this.#isOver = true;
    while (this.#step());
    this.#isOver = false;
    if (this.#state.is === "body") this.#endBody(this.#state);
    this.#state = { is: "between" };
  }

  end(): void {
    this.endMessage();
    if (this.#openContent) this.#endResponse();
    if (this.#end) this.#exchanges.endUnanswered(this.#end);
    this.#flushStray();
  }

  /** Sets how the current response ended, if known from outside its bytes. */
  setEnd(ending: ExchangeEnd): void {
    this.#end = { ...ending, t: this.time };
  }

  /** Adds a note to the current exchange. */
  addNote(text: string): void {
    this.#exchanges.addNote(text, this.time);
  }

  /** False if more bytes are needed. */
  #step(): boolean {
    const state = this.#state;
    switch (state.is) {
      case "between":
        return this.#readStartLine();
      case "head":
        return this.#readHeader(state.head);
      case "begin":
        return this.#beginBody(state);
      case "body":
        if (
          !state.reader.read(this.#queue, this.#isOver, (bytes) =>
            this.#addBodyBytes(state.head, bytes),
          )
        )
          return false;
        this.#endBody(state);
        return true;
    }
  }

  #takeLine(): Uint8Array | null {
    const length = this.#queue.lineLength();
    if (length >= 0) return this.#queue.take(length);
    if (this.#queue.length >= LINE_LIMIT || (this.#isOver && this.#queue.length > 0)) {
      return this.#queue.take(LINE_LIMIT);
    }
    return null;
  }

  #readStartLine(): boolean {
    const at = this.#queue.offset;
    const bytes = this.#takeLine();
    if (!bytes) return false;
    const head = parseStartLine(toByteText(bytes).trimEnd());
    if (head) {
      this.#flushStray();
      this.#state = { is: "head", head };
    } else this.#addStray(bytes, at);
    return true;
  }

  #readHeader(head: HttpHead): boolean {
    const at = this.#queue.offset;
    const bytes = this.#takeLine();
    if (!bytes) {
      if (this.#isOver) this.#state = { is: "begin", head, time: this.time };
      return this.#isOver;
    }
    const line = toByteText(bytes).replace(/\r?\n$/, "");
    if (line === "") this.#state = { is: "begin", head, time: this.time };
    else if (!addHeader(head.headers, line)) this.#skip(at, "not a header", bytes);
    return true;
  }

  #beginBody({ head, time }: CaptureState & { is: "begin" }): boolean {
    const start = this.#queue.peek(SNIFF_LENGTH);
    const isEnough = this.#isOver || start.length === SNIFF_LENGTH;
    const hasBody = this.#hasBody(head);
    if (hasBody && !isEnough) return false;
    if (head.kind === "response" && isInterimResponse(head)) {
      this.addNote(`HTTP ${head.status} ${head.statusText} came before the response`);
      this.#state = { is: "between" };
      return true;
    }
    const coding = getHeaderValue(head.headers, "content-encoding");
    const reader = hasBody ? createBodyReader(head, start) : new PlainBody(0);
    if (head.kind === "response") {
      if (this.#openContent && !this.#exchanges.mayBeFollowed) this.#endResponse();
      const isChunked = reader instanceof ChunkedBody;
      const content = new DecodedContent(
        hasBody ? coding : null,
        isChunked ? skipChunkSize(start) : start,
        (bytes) => this.#exchanges.addData(bytes),
      );
      const { decoded } = content;
      const known = {
        ...(decoded !== null && { decoded }),
        ...(this.remote && { remote: this.remote }),
      };
      this.#exchanges.addResponse(head, known, time);
      if (content.note) this.addNote(content.note);
      this.#openContent = content;
      this.#openReader = reader;
      this.#isLonger = false;
    }
    this.#state = { is: "body", head, time, reader };
    return true;
  }

  #hasBody(head: HttpHead): boolean {
    if (head.kind === "response") {
      return ![204, 304].includes(head.status) && this.#exchanges.nextMethod !== "HEAD";
    }
    if (this.#isBodiless) return false;
    const isSaid = ["content-length", "transfer-encoding"].some(
      (name) => getHeaderValue(head.headers, name) !== null,
    );
    return isSaid || /^(?:POST|PUT|PATCH)$/.test(head.method);
  }

  #addBodyBytes(head: HttpHead, bytes: Uint8Array): void {
    if (head.kind === "response") this.#openContent?.push(bytes);
    else this.#requestChunks.push(bytes.slice());
  }

  #endBody({ head, time, reader }: CaptureState & { is: "body" }): void {
    this.#state = { is: "between" };
    if (head.kind === "response") return;
    if (this.#openContent) this.#endResponse();
    const sent = this.#requestChunks.splice(0).reduce(concatBytes, new Uint8Array(0));
    // Without a length, trailing empty lines were added by the tool.
    const body = reader.isComplete === true ? sent : trimLineEnds(sent);
    this.#exchanges.addRequest(head, body, this.scheme, time);
  }

  /** Ends the current response, once later data shows its end. */
  #endResponse(): void {
    const content = this.#openContent;
    const reader = this.#openReader;
    if (!content || !reader) return;
    this.#openContent = null;
    content.end();
    const { isComplete, trailers } = reader;
    if (content.problem) this.#skipResponse(content.problem);
    if (reader instanceof ChunkedBody && reader.brokenAt !== null) {
      this.#skipResponse("its chunked encoding is broken, the rest is read as is", reader.brokenAt);
    } else if (isComplete === false) this.#skipResponse("it is shorter than its headers say");
    const cause = isComplete === true && !content.problem ? "complete" : "unknown";
    this.#exchanges.endResponse(this.#end ?? { cause, t: this.time }, {
      ...(trailers.length > 0 && { trailers }),
      ...(content.wireBytes !== null && { wireBytes: content.wireBytes }),
    });
    this.#end = null;
  }

  #skipResponse(reason: string, at = this.#queue.offset): void {
    const x = this.#exchanges.currentId;
    this.#sink.skip({ at, reason: `a response: ${reason}`, text: "", ...(x !== null && { x }) });
  }

  /**
   * Text after a body with a length that is too short belongs to the body; other text to nothing.
   */
  #addStray(bytes: Uint8Array, at: number): void {
    const isBlank = bytes.every((byte) => byte === 10 || byte === 13 || byte === 32);
    const isBody = this.#openContent !== null && this.#openReader instanceof PlainBody;
    if (isBody && (this.#isLonger || !isBlank)) {
      if (!this.#isLonger) this.addNote("The response is longer than its headers say.");
      this.#isLonger = true;
      if (this.#stray) this.#openContent?.push(this.#stray.bytes);
      this.#stray = null;
      this.#openContent?.push(bytes);
    } else {
      const before = this.#stray;
      const all = before ? concatBytes(before.bytes, bytes) : bytes;
      this.#stray = { at: before?.at ?? at, bytes: all.slice(0, SKIPPED_TEXT_LIMIT) };
    }
  }

  #flushStray(): void {
    const stray = this.#stray;
    this.#stray = null;
    if (stray && decodeForDisplay(stray.bytes).trim() !== "") {
      this.#skip(stray.at, "text outside HTTP messages", stray.bytes);
    }
  }

  #skip(at: number, reason: string, bytes: Uint8Array): void {
    this.#sink.skip({
      at,
      reason,
      text: decodeForDisplay(bytes).trim().slice(0, SKIPPED_TEXT_LIMIT),
    });
  }
}

/**
 * Chooses a reader by the headers, unless the first bytes show that a tool already decoded the
 * body.
 */
function createBodyReader({ kind, headers }: HttpHead, start: Uint8Array): HttpBodyReader {
  const firstLine = toByteText(start).split("\n", 1)[0]?.trimEnd() ?? "";
  if (/chunked/i.test(getHeaderValue(headers, "transfer-encoding") ?? "")) {
    return isChunkSize(firstLine)
      ? new ChunkedBody(new PlainBody(Number.POSITIVE_INFINITY))
      : new PlainBody(Number.POSITIVE_INFINITY);
  }
  const length = getHeaderValue(headers, "content-length")?.trim() ?? "";
  const coding = getHeaderValue(headers, "content-encoding")?.trim() ?? "";
  const isUndone =
    kind === "response" && coding !== "" && /^[\s[{":a-z<]*$/i.test(firstLine.slice(0, 4));
  return new PlainBody(
    /^\d{1,15}$/.test(length) && !isUndone ? Number(length) : Number.POSITIVE_INFINITY,
  );
}

/** The start of the first chunk's data. */
const skipChunkSize = (start: Uint8Array) => start.subarray(start.indexOf(10) + 1);

function trimLineEnds(body: Uint8Array): Uint8Array {
  let end = body.length;
  while (end > 0 && [10, 13].includes(body[end - 1] ?? 0)) end--;
  return body.subarray(0, end);
}
