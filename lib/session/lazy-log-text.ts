/**
 * Texts of a log that lie in its file or recording. The page holds only the offsets of the records
 * and loads blocks of the file when their text is displayed.
 *
 * Guarantees: a block in use is not dropped, so a read that needs many blocks succeeds in the end;
 * text that the file no longer has is `null`, never other text.
 */

import { parseRecord } from "../log/record-shape.ts";
import { concatBytes } from "../text/utf8.ts";
import { TextNotLoaded, type TextSource } from "../wire/text-source.ts";
import { fetchFromServer, toApiClientError } from "./api-client.ts";

/** The bytes of a range, fewer at the end of the file. Rejects if they cannot be read. */
type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** Neighboring texts are shown together. */
const BLOCK_BYTES = 1 << 18;
/** A read that continues loads more blocks each time, up to this many. */
const MAX_BLOCKS_AT_ONCE = 64;
const MAX_CACHED_BLOCKS = 32;
/** A block that was read more recently may be needed by a read that is being repeated. */
const MIN_IDLE_MS = 10_000;
const NEWLINE = 10;

interface Block {
  readonly bytes: Uint8Array;
  /** For a block that ends the file: the records for which it was loaded. The file may grow. */
  readonly loadedFor: Set<number>;
  usedAt: number;
}

export class LazyLogText implements TextSource {
  minHeldUnits: number;
  readonly #read: ReadBytes;
  /** The file is a response body, not lines of records. */
  #isBody = false;
  readonly #blocks = new Map<number, Block>();
  readonly #loading = new Map<number, Promise<void>>();
  /** The block after those loaded last, and how many these were. */
  #nextBlock = -1;
  #blocksAtOnce = 1;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(read: ReadBytes, held: number) {
    this.#read = read;
    this.minHeldUnits = held;
  }

  /**
   * Limits how much text is held from now on, if the file can be read.
   * `isBody`: the file is a response body, not lines of records.
   */
  async limitHeldUnits(held: number, isBody: boolean): Promise<void> {
    this.#isBody = isBody;
    const isReadable = await this.#read(0, 1).then(
      ({ length }) => length === 1,
      () => false,
    );
    if (isReadable) this.minHeldUnits = held;
  }

  readTextAt(offset: number, bytes: number): string | null {
    if (offset < 0) return null;
    if (this.#isBody) {
      const body = this.#getBytes(offset, (_, length) => (length < bytes ? -1 : bytes));
      return body.length === 0 ? null : this.#decoder.decode(body.subarray(0, bytes));
    }
    // The last line may lack a newline.
    const line = this.#getBytes(offset, (piece, length) => {
      const end = piece.indexOf(NEWLINE);
      return end < 0 ? -1 : length - piece.length + end;
    });
    const record = line.length === 0 ? null : parseRecord(this.#decoder.decode(line));
    return record?.r === "data" ? (record.text ?? null) : null;
  }

  /**
   * The bytes from an offset up to the length that `findEnd` returns, or to the end of the file.
   * `findEnd` gets the newest piece and the length with it, and returns −1 if more is needed.
   */
  #getBytes(offset: number, findEnd: (piece: Uint8Array, length: number) => number): Uint8Array {
    let all: Uint8Array = new Uint8Array(0);
    for (let index = Math.floor(offset / BLOCK_BYTES); ; index++) {
      const { bytes, loadedFor } = this.#getBlock(index, offset);
      const piece = bytes.subarray(Math.max(0, offset - index * BLOCK_BYTES));
      all = all.length === 0 ? piece : concatBytes(all, piece);
      const end = findEnd(piece, all.length);
      if (end >= 0) return all.subarray(0, end);
      if (bytes.length === BLOCK_BYTES) continue;
      if (!loadedFor.has(offset)) throw this.#createMiss(index, offset);
      return all;
    }
  }

  #getBlock(index: number, offset: number): Block {
    const block = this.#blocks.get(index);
    if (!block) throw this.#createMiss(index, offset);
    block.usedAt = performance.now();
    return block;
  }

  #createMiss(index: number, offset: number): TextNotLoaded {
    return new TextNotLoaded(() => {
      const loading = this.#loading.get(index) ?? this.#load(index, offset);
      this.#loading.set(index, loading);
      return loading.finally(() => this.#loading.delete(index));
    });
  }

  async #load(index: number, offset: number): Promise<void> {
    const continues = index === this.#nextBlock;
    this.#blocksAtOnce = continues ? Math.min(this.#blocksAtOnce * 2, MAX_BLOCKS_AT_ONCE) : 1;
    const count = this.#blocksAtOnce;
    const from = index * BLOCK_BYTES;
    const bytes = await this.#read(from, from + count * BLOCK_BYTES);
    this.#nextBlock = index + count;
    this.#dropIdleBlocks();
    for (let i = 0; i < count; i++) {
      this.#addBlock(index + i, bytes.slice(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES), offset);
      if (bytes.length < (i + 1) * BLOCK_BYTES) return;
    }
  }

  #addBlock(index: number, bytes: Uint8Array, offset: number): void {
    const before = this.#blocks.get(index);
    const hasGrown = before?.bytes.length !== bytes.length;
    const loadedFor = hasGrown ? new Set<number>() : before.loadedFor;
    this.#blocks.set(index, { bytes, loadedFor: loadedFor.add(offset), usedAt: performance.now() });
  }

  #dropIdleBlocks(): void {
    const before = performance.now() - MIN_IDLE_MS;
    const oldest = [...this.#blocks].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    const excess = oldest.slice(0, Math.max(0, oldest.length - MAX_CACHED_BLOCKS));
    for (const [index, { usedAt }] of excess) if (usedAt < before) this.#blocks.delete(index);
  }
}

/** Reads an opened file. Rejects if it was deleted or changed. */
export function createFileByteReader(file: File): ReadBytes {
  return async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer());
}

/** Reads a recording on the server, which may be growing. */
export function createRecordingByteReader(id: string): ReadBytes {
  const path = `/api/recordings/${encodeURIComponent(id)}`;
  return async (from, to) => {
    const response = await fetchFromServer(path, { headers: { range: `bytes=${from}-${to - 1}` } });
    // The recording ends before the range.
    if (response.status === 416) return new Uint8Array(0);
    if (response.status !== 206) throw await toApiClientError(response);
    return new Uint8Array(await response.arrayBuffer());
  };
}
