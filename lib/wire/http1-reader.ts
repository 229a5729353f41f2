/**
 * Reads one direction of an HTTP/1 connection: the requests of a client, or the responses of a
 * server.
 *
 * **Guarantees:** what is read does not depend on how the bytes were split, except for the pieces of
 * bodies; every byte is passed on as a part of a message or as bytes that are not HTTP.
 */

import { ByteQueue } from "../text/byte-queue.ts";
import { toBinaryString } from "../text/utf8.ts";
import { ChunkedBody, type HttpBodyReader } from "./chunked-body.ts";
import { getHeaderValue, getHeaderValues } from "./headers.ts";
import { addHeader, type HttpHead, parseStartLine } from "./http-head.ts";
import type { HeaderList } from "./record.ts";

interface MessageHandler {
  onHead(head: HttpHead): void;
  /** A piece of the body, without chunk framing. */
  onBody(bytes: Uint8Array): void;
  onEnd(trailers: HeaderList): void;
  /** Bytes that are not HTTP, or no longer. */
  onOther(bytes: Uint8Array): void;
}

/** Decides whether a message has a body, and whether HTTP ends with it. */
export type BodyRule = "none" | "body" | "until-close" | "not-http";

/** How far the current message is. */
type MessageState = "between" | "head" | "body" | "not-http";

const MAX_HEAD_BYTES = 1 << 18;
const NO_TRAILERS: HeaderList = [];

export class Http1Reader {
  readonly #kind: HttpHead["kind"];
  readonly #handler: MessageHandler;
  readonly #getBodyRule: (head: HttpHead) => BodyRule;
  readonly #queue = new ByteQueue();
  #state: MessageState = "between";
  #head: HttpHead | null = null;
  #headBytes = 0;
  #headStart = 0;
  #body: HttpBodyReader | null = null;
  #endsOnClose = false;

  /** `getBodyRule`: what the head alone does not tell, such as the method of the request. */
  constructor(
    kind: HttpHead["kind"],
    handler: MessageHandler,
    getBodyRule: (head: HttpHead) => BodyRule,
  ) {
    this.#kind = kind;
    this.#handler = handler;
    this.#getBodyRule = getBodyRule;
  }

  get state(): MessageState {
    return this.#state;
  }

  /** Offset behind the last byte that was read. A handler finds the end of what it was given. */
  get offset(): number {
    return this.#queue.offset;
  }

  /** Offset of the first byte that may belong to a head that is not complete. */
  get headStart(): number {
    return this.#state === "head" ? this.#headStart : this.#queue.offset;
  }

  /** The body so far ends where a chunk of the sender ends, if it has chunks. */
  get isBetweenChunks(): boolean {
    return this.#body?.isBetweenChunks ?? true;
  }

  push(bytes: Uint8Array): void {
    this.#queue.push(bytes);
    while (this.#step());
  }

  /** The sender has closed its side. Completes a body that lasts until then. */
  close(): void {
    if (this.#state === "body" && this.#endsOnClose) this.#endMessage(NO_TRAILERS);
  }

  /** From here on, the bytes are another protocol. */
  leaveHttp(): void {
    this.#state = "not-http";
    while (this.#step());
  }

  /** False if more bytes are needed. */
  #step(): boolean {
    switch (this.#state) {
      case "between":
        return this.#readStartLine();
      case "head":
        return this.#readHeader();
      case "body":
        return this.#readBody();
      case "not-http": {
        const rest = this.#queue.take(this.#queue.length);
        if (rest.length > 0) this.#handler.onOther(rest);
        return false;
      }
    }
  }

  #takeLine(): string | null {
    const length = this.#queue.lineLength();
    const waiting = length < 0 ? this.#queue.length : length;
    if (this.#headBytes + waiting > MAX_HEAD_BYTES) {
      this.leaveHttp();
      return null;
    }
    if (length < 0) return null;
    this.#headBytes += length;
    return toBinaryString(this.#queue.peek(length)).replace(/\r?\n$/, "");
  }

  #readStartLine(): boolean {
    this.#headBytes = 0;
    const line = this.#takeLine();
    if (line === null) return false;
    const head = parseStartLine(line.trimEnd());
    // Servers ignore empty lines before a request.
    const isBlank = line === "" && this.#kind === "request";
    if (head?.kind !== this.#kind && !isBlank) {
      this.leaveHttp();
      return false;
    }
    this.#headStart = this.#queue.offset;
    this.#queue.take(this.#headBytes);
    if (isBlank) return true;
    this.#head = head;
    this.#state = "head";
    return true;
  }

  #readHeader(): boolean {
    const head = this.#head;
    const before = this.#headBytes;
    const line = this.#takeLine();
    if (line === null || head === null) return false;
    this.#queue.take(this.#headBytes - before);
    if (line === "") this.#beginBody(head);
    // A line that is no header stays, as it was on the wire.
    else if (!addHeader(head.headers, line)) head.headers.push([line, ""]);
    return true;
  }

  #beginBody(head: HttpHead): void {
    const rule = this.#getBodyRule(head);
    this.#handler.onHead(head);
    const body = rule === "none" || rule === "not-http" ? null : createBody(head);
    this.#endsOnClose = body === null && rule === "until-close";
    this.#body = body ?? (this.#endsOnClose ? new LengthBody(Number.POSITIVE_INFINITY) : null);
    this.#state = "body";
    if (this.#body === null) this.#endMessage(NO_TRAILERS);
    if (rule === "not-http") this.#state = "not-http";
  }

  #readBody(): boolean {
    const body = this.#body;
    if (!body) return false;
    const isOver = body.read(this.#queue, false, (bytes) => this.#handler.onBody(bytes));
    if (isOver) this.#endMessage(body.trailers);
    return isOver;
  }

  #endMessage(trailers: HeaderList): void {
    this.#state = "between";
    this.#head = null;
    this.#body = null;
    this.#endsOnClose = false;
    this.#handler.onEnd(trailers);
  }
}

/** Whether a response to this method has a body, and what follows it. */
export function getResponseBodyRule(head: HttpHead, method: string | undefined): BodyRule {
  if (head.kind !== "response") return "body";
  const { status } = head;
  if (status === 101 || (method === "CONNECT" && status >= 200 && status < 300)) return "not-http";
  if (status < 200 || status === 204 || status === 304 || method === "HEAD") return "none";
  return "until-close";
}

/** The body that the headers announce; `null` if they announce none. */
function createBody({ headers }: HttpHead): HttpBodyReader | null {
  const codings = getHeaderValues(headers, "transfer-encoding").join(",");
  if (/(?:^|,)\s*chunked\s*$/i.test(codings)) {
    return new ChunkedBody(new LengthBody(Number.POSITIVE_INFINITY));
  }
  const length = getHeaderValue(headers, "content-length");
  if (codings !== "" || length === null || !/^\d{1,15}$/.test(length)) return null;
  return new LengthBody(Number(length));
}

/** A body of so many bytes. */
class LengthBody implements HttpBodyReader {
  readonly trailers = NO_TRAILERS;
  readonly isBetweenChunks = true;
  #remaining: number;

  constructor(length: number) {
    this.#remaining = length;
  }

  get isComplete(): boolean {
    return this.#remaining === 0;
  }

  read(queue: ByteQueue, _isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    const bytes = queue.take(this.#remaining);
    this.#remaining -= bytes.length;
    if (bytes.length > 0) emit(bytes);
    return this.#remaining === 0;
  }
}
