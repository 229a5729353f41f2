/**
 * Records the body of one answer.
 *
 * Guarantees: one `data` record per read of the socket, stamped with the moment of that read;
 * text where the bytes are UTF-8 by themselves; the agent is slowed down rather than memory
 * filled; after the limit nothing more is taken.
 */
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import type { DataRecord } from "../wire/record.ts";
import { type Coding, ContentDecoder } from "./content-coding.ts";
import type { Sink } from "./course.ts";
import type { Scrubber } from "./scrubber.ts";

/** What may wait for the disk before the agent is slowed down. */
export const PENDING_LIMIT = 4 << 20;

export interface BodyPlan {
  x: string;
  sink: Sink;
  scrubber: Scrubber;
  coding: Coding | undefined;
  /** It is no text, even where its bytes could be some. */
  isBinary?: boolean;
  maxBytes: number;
  /** The limit was reached. */
  onLimit(): void;
  /** A remark for the recording. */
  onNote(text: string, t: number): void;
}

export class AnswerBody {
  readonly #plan: BodyPlan;
  readonly #source: Readable;
  readonly #decoder: ContentDecoder | null;
  #read: Buffer[] = [];
  #work: Promise<void> = Promise.resolve();
  #time = 0;
  #recorded = 0;
  #closed = false;
  #finished: Promise<void> | null = null;
  /** Bytes of the body as they came over the wire. */
  wireBytes = 0;

  constructor(source: Readable, plan: BodyPlan) {
    this.#source = source;
    this.#plan = plan;
    this.#decoder = plan.coding
      ? new ContentDecoder(
          plan.coding,
          (bytes) => this.#record(bytes),
          (error) => this.#noteLie(error),
        )
      : null;
    source.on("data", (chunk: Buffer) => this.#collect(chunk));
  }

  get isDecoded(): boolean {
    return this.#decoder !== null;
  }

  /** Records what is still on its way; nothing is recorded afterwards. */
  finish(): Promise<void> {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  async #finish(): Promise<void> {
    this.#take();
    await this.#work;
    await this.#decoder?.end();
    this.#write(this.#plan.scrubber.flush());
    this.#closed = true;
  }

  /** Records what has been read, without waiting for anything. */
  cut(): void {
    if (!this.#decoder) this.#take();
    this.#write(this.#plan.scrubber.flush());
    this.#closed = true;
    this.#decoder?.destroy();
  }

  /** The parser hands out one read of the socket in pieces, all in one turn. */
  #collect(chunk: Buffer): void {
    if (this.#read.length === 0) queueMicrotask(() => this.#take());
    this.#read.push(chunk);
  }

  #take(): void {
    const [first, ...more] = this.#read;
    if (!first || this.#closed) return;
    const bytes = more.length > 0 ? Buffer.concat(this.#read) : first;
    this.#read = [];
    this.wireBytes += bytes.length;
    this.#time = this.#plan.sink.now();
    const work = this.#decoder ? this.#decode(this.#decoder, bytes) : this.#record(bytes);
    if (!work) return;
    this.#source.pause();
    this.#work = work.then(() => {
      this.#source.resume();
    });
  }

  async #decode(decoder: ContentDecoder, bytes: Buffer): Promise<void> {
    await this.#work;
    await decoder.write(bytes);
  }

  #record(bytes: Buffer): Promise<void> | undefined {
    const { sink, scrubber } = this.#plan;
    this.#write(scrubber.push(bytes));
    return sink.pendingBytes > PENDING_LIMIT ? sink.settled() : undefined;
  }

  #write(bytes: Buffer): void {
    if (this.#closed || bytes.length === 0) return;
    const { x, sink, maxBytes, onLimit, isBinary } = this.#plan;
    const kept = bytes.subarray(0, maxBytes - this.#recorded);
    this.#recorded += kept.length;
    if (kept.length > 0) sink.append(dataRecord(x, this.#time, kept, isBinary));
    if (kept.length === bytes.length) return;
    this.#closed = true;
    onLimit();
  }

  #noteLie(error: Error): void {
    if (this.#closed) return;
    const coding = this.#plan.coding?.name;
    this.#plan.onNote(
      `The answer says content-encoding: ${coding}, but its bytes are not (${error.message}). ` +
        "From here on they are recorded as they came.",
      this.#time,
    );
  }
}

export function dataRecord(x: string, t: number, bytes: Buffer, isBinary = false): DataRecord {
  return { r: "data", x, t, ...recordedBytes(bytes, isBinary) };
}

/** As text where they are text by themselves. */
export function recordedBytes(
  bytes: Buffer,
  isBinary = false,
): { text: string; n: number } | { b64: string; n: number } {
  const n = bytes.length;
  return !isBinary && isUtf8(bytes)
    ? { text: bytes.toString("utf8"), n }
    : { b64: bytes.toString("base64"), n };
}
