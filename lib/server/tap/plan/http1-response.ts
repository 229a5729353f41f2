/**
 * The response of an HTTP/1 exchange as it goes on to its caller.
 *
 * Guarantees: what passes unchanged has the bytes that the agent sent, with its chunks where these end
 * between events; a response whose length is in its head is sent when it is complete, so its length is
 * true whatever was changed.
 */

import { STATUS_CODES } from "node:http";
import { getHeaderValue } from "../../../wire/headers.ts";
import type { ResponseHead } from "../../../wire/http-head.ts";
import type { HeaderList } from "../../../wire/record.ts";
import { createEditedHeaders, formatResponse } from "../edited-response.ts";
import type { PlanError } from "./plan-error.ts";
import { type CallerSide, type Failure, KEEP_ALIVE } from "./response-gate.ts";

/** How the body ends: by an empty chunk, with the connection, or as its head says. */
type BodyFraming = "chunked" | "until-close" | "length";

/** A piece of the body with its bytes on the wire, which begin behind the piece before it. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
  readonly wire: Buffer;
  /** A chunk ends with it. */
  readonly isEdge: boolean;
}

interface Http1ResponseOptions {
  readonly head: ResponseHead;
  /** The bytes of the head. */
  readonly raw: Buffer;
  /** Sends to the caller. */
  emit(bytes: Buffer): void;
  close(how: "reset" | "close"): void;
  /** The body is server-sent events, so comments may be sent. */
  isSse(): boolean;
  /** Status and JSON of a response that is nothing but an error. */
  formatError(error: PlanError): { readonly status: number; readonly json: string };
}

const EMPTY = Buffer.alloc(0);
const CRLF = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

export class Http1Response implements CallerSide {
  readonly canClose = true;
  readonly #options: Http1ResponseOptions;
  readonly #framing: BodyFraming;
  #pieces: Piece[] = [];
  #length = 0;
  #passedLength = 0;
  /** Where the last chunk ended that is behind. */
  #lastEdge = 0;
  /** What passes as it came, and is not sent yet. */
  #passing: { from: number; to: number } | null = null;
  /** Of a body whose length is in its head. */
  #whole: Buffer[] = [];
  #isChanged = false;
  #isEnded = false;

  constructor(options: Http1ResponseOptions) {
    this.#options = options;
    this.#framing = getBodyFraming(options.head.headers);
  }

  /** Bytes of the body that wait. */
  get heldBytes(): number {
    return this.#length - this.#passedLength;
  }

  /** Sends the head, unless the body may still change it. */
  begin(): void {
    if (this.#framing !== "length") this.#options.emit(this.#options.raw);
  }

  /** The agent has sent a piece of the body. */
  add(bytes: Uint8Array, wire: Buffer, isEdge: boolean): void {
    const from = this.#length;
    this.#length += bytes.length;
    this.#pieces.push({ from, to: this.#length, bytes: Buffer.from(bytes), wire, isEdge });
  }

  read(from: number, to: number): Buffer {
    return Buffer.concat(
      this.#findPieces(from, to).map((piece) =>
        piece.bytes.subarray(
          Math.max(0, from - piece.from),
          Math.min(piece.bytes.length, to - piece.from),
        ),
      ),
    );
  }

  pass(from: number, to: number): void {
    if (this.#passing?.to === from) {
      this.#passing.to = to;
      return;
    }
    this.flush();
    this.#passing = { from, to };
  }

  skip(_from: number, to: number): void {
    this.flush();
    this.#isChanged = true;
    this.#forget(to);
  }

  write(bytes: Buffer): void {
    this.flush();
    if (bytes.length === 0) return;
    this.#isChanged = true;
    this.#send(bytes);
  }

  flush(): void {
    const range = this.#passing;
    this.#passing = null;
    if (!range || range.to === range.from) return;
    const { from, to } = range;
    const chunks = this.#framing === "chunked" ? this.#getChunks(from, to) : null;
    if (chunks) this.#options.emit(chunks);
    else this.#send(this.read(from, to));
    this.#forget(to);
  }

