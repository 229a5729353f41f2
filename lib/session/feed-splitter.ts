/** Splits the bytes of a feed of several recordings by recording, without parsing their records. */

import type { FeedLine } from "../api/api-types.ts";

/** The contents of one chunk of a feed. */
export interface SplitFeedBytes {
  /** Whole lines, by recording. */
  readonly lines: ReadonlyMap<string, Uint8Array[]>;
  readonly hasTick: boolean;
  /** The number of the next record, for each recording in the chunk. */
  readonly next: ReadonlyMap<string, number>;
}

const NEWLINE = 10;
export const TICK_LINE = new TextEncoder().encode('{"feed":"tick"}\n');
const FEED_LINE_START = new TextEncoder().encode('{"feed":');

export class FeedSplitter {
  /** The beginning of an incomplete line. */
  #rest: Uint8Array[] = [];
  #recording = "";
  #number = 0;

  push(bytes: Uint8Array): SplitFeedBytes {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    // Copy, because the reader may reuse the buffer.
    if (end === 0) this.#rest.push(bytes.slice());
    if (end === 0) return { lines: new Map(), hasTick: false, next: new Map() };
    const whole = concatPieces([...this.#rest, bytes.subarray(0, end)]);
    this.#rest = [bytes.slice(end)];
    return this.#split(whole);
  }

  #split(whole: Uint8Array): SplitFeedBytes {
    const lines = new Map<string, Uint8Array[]>();
    const next = new Map<string, number>();
    let hasTick = false;
    const addLines = (recording: string, from: number, to: number) => {
      if (from === to) return;
      const pieces = lines.get(recording) ?? [];
      pieces.push(whole.subarray(from, to));
      lines.set(recording, pieces);
    };
    let begin = 0;
    for (let at = 0; at < whole.length; ) {
      const end = whole.indexOf(NEWLINE, at) + 1;
      if (startsWith(whole, FEED_LINE_START, at)) {
        addLines(this.#recording, begin, at);
        const line = JSON.parse(new TextDecoder().decode(whole.subarray(at, end))) as FeedLine;
        if (line.feed === "tick") hasTick = true;
        else addLines(line.recording, at, end);
        if (line.feed === "recording") {
          this.#recording = line.recording;
          this.#number = line.from;
        } else if (line.feed === "caught-up") next.set(line.recording, line.next);
        begin = end;
      } else next.set(this.#recording, ++this.#number);
      at = end;
    }
    addLines(this.#recording, begin, whole.length);
    return { lines, hasTick, next };
  }
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array, at: number): boolean {
  return prefix.every((byte, i) => bytes[at + i] === byte);
}

export function concatPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
