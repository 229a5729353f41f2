/**
 * Pairs the requests and responses of a capture: the first response belongs to the first request.
 */

import { decodeStrict, encodeBase64 } from "../../text/utf8.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import {
  getRequestUrl,
  isRedirect,
  type RequestHead,
  type ResponseHead,
} from "../../wire/http-head.ts";
import type { EndRecord, HeaderList, HeadRecord, Time } from "../../wire/record.ts";
import { BodyWriter } from "../body-writer.ts";
import type { ImportSink } from "../importer.ts";

export type ExchangeEnd = Pick<EndRecord, "cause" | "error">;
type TimedEnd = ExchangeEnd & { readonly t: Time };

interface OpenResponse {
  readonly x: string;
  readonly head: HeadRecord;
  readonly writer: BodyWriter;
  /** Data of a redirect, until it is known whether it was followed. */
  held: Uint8Array[] | null;
}

const HELD_LIMIT = 64;

export class CaptureExchanges {
  readonly #sink: ImportSink;
  /** Requests without a response so far. */
  readonly #waiting: { readonly x: string; readonly method: string }[] = [];
  #count = 0;
  #response: OpenResponse | null = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  /** The method of the request that the next response belongs to. */
  get nextMethod(): string {
    return this.#waiting[0]?.method ?? "";
  }

  /** The exchange of the current response, or of the last request. */
  get currentId(): string | null {
    return this.#response?.x ?? (this.#count > 0 ? `x${this.#count}` : null);
  }

  addRequest(head: RequestHead, body: Uint8Array, scheme: string, time: Time): void {
    const { method, headers } = head;
    const x = `x${++this.#count}`;
    const url = getRequestUrl(head, getHeaderValue(headers, "host"), scheme);
    const sent = body.length === 0 ? {} : toRequestBody(body);
    this.#sink.record({ r: "open", x, t: time, method, url, headers, ...sent });
    this.#waiting.push({ x, method });
  }

  addResponse(head: ResponseHead, known: Pick<HeadRecord, "decoded" | "remote">, time: Time): void {
    const x = this.#takeRedirect(head) ?? this.#waiting.shift()?.x ?? this.#openUnknown(time);
    const { status, statusText, httpVersion, headers } = head;
    const record: HeadRecord = { r: "head", x, t: time, status, httpVersion, headers, ...known };
    if (statusText !== "") record.statusText = statusText;
    const writer = new BodyWriter(this.#sink, x);
    const held = isRedirect(head, getHeaderValue(headers, "location")) ? [] : null;
    this.#response = { x, head: record, writer, held };
    if (!held) this.#sink.record(record);
  }

  /** Captures contain no times for bodies. */
  addData(bytes: Uint8Array): void {
    const answer = this.#response;
    if (!answer) return;
    if (answer.held && answer.held.length < HELD_LIMIT) answer.held.push(bytes);
    else {
      this.#flushHeld(answer);
      answer.writer.push(bytes, null);
    }
  }

  /** Ends the response body. A redirect waits for what follows. */
  endResponse(ending: TimedEnd, more: { trailers?: HeaderList; wireBytes?: number }): void {
    const answer = this.#response;
    if (!answer) return;
    this.#flushHeld(answer);
    answer.writer.end();
    this.#response = null;
    this.#sink.record({ r: "end", x: answer.x, ...ending, ...more });
  }

  /** Adds a note to the current exchange. */
  addNote(text: string, time: Time): void {
    const x = this.currentId;
    this.#sink.record({ r: "note", t: time, text, ...(x !== null && { x }) });
  }

  /** Is the current response a redirect that may have been followed? */
  get mayBeFollowed(): boolean {
    return this.#response?.held != null && this.#waiting.length === 0;
  }

  /** Ends all exchanges without a response. */
  endUnanswered(ending: TimedEnd): void {
    for (const { x } of this.#waiting.splice(0)) {
      this.#sink.record({ r: "end", x, ...ending });
    }
  }

  #takeRedirect(next: ResponseHead): string | null {
    const answer = this.#response;
    if (!answer?.held || next.status < 200) return null;
    const { x, t, status, headers } = answer.head;
    const location = getHeaderValue(headers, "location") ?? "";
    this.#sink.record({ r: "redirect", x, t, status, location, headers });
    return x;
  }

  #flushHeld(answer: OpenResponse): void {
    if (!answer.held) return;
    this.#sink.record(answer.head);
    for (const bytes of answer.held) answer.writer.push(bytes, null);
    answer.held = null;
  }

  /** Opens an exchange for a response without a request. */
  #openUnknown(time: Time): string {
    const x = `x${++this.#count}`;
    this.#sink.record({ r: "open", x, t: time, method: "", url: "", headers: [] });
    return x;
  }
}

function toRequestBody(bytes: Uint8Array): { body: string } | { bodyB64: string } {
  const body = decodeStrict(bytes);
  return body === null ? { bodyB64: encodeBase64(bytes) } : { body };
}
