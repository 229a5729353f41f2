/**
 * Undoes a content-encoding read by read.
 *
 * Guarantees: what can be decoded of a read is handed out before the next read is taken, also of a
 * stream that is cut off; a body that is not encoded as it says is handed out as it came.
 */
import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from "node:zlib";

/** Takes decoded bytes; what it returns is waited for before more is decoded. */
export type DecodedBytesHandler = (bytes: Buffer) => Promise<void> | undefined;

const CHUNK_BYTES = 1 << 16;
const ZLIB_OPTIONS = {
  chunkSize: CHUNK_BYTES,
  flush: constants.Z_SYNC_FLUSH,
  finishFlush: constants.Z_SYNC_FLUSH,
};
const BROTLI_OPTIONS = {
  chunkSize: CHUNK_BYTES,
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

/** Some servers send `deflate` without the zlib wrapper; its first byte tells. */
const isZlib = (first: number) => (first & 0x0f) === 8;

export interface ContentCoding {
  name: string;
  /** A fresh decompressor for a body that begins with this byte. */
  createDecompressor(first: number): Transform;
}

const CONTENT_CODINGS: readonly ContentCoding[] = [
  { name: "gzip", createDecompressor: () => createGunzip(ZLIB_OPTIONS) },
  { name: "x-gzip", createDecompressor: () => createGunzip(ZLIB_OPTIONS) },
  {
    name: "deflate",
    createDecompressor: (first) =>
      isZlib(first) ? createInflate(ZLIB_OPTIONS) : createInflateRaw(ZLIB_OPTIONS),
  },
  { name: "br", createDecompressor: () => createBrotliDecompress(BROTLI_OPTIONS) },
];

/** The coding that will be undone; nothing where the bytes are to be left as they are. */
export function findContentCoding(contentEncoding: string | undefined): ContentCoding | undefined {
  const name = contentEncoding?.trim().toLowerCase();
  return CONTENT_CODINGS.find((coding) => coding.name === name);
}

export class ContentDecoder {
  readonly #coding: ContentCoding;
  readonly #onBytes: DecodedBytesHandler;
  readonly #onError: (error: Error) => void;
  #stream: Transform | null = null;
  #hasFailed = false;

  constructor(coding: ContentCoding, take: DecodedBytesHandler, onLie: (error: Error) => void) {
    this.#coding = coding;
    this.#onBytes = take;
    this.#onError = onLie;
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#hasFailed) {
      this.#stream ??= this.#openStream(bytes[0] ?? 0);
      const stream = this.#stream;
      const error = await new Promise<Error | null | undefined>((resolve) => {
        // A write that fails is not called back when it was the first.
        stream.once("error", resolve);
        stream.write(bytes, (failure) => {
          stream.off("error", resolve);
          resolve(failure);
        });
      });
      if (!error) return;
      this.#hasFailed = true;
      this.#onError(error);
    }
    await this.#onBytes(bytes);
  }

  /** Hands out what a cut-off stream still holds. */
  async end(): Promise<void> {
    const stream = this.#stream;
    if (!stream || this.#hasFailed) return;
    await new Promise<void>((resolve) => {
      stream.once("close", resolve);
      stream.end();
    });
  }

  destroy(): void {
    this.#stream?.destroy();
  }

  #openStream(first: number): Transform {
    const stream = this.#coding.createDecompressor(first);
    stream.on("error", () => undefined);
    stream.on("data", (bytes: Buffer) => {
      const taken = this.#onBytes(bytes);
      if (!taken) return;
      stream.pause();
      void taken.then(() => stream.resume());
    });
    return stream;
  }
}
