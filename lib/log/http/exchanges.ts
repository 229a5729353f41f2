/** Requests and answers of a capture as exchanges: the first answer belongs to the first request. */

import { getHeaderValue } from "../../wire/headers.ts";
import type { EndRecord, HeaderList, HeadRecord, Time } from "../../wire/record.ts";
import { decodeStrict, encodeBase64 } from "../../wire/utf8.ts";
import { BodyWriter } from "../body-writer.ts";
import type { ImportSink } from "../importer.ts";
import { isRedirect, type RequestHead, type ResponseHead, urlOf } from "./head.ts";

export type Ending = Pick<EndRecord, "cause" | "error">;
type Ended = Ending & { readonly t: Time };

interface Answer {
  readonly x: string;
  readonly head: HeadRecord;
  readonly writer: BodyWriter;
  /** A redirect, until it is known whether it was followed. */
  held: Uint8Array[] | null;
}

const HELD_LIMIT = 64;

export class Exchanges {
  readonly #sink: ImportSink;
  /** Requests that were not answered yet. */
  readonly #waiting: { readonly x: string; readonly method: string }[] = [];
  #count = 0;
  #answer: Answer | null = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  /** The verb that the next answer belongs to. */
  get nextMethod(): string {
    return this.#waiting[0]?.method ?? "";
  }

  /** The exchange that is being answered, or was asked last. */
  get current(): string | null {
    return this.#answer?.x ?? (this.#count > 0 ? `x${this.#count}` : null);
  }

  request(head: RequestHead, body: Uint8Array, scheme: string, time: Time): void {
    const { method, headers } = head;
    const x = `x${++this.#count}`;
    const url = urlOf(head, getHeaderValue(headers, "host"), scheme);
    const sent = body.length === 0 ? {} : bodyOf(body);
    this.#sink.record({ r: "open", x, t: time, method, url, headers, ...sent });
    this.#waiting.push({ x, method });
  }

  answer(head: ResponseHead, known: Pick<HeadRecord, "decoded" | "remote">, time: Time): void {
    const x = this.#followed(head) ?? this.#waiting.shift()?.x ?? this.#unasked(time);
    const { status, statusText, httpVersion, headers } = head;
    const record: HeadRecord = { r: "head", x, t: time, status, httpVersion, headers, ...known };
    if (statusText !== "") record.statusText = statusText;
    const writer = new BodyWriter(this.#sink, x);
    const held = isRedirect(head, getHeaderValue(headers, "location")) ? [] : null;
    this.#answer = { x, head: record, writer, held };
    if (!held) this.#sink.record(record);
  }

  /** Of a body, no capture tells when it came. */
  data(bytes: Uint8Array): void {
    const answer = this.#answer;
    if (!answer) return;
    if (answer.held && answer.held.length < HELD_LIMIT) answer.held.push(bytes);
    else {
      this.#release(answer);
      answer.writer.push(bytes, null);
    }
  }

  /** The answer's body is over. A redirect waits for what comes next. */
  over(ending: Ended, more: { trailers?: HeaderList; wireBytes?: number }): void {
    const answer = this.#answer;
    if (!answer) return;
    this.#release(answer);
    answer.writer.end();
    this.#answer = null;
    this.#sink.record({ r: "end", x: answer.x, ...ending, ...more });
  }

  /** A remark about the exchange at hand. */
  note(text: string, time: Time): void {
    const x = this.current;
    this.#sink.record({ r: "note", t: time, text, ...(x !== null && { x }) });
  }

  /** Is an answer at hand whose redirect may have been followed? */
  get mayBeFollowed(): boolean {
    return this.#answer?.held != null && this.#waiting.length === 0;
  }

  /** How exchanges ended that nobody answered. */
  unanswered(ending: Ended): void {
    for (const { x } of this.#waiting.splice(0)) {
      this.#sink.record({ r: "end", x, ...ending });
    }
  }

  #followed(next: ResponseHead): string | null {
    const answer = this.#answer;
    if (!answer?.held || next.status < 200) return null;
    const { x, t, status, headers } = answer.head;
    const location = getHeaderValue(headers, "location") ?? "";
    this.#sink.record({ r: "redirect", x, t, status, location, headers });
    return x;
  }

  #release(answer: Answer): void {
    if (!answer.held) return;
    this.#sink.record(answer.head);
    for (const bytes of answer.held) answer.writer.push(bytes, null);
    answer.held = null;
  }

  /** An answer whose request the capture does not have. */
  #unasked(time: Time): string {
    const x = `x${++this.#count}`;
    this.#sink.record({ r: "open", x, t: time, method: "", url: "", headers: [] });
    return x;
  }
}

function bodyOf(bytes: Uint8Array): { body: string } | { bodyB64: string } {
  const body = decodeStrict(bytes);
  return body === null ? { bodyB64: encodeBase64(bytes) } : { body };
}
