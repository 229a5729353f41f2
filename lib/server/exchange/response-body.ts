/**
 * Records the body of one response.
 *
 * Guarantees: one `data` record per read of the socket, with the time of that read; as text if the
 * bytes of the read are valid UTF-8 on their own; a full buffer slows the agent down instead of
 * filling memory; after the limit nothing more is recorded.
 */
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import type { DataRecord, Time } from "../../wire/record.ts";
import type { MaskStream } from "../masking/mask-stream.ts";
import { type ContentCoding, ContentDecoder } from "./content-coding.ts";
import type { RecordSink } from "./exchange-context.ts";

/** Bytes that may wait for the disk before the agent is slowed down. */
export const MAX_PENDING_BYTES = 4 << 20;

interface ResponseBodyOptions {
  x: string;
  sink: RecordSink;
  maskStream: MaskStream;
  coding: ContentCoding | undefined;
  /** Recorded as base64 even if the bytes are valid text. */
  isBinary?: boolean;
  maxBytes: number;
  /** Called when the limit is reached. */
  onLimit(): void;
  /** Adds a note to the recording. */
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
  /** Bytes of the body on the wire, before decoding. */
  wireBytes = 0;

  constructor(source: Readable, options: ResponseBodyOptions) {
    this.#source = source;
    this.#options = options;
    this.#decoder = options.coding
      ? new ContentDecoder(
          options.coding,
          (bytes) => this.#record(bytes),
          (error) => this.#noteWrongCoding(error),
        )
      : null;
    source.on("data", (chunk: Buffer) => this.#addChunk(chunk));
  }

  get isDecoded(): boolean {
    return this.#decoder !== null;
  }

  /** Records what is still in progress; nothing is recorded afterwards. */
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

  /** Records what has been read, without waiting. */
  finishNow(): void {
    if (!this.#decoder) this.#recordChunks();
    this.#write(this.#options.maskStream.flush());
    this.#isClosed = true;
    this.#decoder?.destroy();
  }

  /** Collects chunks: the parser delivers one read of the socket as several chunks in one turn. */
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
    const recorded = bytes.subarray(0, maxBytes - this.#recordedLength);
    this.#recordedLength += recorded.length;
    if (recorded.length > 0) sink.append(createDataRecord(x, this.#readTime, recorded, isBinary));
    if (recorded.length === bytes.length) return;
    this.#isClosed = true;
    onLimit();
  }

  #noteWrongCoding(error: Error): void {
    if (this.#isClosed) return;
    const coding = this.#options.coding?.name;
    this.#options.onNote(
      `The response has content-encoding: ${coding}, but its bytes cannot be decoded (${error.message}). ` +
        "From here on, they are recorded as received.",
      this.#readTime,
    );
  }
}

export function createDataRecord(x: string, t: Time, bytes: Buffer, isBinary = false): DataRecord {
  return { r: "data", x, t, ...encodeRecordBytes(bytes, isBinary) };
}

/** As text if the bytes are valid UTF-8 on their own. */
export function encodeRecordBytes(
  bytes: Buffer,
  isBinary = false,
): { text: string; n: number } | { b64: string; n: number } {
  const n = bytes.length;
  return !isBinary && isUtf8(bytes)
    ? { text: bytes.toString("utf8"), n }
    : { b64: bytes.toString("base64"), n };
}

/** Whatever a log has as base64: what is none has no bytes. */
export const decodeRecordBytes = ({ text, b64 }: { text?: string; b64?: string }): Buffer =>
  text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text);
