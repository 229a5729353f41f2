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
export type Take = (bytes: Buffer) => Promise<void> | undefined;

const CHUNK_BYTES = 1 << 16;
const ZLIB = {
  chunkSize: CHUNK_BYTES,
  flush: constants.Z_SYNC_FLUSH,
  finishFlush: constants.Z_SYNC_FLUSH,
};
const BROTLI = {
  chunkSize: CHUNK_BYTES,
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

/** Some servers send `deflate` without the zlib wrapper; its first byte tells. */
const isZlib = (first: number) => (first & 0x0f) === 8;

export interface Coding {
  name: string;
  /** A fresh decompressor for a body that begins with this byte. */
  begin(first: number): Transform;
}

const CODINGS: readonly Coding[] = [
  { name: "gzip", begin: () => createGunzip(ZLIB) },
  { name: "x-gzip", begin: () => createGunzip(ZLIB) },
  {
    name: "deflate",
    begin: (first) => (isZlib(first) ? createInflate(ZLIB) : createInflateRaw(ZLIB)),
  },
  { name: "br", begin: () => createBrotliDecompress(BROTLI) },
];

/** The coding that will be undone; nothing where the bytes are to be left as they are. */
export function findCoding(contentEncoding: string | undefined): Coding | undefined {
  const name = contentEncoding?.trim().toLowerCase();
  return CODINGS.find((coding) => coding.name === name);
}

export class ContentDecoder {
  readonly #coding: Coding;
  readonly #take: Take;
  readonly #onLie: (error: Error) => void;
  #stream: Transform | null = null;
  #isLie = false;

  constructor(coding: Coding, take: Take, onLie: (error: Error) => void) {
    this.#coding = coding;
    this.#take = take;
    this.#onLie = onLie;
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#isLie) {
      this.#stream ??= this.#begin(bytes[0] ?? 0);
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
      this.#isLie = true;
      this.#onLie(error);
    }
    await this.#take(bytes);
  }

  /** Hands out what a cut-off stream still holds. */
  async end(): Promise<void> {
    const stream = this.#stream;
    if (!stream || this.#isLie) return;
    await new Promise<void>((resolve) => {
      stream.once("close", resolve);
      stream.end();
    });
  }

  destroy(): void {
    this.#stream?.destroy();
  }

  #begin(first: number): Transform {
    const stream = this.#coding.begin(first);
    stream.on("error", () => undefined);
    stream.on("data", (bytes: Buffer) => {
      const taken = this.#take(bytes);
      if (!taken) return;
      stream.pause();
      void taken.then(() => stream.resume());
    });
    return stream;
  }
}
