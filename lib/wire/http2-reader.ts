/**
 * Reads the frames of one direction of an HTTP/2 connection (RFC 9113).
 *
 * **Guarantees:** what is read does not depend on how the bytes were split, except for the pieces of
 * data; it accepts any order of frames, as it only observes; what is not valid ends it with a reason.
 */

import { ByteQueue } from "../text/byte-queue.ts";
import { concatBytes } from "../text/utf8.ts";
import { HpackDecoder, HpackError } from "./hpack.ts";
import type { HeaderList } from "./record.ts";

interface FrameHandler {
  /** Also trailers. Pseudo-headers are among them. */
  onHeaders(stream: number, headers: HeaderList, isLast: boolean): void;
  /** A piece of data, without padding. */
  onData(stream: number, bytes: Uint8Array): void;
  onStreamEnd(stream: number): void;
  onReset(stream: number, code: number): void;
  onGoaway(code: number): void;
  /** Nothing more can be read. */
  onBroken(reason: string): void;
}

/** What every client sends first. */
export const HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

const FRAME_HEADER_LENGTH = 9;
const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  pushPromise: 5,
  goaway: 7,
  continuation: 9,
} as const;
const FLAG = { endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
const PRIORITY_LENGTH = 5;
const MAX_BLOCK_BYTES = 1 << 20;
/** Frames that are skipped piece by piece may be larger. */
const MAX_KEPT_FRAME_BYTES = 1 << 24;
const NO_BYTES = new Uint8Array(0);

interface FrameHead {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** Bytes of the frame that are not read yet. */
  remaining: number;
}

interface HeaderBlock {
  readonly stream: number;
  readonly isLast: boolean;
  /** A promise of the server is decoded, as the table depends on it, but is no message. */
  readonly isPromise: boolean;
  bytes: Uint8Array;
}

export class Http2Reader {
  readonly #handler: FrameHandler;
  readonly #hpack = new HpackDecoder();
  readonly #queue = new ByteQueue();
  #prefaceLength: number;
  #frame: FrameHead | null = null;
  /** Bytes of padding at the end of the current frame with data; `null` if not known yet. */
  #padding: number | null = null;
  #block: HeaderBlock | null = null;
  #isBroken = false;

  constructor(handler: FrameHandler, { hasPreface }: { readonly hasPreface: boolean }) {
    this.#handler = handler;
    this.#prefaceLength = hasPreface ? HTTP2_PREFACE.length : 0;
  }

  push(bytes: Uint8Array): void {
    if (this.#isBroken) return;
    this.#queue.push(bytes);
    try {
      while (this.#step());
    } catch (error) {
      if (!(error instanceof HpackError)) throw error;
      this.#break(`its headers cannot be decoded: ${error.message}`);
    }
  }

  #break(reason: string): false {
    this.#isBroken = true;
    this.#handler.onBroken(reason);
    return false;
  }

  /** False if more bytes are needed. */
  #step(): boolean {
    const queue = this.#queue;
    if (this.#prefaceLength > 0) {
      this.#prefaceLength -= queue.take(this.#prefaceLength).length;
      return this.#prefaceLength === 0;
    }
    const frame = this.#frame;
    if (!frame) return this.#readFrameHead();
    if (frame.type === FRAME.data) return this.#readData(frame);
    if (!isKept(frame.type)) {
      frame.remaining -= queue.take(frame.remaining).length;
      if (frame.remaining > 0) return false;
      this.#frame = null;
      return true;
    }
    if (frame.remaining > MAX_KEPT_FRAME_BYTES) return this.#break("a frame is too large");
    if (queue.length < frame.remaining) return false;
    this.#frame = null;
    this.#readFrame(frame, queue.take(frame.remaining));
    return !this.#isBroken;
  }

  #readFrameHead(): boolean {
    if (this.#queue.length < FRAME_HEADER_LENGTH) return false;
    const head = this.#queue.take(FRAME_HEADER_LENGTH);
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const remaining = view.getUint32(0) >>> 8;
    this.#frame = {
      remaining,
      type: view.getUint8(3),
      flags: view.getUint8(4),
      stream: view.getUint32(5) & 0x7fffffff,
    };
    this.#padding = null;
    return true;
  }

  #readData(frame: FrameHead): boolean {
    const queue = this.#queue;
    if (this.#padding === null) {
      const isPadded = (frame.flags & FLAG.padded) !== 0 && frame.remaining > 0;
      if (isPadded && queue.length === 0) return false;
      this.#padding = isPadded ? (queue.take(1)[0] ?? 0) : 0;
      if (isPadded) frame.remaining -= 1;
    }
    const data = queue.take(Math.max(0, frame.remaining - this.#padding));
    if (data.length > 0) this.#handler.onData(frame.stream, data);
    frame.remaining -= data.length;
    if (frame.remaining > this.#padding) return false;
    frame.remaining -= queue.take(frame.remaining).length;
    if (frame.remaining > 0) return false;
    this.#frame = null;
    if ((frame.flags & FLAG.endStream) !== 0) this.#handler.onStreamEnd(frame.stream);
    return true;
  }

  #readFrame({ type, flags, stream }: FrameHead, payload: Uint8Array): void {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
    if (type === FRAME.reset && payload.length >= 4) {
      this.#handler.onReset(stream, view.getUint32(0));
    } else if (type === FRAME.goaway && payload.length >= 8) {
      this.#handler.onGoaway(view.getUint32(4));
    } else if (type === FRAME.headers || type === FRAME.pushPromise) {
      const isPromise = type === FRAME.pushPromise;
      const hasPriority = !isPromise && (flags & FLAG.priority) !== 0;
      const skipped = isPromise ? 4 : hasPriority ? PRIORITY_LENGTH : 0;
      const isLast = !isPromise && (flags & FLAG.endStream) !== 0;
      this.#block = { stream, isLast, isPromise, bytes: NO_BYTES };
      this.#addToBlock(removePadding(payload, flags).subarray(skipped), flags);
    } else if (type === FRAME.continuation) this.#addToBlock(payload, flags);
  }

  #addToBlock(bytes: Uint8Array, flags: number): void {
    const block = this.#block;
    if (!block) return;
    block.bytes = block.bytes.length === 0 ? bytes : concatBytes(block.bytes, bytes);
    if (block.bytes.length > MAX_BLOCK_BYTES) return void this.#break("its headers are too large");
    if ((flags & FLAG.endHeaders) === 0) return;
    this.#block = null;
    const headers = this.#hpack.decode(block.bytes);
    if (block.isPromise) return;
    this.#handler.onHeaders(block.stream, headers, block.isLast);
    if (block.isLast) this.#handler.onStreamEnd(block.stream);
  }
}

/** Other frames say nothing about messages. */
function isKept(type: number): boolean {
  return (
    type === FRAME.headers ||
    type === FRAME.reset ||
    type === FRAME.pushPromise ||
    type === FRAME.goaway ||
    type === FRAME.continuation
  );
}

function removePadding(payload: Uint8Array, flags: number): Uint8Array {
  if ((flags & FLAG.padded) === 0) return payload;
  return payload.subarray(1, Math.max(1, payload.length - (payload[0] ?? 0)));
}

/** Names of the error codes, by their numbers. */
const ERROR_NAMES = [
  ...["NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT"],
  ...["STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR"],
  ...["CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED"],
];

export const getHttp2ErrorName = (code: number): string => ERROR_NAMES[code] ?? `code ${code}`;
