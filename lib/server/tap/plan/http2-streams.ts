/**
 * Writes the frames of an HTTP/2 connection to one side: header blocks that any decoder can read, and
 * data within the windows of the receiver.
 *
 * Guarantees: neither window of the receiver is ever exceeded; the items of a stream keep their order.
 */

import { encodeHeaderBlock } from "../../../wire/hpack.ts";
import {
  createFrame,
  createHeaderFrames,
  FRAME_FLAG,
  FRAME_TYPE,
} from "../../../wire/http2-frames.ts";
import type { HeaderList } from "../../../wire/record.ts";

const INITIAL_WINDOW = 65_535;
const MAX_DATA_LENGTH = 1 << 14;

/** Sets the size of the decoder's table to 0: nothing refers to it. */
const RESIZE_TABLE = 0x20;

type Item =
  | { readonly kind: "headers"; readonly headers: HeaderList; readonly isLast: boolean }
  | { readonly kind: "data"; bytes: Buffer; readonly isLast: boolean }
  | { readonly kind: "reset"; readonly code: number };

interface OutgoingStream {
  window: number;
  readonly items: Item[];
}

export class Http2Writer {
  readonly #emit: (frame: Buffer) => void;
  readonly #keepsWindows: boolean;
  readonly #streams = new Map<number, OutgoingStream>();
  #window = INITIAL_WINDOW;
  #streamWindow = INITIAL_WINDOW;
  #hasBlock = false;
  #waitingBytes = 0;

  /** Without `keepsWindows`, the sender of the bytes has the windows of the receiver. */
  constructor(emit: (frame: Buffer) => void, { keepsWindows }: { readonly keepsWindows: boolean }) {
    this.#emit = emit;
    this.#keepsWindows = keepsWindows;
  }

  /** Bytes that wait for a window. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  openWindow(stream: number, increment: number): void {
    const opened = this.#streams.get(stream);
    if (stream === 0) this.#window += increment;
    else if (opened) opened.window += increment;
    if (stream !== 0) return this.#drain(stream);
    for (const id of [...this.#streams.keys()]) this.#drain(id);
  }

  /** The receiver has set the window of its streams. */
  setStreamWindow(size: number): void {
    const change = size - this.#streamWindow;
    this.#streamWindow = size;
    for (const [id, stream] of [...this.#streams]) {
      stream.window += change;
      this.#drain(id);
    }
  }

  sendHeaders(stream: number, headers: HeaderList, isLast: boolean): void {
    this.#add(stream, { kind: "headers", headers, isLast });
  }

  sendData(stream: number, bytes: Buffer, isLast: boolean): void {
    this.#waitingBytes += bytes.length;
    this.#add(stream, { kind: "data", bytes, isLast });
  }

  /** Behind what waits. */
  reset(stream: number, code: number): void {
    this.#add(stream, { kind: "reset", code });
  }

  /** Nothing more is sent on the stream. */
  forget(stream: number): void {
    for (const item of this.#streams.get(stream)?.items ?? []) {
      if (item.kind === "data") this.#waitingBytes -= item.bytes.length;
    }
    this.#streams.delete(stream);
  }

  /** Sends what waits, whatever the windows are: the connection ends. */
  flush(): void {
    this.#window = Number.POSITIVE_INFINITY;
    for (const [id, stream] of [...this.#streams]) {
      stream.window = Number.POSITIVE_INFINITY;
      this.#drain(id);
    }
  }

  #add(stream: number, item: Item): void {
    const known = this.#streams.get(stream);
    const outgoing = known ?? { window: this.#streamWindow, items: [] };
    if (!known) this.#streams.set(stream, outgoing);
    outgoing.items.push(item);
    this.#drain(stream);
  }

  #drain(id: number): void {
    const stream = this.#streams.get(id);
    for (let item = stream?.items[0]; stream && item; item = stream.items[0]) {
      if (item.kind === "data" && !this.#sendPiece(id, stream, item)) return;
      if (item.kind === "headers") this.#sendBlock(id, item.headers, item.isLast);
      if (item.kind === "reset") this.#emit(createReset(id, item.code));
      if (item.kind !== "data") stream.items.shift();
      if (item.kind === "reset" || (item.kind === "headers" && item.isLast)) {
        this.forget(id);
        return;
      }
    }
  }

  /** False if the window is full, or the stream is over. */
  #sendPiece(id: number, stream: OutgoingStream, item: Extract<Item, { kind: "data" }>): boolean {
    const room = this.#keepsWindows ? Math.min(this.#window, stream.window) : MAX_DATA_LENGTH;
    const length = Math.min(item.bytes.length, MAX_DATA_LENGTH, room);
    if (length <= 0 && item.bytes.length > 0) return false;
    const piece = item.bytes.subarray(0, length);
    item.bytes = item.bytes.subarray(length);
    this.#window -= length;
    stream.window -= length;
    this.#waitingBytes -= length;
    const isDone = item.bytes.length === 0;
    const flags = isDone && item.isLast ? FRAME_FLAG.endStream : 0;
    this.#emit(Buffer.from(createFrame(FRAME_TYPE.data, flags, id, piece).raw));
    if (!isDone) return true;
    stream.items.shift();
    if (item.isLast) this.forget(id);
    return !item.isLast;
  }

  #sendBlock(id: number, headers: HeaderList, isLast: boolean): void {
    const block = encodeHeaderBlock(headers);
    const first = this.#hasBlock ? block : Uint8Array.from([RESIZE_TABLE, ...block]);
    this.#hasBlock = true;
    for (const { raw } of createHeaderFrames(id, first, isLast)) this.#emit(Buffer.from(raw));
  }
}

export function createReset(stream: number, code: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return Buffer.from(createFrame(FRAME_TYPE.reset, 0, stream, payload).raw);
}
