/**
 * Streaming decoder for the content-encoding of a response body.
 *
 * Guarantees: what can be decoded of one read is delivered before the next read is taken, also when
 * the stream is cut off; a body whose bytes do not match its declared encoding is delivered as it
 * came.
 */
import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from "node:zlib";

/** Receives decoded bytes. Decoding pauses until the returned promise resolves. */
type DecodedBytesHandler = (bytes: Buffer) => Promise<void> | undefined;

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

/** Some servers send `deflate` without the zlib wrapper; the first byte shows which it is. */
const isZlib = (first: number) => (first & 0x0f) === 8;

export interface ContentCoding {
  name: string;
  /** Creates a decompressor for a body that starts with this byte. */
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

/** The coding to decode; `undefined` when the bytes stay as they are. */
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

  constructor(
    coding: ContentCoding,
    onBytes: DecodedBytesHandler,
    onError: (error: Error) => void,
  ) {
    this.#coding = coding;
    this.#onBytes = onBytes;
    this.#onError = onError;
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#hasFailed) {
      this.#stream ??= this.#openStream(bytes[0] ?? 0);
      const stream = this.#stream;
      const error = await new Promise<Error | null | undefined>((resolve) => {
        // Node.js does not call the callback of a failed first write.
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

  /** Delivers what the decompressor still holds of a cut-off stream. */
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
