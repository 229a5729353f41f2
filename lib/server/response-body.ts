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
import { type ContentCoding, ContentDecoder } from "./content-coding.ts";
import type { RecordSink } from "./exchange-context.ts";
import type { MaskStream } from "./mask-stream.ts";

/** What may wait for the disk before the agent is slowed down. */
export const MAX_PENDING_BYTES = 4 << 20;

export interface ResponseBodyOptions {
  x: string;
  sink: RecordSink;
  maskStream: MaskStream;
  coding: ContentCoding | undefined;
  /** It is no text, even where its bytes could be some. */
  isBinary?: boolean;
  maxBytes: number;
  /** The limit was reached. */
  onLimit(): void;
  /** A remark for the recording. */
  onNote(text: string, t: number): void;
}

export class ResponseBody {
  readonly #options: ResponseBodyOptions;
  readonly #source: Readable;
  readonly #decoder: ContentDecoder | null;
  #pendingChunks: Buffer[] = [];
  #pendingWork: Promise<void> = Promise.resolve();
  #readTime = 0;
  #recordedLength = 0;
  #isClosed = false;
  #finishing: Promise<void> | null = null;
  /** Bytes of the body as they came over the wire. */
  wireBytes = 0;

  constructor(source: Readable, plan: ResponseBodyOptions) {
    this.#source = source;
    this.#options = plan;
    this.#decoder = plan.coding
      ? new ContentDecoder(
          plan.coding,
          (bytes) => this.#record(bytes),
          (error) => this.#noteWrongCoding(error),
        )
      : null;
    source.on("data", (chunk: Buffer) => this.#addChunk(chunk));
  }

  get isDecoded(): boolean {
    return this.#decoder !== null;
  }

  /** Records what is still on its way; nothing is recorded afterwards. */
  finish(): Promise<void> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  async #finish(): Promise<void> {
    this.#recordChunks();
    await this.#pendingWork;
    await this.#decoder?.end();
    this.#write(this.#options.maskStream.flush());
    this.#isClosed = true;
  }

  /** Records what has been read, without waiting for anything. */
  finishNow(): void {
    if (!this.#decoder) this.#recordChunks();
    this.#write(this.#options.maskStream.flush());
    this.#isClosed = true;
    this.#decoder?.destroy();
  }

  /** The parser hands out one read of the socket in pieces, all in one turn. */
  #addChunk(chunk: Buffer): void {
    if (this.#pendingChunks.length === 0) queueMicrotask(() => this.#recordChunks());
    this.#pendingChunks.push(chunk);
  }

  #recordChunks(): void {
    const [first, ...more] = this.#pendingChunks;
    if (!first || this.#isClosed) return;
    const bytes = more.length > 0 ? Buffer.concat(this.#pendingChunks) : first;
    this.#pendingChunks = [];
    this.wireBytes += bytes.length;
    this.#readTime = this.#options.sink.now();
    const work = this.#decoder ? this.#decode(this.#decoder, bytes) : this.#record(bytes);
    if (!work) return;
    this.#source.pause();
    this.#pendingWork = work.then(() => {
      this.#source.resume();
    });
  }

  async #decode(decoder: ContentDecoder, bytes: Buffer): Promise<void> {
    await this.#pendingWork;
    await decoder.write(bytes);
  }

  #record(bytes: Buffer): Promise<void> | undefined {
    const { sink, maskStream } = this.#options;
    this.#write(maskStream.push(bytes));
    return sink.pendingBytes > MAX_PENDING_BYTES ? sink.waitUntilWritten() : undefined;
  }

  #write(bytes: Buffer): void {
    if (this.#isClosed || bytes.length === 0) return;
    const { x, sink, maxBytes, onLimit, isBinary } = this.#options;
    const kept = bytes.subarray(0, maxBytes - this.#recordedLength);
    this.#recordedLength += kept.length;
    if (kept.length > 0) sink.append(createDataRecord(x, this.#readTime, kept, isBinary));
    if (kept.length === bytes.length) return;
    this.#isClosed = true;
    onLimit();
  }

  #noteWrongCoding(error: Error): void {
    if (this.#isClosed) return;
    const coding = this.#options.coding?.name;
    this.#options.onNote(
      `The answer says content-encoding: ${coding}, but its bytes are not (${error.message}). ` +
        "From here on they are recorded as they came.",
      this.#readTime,
    );
  }
}

export function createDataRecord(
  x: string,
  t: number,
  bytes: Buffer,
  isBinary = false,
): DataRecord {
  return { r: "data", x, t, ...encodeRecordBytes(bytes, isBinary) };
}

/** As text where they are text by themselves. */
export function encodeRecordBytes(
  bytes: Buffer,
  isBinary = false,
): { text: string; n: number } | { b64: string; n: number } {
  const n = bytes.length;
  return !isBinary && isUtf8(bytes)
    ? { text: bytes.toString("utf8"), n }
    : { b64: bytes.toString("base64"), n };
}
