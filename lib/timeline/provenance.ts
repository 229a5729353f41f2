/**
 * Provenance of a streamed text: from a character to its chunk and event, from an event to its
 * characters, and all chunks side by side.
 */

import type { Message } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { Revision } from "./artifact.ts";
import { OrderIssue, type Timeline, type TimelineMessage } from "./timeline.ts";

/** A text and the chunks that make it up. A revision of an artifact is one. */
export type ChunkedText = Pick<
  Revision,
  | "textLength"
  | "chunkCount"
  | "chunksAt"
  | "textLengthAt"
  | "textAt"
  | "chunkAt"
  | "chunkOfCharacter"
> & {
  /** The chunk of an event, if chunks are not in the order of their events. */
  readonly chunkOfEvent?: (event: number) => number;
  /** How its chunks were delivered, if not as a revision's chunks. */
  readonly how?: string;
};

/** The chunk that an event delivered; −1 if none. */
export function findChunkOfEvent(text: ChunkedText, event: number): number {
  if (text.chunkOfEvent) return text.chunkOfEvent(event);
  const index = text.chunksAt(event) - 1;
  return index >= 0 && text.chunkAt(index).event === event ? index : -1;
}

/**
 * Marks the columns of a strip in which a chunk begins, by characters. The work is proportional to
 * the columns, not the chunks.
 */
export function findChunkStarts(text: ChunkedText, columns: number): Uint8Array {
  const starts = new Uint8Array(columns);
  if (text.textLength === 0) return starts;
  let before = -1;
  for (let column = 0; column < columns; column++) {
    const chunk = findChunkAtShare(text, column / columns);
    if (chunk !== before) starts[column] = 1;
    before = chunk;
  }
  return starts;
}

/** The chunk at a position between 0 and 1 along that strip. */
export function findChunkAtShare(text: ChunkedText, share: number): number {
  if (text.textLength === 0) return text.chunkCount - 1;
  const position = Math.floor(Math.min(Math.max(share, 0), 1) * text.textLength);
  return text.chunkOfCharacter(Math.min(position, text.textLength - 1));
}

/** Describes how a chunk was delivered. */
export function describeDelivery(timeline: Timeline, text: ChunkedText, index: number): string {
  if (text.how !== undefined) return text.how;
  if (text instanceof TextTail) return "append=true";
  if (!(text instanceof Revision)) return "message";
  if (index > 0) return "append=true";
  if (text.source === "snapshot") return "task snapshot";
  const bits = timeline.events.orderIssues.at(text.chunkAt(index).event);
  return `append=${(bits & OrderIssue.AppendUnknown) !== 0}`;
}

/** A message's text: one chunk, delivered by the event that first contained it. */
export function createMessageText({ message, events }: TimelineMessage): ChunkedText | null {
  return events.count === 0 ? null : new SingleChunkText(message, events.at(0));
}

/** The rest of a text from one of its chunks on. */
export class TextTail implements ChunkedText {
  readonly #whole: Revision;
  readonly #chunk: number;
  readonly #from: number;

  constructor(whole: Revision, chunk: number) {
    this.#whole = whole;
    this.#chunk = chunk;
    this.#from = whole.chunkAt(chunk).from;
  }

  get textLength(): number {
    return this.#whole.textLength - this.#from;
  }

  get chunkCount(): number {
    return this.#whole.chunkCount - this.#chunk;
  }

  chunksAt(n: number): number {
    return Math.max(0, this.#whole.chunksAt(n) - this.#chunk);
  }

  textLengthAt(n: number): number {
    return Math.max(0, this.#whole.textLengthAt(n) - this.#from);
  }

  textAt(n: number): string {
    return this.#whole.textAt(n).slice(this.#from);
  }

  chunkAt(index: number): ReturnType<ChunkedText["chunkAt"]> {
    const { event, from, to, parts } = this.#whole.chunkAt(this.#chunk + index);
    return { event, from: from - this.#from, to: to - this.#from, parts };
  }

  chunkOfCharacter(position: number): number {
    if (position < 0) return -1;
    const chunk = this.#whole.chunkOfCharacter(this.#from + position);
    return chunk < 0 ? -1 : chunk - this.#chunk;
  }
}

class SingleChunkText implements ChunkedText {
  readonly chunkCount = 1;
  readonly #text: string;
  readonly #event: number;
  readonly #parts: number;

  constructor({ parts }: Message, event: number) {
    this.#text = joinPartTexts(parts);
    this.#parts = parts.length;
    this.#event = event;
  }

  get textLength(): number {
    return this.#text.length;
  }

  chunksAt(n: number): number {
    return this.#event <= n ? 1 : 0;
  }

  textLengthAt(n: number): number {
    return this.textAt(n).length;
  }

  textAt(n: number): string {
    return this.#event <= n ? this.#text : "";
  }

  chunkAt(): ReturnType<ChunkedText["chunkAt"]> {
    return { event: this.#event, from: 0, to: this.#text.length, parts: this.#parts };
  }

  chunkOfCharacter(position: number): number {
    return position >= 0 && position < this.#text.length ? 0 : -1;
  }
}
