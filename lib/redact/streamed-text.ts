/**
 * Joins texts that arrive in chunks. A chunk belongs to several streams at once, because readers
 * may join chunks by their path in the messages, by the object they are part of, or by their task.
 *
 * Guarantees: a secret that spans chunks of a stream lies whole in one of the emitted texts if it
 * is no longer than the overlap; no emitted text is longer than the window, the overlap and the
 * last chunk together.
 */

import { countAtMost } from "../collections/bisect.ts";
import { isObject } from "../protocol/json.ts";
import { concatTexts, type EditableText } from "./editable-text.ts";
import type { TextLocation } from "./text-location.ts";

/** Members whose text agents stream in chunks. */
const STREAMED_MEMBER =
  /^(?:text|content|message|value|delta|chunk|token|output|answer|response|summary|reasoning|thoughts?|thinking|arguments|args|input|partial_?json|code|html|markdown|raw|data|bytes)$/i;

export function isStreamedText({ path, kind }: TextLocation): boolean {
  const name = path.findLast((step) => typeof step === "string");
  return kind === "text" && name !== undefined && STREAMED_MEMBER.test(name);
}

const ID_MEMBERS = [
  "taskId",
  "task_id",
  "artifactId",
  "artifact_id",
  "messageId",
  "message_id",
] as const;
const TASK_ID_MEMBERS = ["taskId", "task_id"] as const;

/** The keys of the streams that a text at this path of a value belongs to. */
export function getStreamKeys({ exchange, path }: TextLocation, value: unknown): string[] {
  const shape = path.filter((step) => typeof step === "string").join("\n");
  const name = path.findLast((step) => typeof step === "string") ?? "";
  const ids: unknown[] = [];
  const task: unknown[] = [];
  let around: unknown = value;
  for (const step of path) {
    if (isObject(around)) {
      for (const id of ID_MEMBERS) if (around[id] !== undefined) ids.push(around[id]);
      for (const id of TASK_ID_MEMBERS) if (around[id] !== undefined) task.push(around[id]);
      // Before 0.2 an artifact had a number.
      if (typeof around.index === "number") ids.push(around.index);
      // The `path` of a patch operation identifies the text that it writes.
      if (typeof around.path === "string") ids.push(around.path);
    }
    around = (around as Readonly<Record<string | number, unknown>> | null | undefined)?.[step];
  }
  const streams = [`${exchange}\n${shape}`];
  if (ids.length > 0) streams.push(`of ${JSON.stringify(ids)}\n${name}`);
  // A whole task identifies itself by other members than its updates do.
  if (ids.length > 1) streams.push(`of ${JSON.stringify(ids.slice(-1))}\n${name}`);
  if (task.length > 0) streams.push(`of ${JSON.stringify(task)}\n${shape}`);
  return streams;
}

interface StreamedChunk {
  readonly surface: EditableText;
  readonly where: TextLocation;
}

export interface StreamedText {
  readonly surface: EditableText;
  readonly pieces: readonly EditableText[];
  /** The location of the piece that contains this character. */
  getLocationAt(at: number): TextLocation;
}

interface TextStream {
  pieces: StreamedChunk[];
  length: number;
  /** Has a chunk that was not emitted yet. */
  isNew: boolean;
}

const STREAM_WINDOW = 1 << 15;
/** More than the texts that are streamed at the same time. */
const MAX_STREAMS = 4000;

export class TextStreams {
  readonly #streams = new Map<string, TextStream>();
  readonly #overlap: number;
  readonly #emit: (stretch: StreamedText) => void;

  constructor(overlap: number, emit: (stretch: StreamedText) => void) {
    this.#overlap = overlap;
    this.#emit = emit;
  }

  push(key: string, surface: EditableText, where: TextLocation): void {
    if (surface.text === "") return;
    const stream = this.#streams.get(key) ?? { pieces: [], length: 0, isNew: false };
    // Keeps the most recently used stream last.
    this.#streams.delete(key);
    this.#streams.set(key, stream);
    if (this.#streams.size > MAX_STREAMS) this.#removeOldest();
    stream.pieces.push({ surface, where });
    stream.length += surface.text.length;
    stream.isNew = true;
    if (stream.length > STREAM_WINDOW + this.#overlap) this.#emitStream(stream);
  }

  /** Removes the least recently used stream, usually a message that came in one chunk. */
  #removeOldest(): void {
    for (const [key, stream] of this.#streams) {
      if (stream.isNew && stream.pieces.length > 1) this.#emitStream(stream);
      this.#streams.delete(key);
      return;
    }
  }

  /** Yields regularly, because it may take long. */
  *finish(): Generator<void> {
    for (const stream of this.#streams.values()) {
      if (stream.isNew && stream.pieces.length > 1) this.#emitStream(stream);
      yield;
    }
    this.#streams.clear();
  }

  #emitStream(stream: TextStream): void {
    const { pieces } = stream;
    const starts: number[] = [];
    let length = 0;
    for (const { surface } of pieces) {
      starts.push(length);
      length += surface.text.length;
    }
    const surfaces = pieces.map(({ surface }) => surface);
    this.#emit({
      surface: concatTexts(surfaces),
      pieces: surfaces,
      getLocationAt: (at) => {
        const piece = pieces[countAtMost(starts, at) - 1] ?? pieces[0];
        if (!piece) throw new RangeError("no piece at this position");
        return piece.where;
      },
    });
    stream.isNew = false;
    const first = starts.findLastIndex((start) => length - start >= this.#overlap);
    stream.pieces = pieces.slice(Math.max(0, first));
    stream.length = length - (starts[Math.max(0, first)] ?? 0);
  }
}