  /** The body is complete. `tail`: what follows it on the wire. */
  finish(tail: Buffer): void {
    this.flush();
    if (this.#framing === "length") this.#sendWhole();
    else if (tail.length > 0) {
      // The end of the last chunk was sent with it.
      const starts = this.#length > 0 && this.#framing === "chunked";
      this.#options.emit(starts ? stripLineEnd(tail) : tail);
    }
  }

  end(): void {
    this.flush();
    if (this.#isEnded) return;
    this.#isEnded = true;
    // What follows is left out.
    this.#isChanged = true;
    if (this.#framing === "length") this.#sendWhole();
    else if (this.#framing === "chunked") this.#options.emit(LAST_CHUNK);
    else this.#options.close("close");
  }

  createFailure(error: PlanError, bytes: Buffer | null): Failure {
    if (this.#framing !== "length") return { bytes };
    const { status, json } = this.#options.formatError(error);
    const body = Buffer.from(json);
    return { bytes: body, status, headers: createErrorHeaders(body) };
  }

  fail({ bytes, status }: Failure): void {
    this.flush();
    if (status === undefined) {
      if (bytes) this.write(bytes);
      return this.end();
    }
    this.#whole = [];
    this.#options.emit(formatErrorResponse(status, bytes ?? EMPTY));
    this.#isEnded = true;
  }

  cut(how: "reset" | "close"): void {
    this.#options.close(how);
  }

  keepAlive(): boolean {
    if (this.#framing === "length" || !this.#options.isSse()) return false;
    this.#send(KEEP_ALIVE);
    return true;
  }

  #send(bytes: Buffer): void {
    if (this.#framing === "length") this.#whole.push(bytes);
    else if (this.#framing === "until-close") this.#options.emit(bytes);
    else {
      const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
      this.#options.emit(Buffer.concat([size, bytes, CRLF]));
    }
  }

  #sendWhole(): void {
    const body = Buffer.concat(this.#whole);
    const { raw, head, emit } = this.#options;
    if (!this.#isChanged) return emit(Buffer.concat([raw, body]));
    const headers = createEditedHeaders(head.headers, body.length);
    emit(Buffer.concat([formatResponse(raw, { headers, body: "", changes: [] }), body]));
  }

  /** The chunks as the agent sent them; `null` if one of them reaches beyond the range. */
  #getChunks(from: number, to: number): Buffer | null {
    const pieces = this.#findPieces(from, to);
    const isAligned =
      pieces[0]?.from === from && pieces.at(-1)?.to === to && pieces.at(-1)?.isEdge === true;
    if (!isAligned || (from > 0 && from !== this.#lastEdge)) return null;
    const wire = Buffer.concat(pieces.map((piece) => piece.wire));
    return Buffer.concat([from > 0 ? stripLineEnd(wire) : wire, CRLF]);
  }

  #findPieces(from: number, to: number): Piece[] {
    const found: Piece[] = [];
    for (const piece of this.#pieces) {
      if (piece.from >= to) break;
      if (piece.to > from) found.push(piece);
    }
    return found;
  }

  #forget(until: number): void {
    this.#passedLength = until;
    const gone = this.#pieces.findIndex(({ to }) => to > until);
    const passed = this.#pieces.splice(0, gone < 0 ? this.#pieces.length : gone);
    const last = passed.at(-1);
    this.#lastEdge = last?.isEdge ? last.to : this.#lastEdge;
  }
}

export const getBodyFraming = (headers: HeaderList): BodyFraming => {
  if (/\bchunked\s*$/i.test(getHeaderValue(headers, "transfer-encoding") ?? "")) return "chunked";
  return getHeaderValue(headers, "content-length") === null ? "until-close" : "length";
};

const createErrorHeaders = (body: Buffer): HeaderList => [
  ["Content-Type", "application/json"],
  ["Content-Length", String(body.length)],
  ["Cache-Control", "no-store"],
];

/** A complete response of Loupe, whose body is JSON. */
export function formatErrorResponse(status: number, body: Buffer): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
    ...createErrorHeaders(body).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}

/** Chunks begin with the end of the line of the one before. */
function stripLineEnd(bytes: Buffer): Buffer {
  if (bytes[0] === 10) return bytes.subarray(1);
  return bytes[0] === 13 && bytes[1] === 10 ? bytes.subarray(2) : bytes;
}
