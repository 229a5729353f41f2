/**
 * Splits one direction of an HTTP/2 connection into whole frames, and writes frames.
 *
 * **Guarantees:** the frames, one after the other, and what is left of the last are the bytes that
 * came, without the preface.
 */

import { ByteQueue } from "../text/byte-queue.ts";

export const FRAME_TYPE = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
export const FRAME_FLAG = {
  endStream: 1,
  ack: 1,
  endHeaders: 4,
  padded: 8,
  priority: 32,
} as const;

const HEADER_LENGTH = 9;
/** What every receiver accepts. */
const MAX_DATA_LENGTH = 1 << 14;

export interface Http2Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
  /** With its header. */
  readonly raw: Uint8Array;
}

export class Http2FrameSplitter {
  readonly #queue = new ByteQueue();

  /** The frames that are now complete. */
  push(bytes: Uint8Array): Http2Frame[] {
    this.#queue.push(bytes);
    const frames: Http2Frame[] = [];
    for (;;) {
      if (this.#queue.length < HEADER_LENGTH) return frames;
      const head = this.#queue.peek(HEADER_LENGTH);
      const view = new DataView(head.buffer, head.byteOffset, head.length);
      const length = view.getUint32(0) >>> 8;
      const type = view.getUint8(3);
      const flags = view.getUint8(4);
      const stream = view.getUint32(5) & 0x7fffffff;
      if (this.#queue.length < HEADER_LENGTH + length) return frames;
      const raw = this.#queue.take(HEADER_LENGTH + length);
      frames.push({ type, flags, stream, raw, payload: raw.subarray(HEADER_LENGTH) });
    }
  }

  /** Removes and returns the bytes of a frame that is not complete. */
  takeRest(): Uint8Array {
    return this.#queue.take(this.#queue.length);
  }
}

export function createFrame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array,
): Http2Frame {
  const raw = new Uint8Array(HEADER_LENGTH + payload.length);
  const view = new DataView(raw.buffer);
  view.setUint32(0, (payload.length << 8) | type);
  view.setUint8(4, flags);
  view.setUint32(5, stream);
  raw.set(payload, HEADER_LENGTH);
  return { type, flags, stream, raw, payload: raw.subarray(HEADER_LENGTH) };
}

/** The data of a message in frames that every receiver accepts. */
export function createDataFrames(stream: number, data: Uint8Array, isLast: boolean): Http2Frame[] {
  const frames: Http2Frame[] = [];
  for (let at = 0; at < data.length; at += MAX_DATA_LENGTH) {
    const piece = data.subarray(at, at + MAX_DATA_LENGTH);
    const flags = isLast && at + piece.length === data.length ? FRAME_FLAG.endStream : 0;
    frames.push(createFrame(FRAME_TYPE.data, flags, stream, piece));
  }
  return frames;
}

/** A header block in frames that every receiver accepts. */
export function createHeaderFrames(
  stream: number,
  block: Uint8Array,
  isLast: boolean,
): Http2Frame[] {
  const frames: Http2Frame[] = [];
  for (let at = 0; at === 0 || at < block.length; at += MAX_DATA_LENGTH) {
    const piece = block.subarray(at, at + MAX_DATA_LENGTH);
    const end = at + MAX_DATA_LENGTH >= block.length ? FRAME_FLAG.endHeaders : 0;
    const last = isLast && at === 0 ? FRAME_FLAG.endStream : 0;
    const type = at === 0 ? FRAME_TYPE.headers : FRAME_TYPE.continuation;
    frames.push(createFrame(type, end | last, stream, piece));
  }
  return frames;
}

export function createWindowUpdate(stream: number, increment: number): Http2Frame {
  const payload = new Uint8Array(4);
  new DataView(payload.buffer).setUint32(0, increment);
  return createFrame(FRAME_TYPE.windowUpdate, 0, stream, payload);
}

/** Ends a connection in order, after this stream. */
export function createGoaway(lastStream: number): Http2Frame {
  const payload = new Uint8Array(8);
  new DataView(payload.buffer).setUint32(0, lastStream);
  return createFrame(FRAME_TYPE.goaway, 0, 0, payload);
}

/** The data of a frame, without its padding. */
export function getFrameData({ flags, payload }: Http2Frame): Uint8Array {
  if ((flags & FRAME_FLAG.padded) === 0) return payload;
  return payload.subarray(1, Math.max(1, payload.length - (payload[0] ?? 0)));
}

const PRIORITY_LENGTH = 5;

/** The piece of a header block in a frame, without padding and priority. */
export function getBlockPiece(frame: Http2Frame): Uint8Array {
  if (frame.type === FRAME_TYPE.continuation) return frame.payload;
  const data = getFrameData(frame);
  return (frame.flags & FRAME_FLAG.priority) === 0 ? data : data.subarray(PRIORITY_LENGTH);
}

const INITIAL_WINDOW_SIZE_SETTING = 4;
const SETTING_LENGTH = 6;

/** The window of new streams in the payload of settings; `null` if they do not set it. */
export function readWindowSettings(payload: Uint8Array): number | null {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  let size: number | null = null;
  for (let at = 0; at + SETTING_LENGTH <= payload.length; at += SETTING_LENGTH) {
    if (view.getUint16(at) === INITIAL_WINDOW_SIZE_SETTING) size = view.getUint32(at + 2);
  }
  return size;
}
