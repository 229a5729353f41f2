/**
 * Reads a log in the store by ranges: as lines from any number on, as bytes from any offset on, or
 * into a file.
 *
 * Guarantees: reads only the blocks that are needed, the first one alone, so that its rows come at
 * once; a block that is not as its entry says is an error, never other bytes; memory for a few blocks,
 * and one bound for all logs that are read at the same time.
 */

import { open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ApiError } from "../http/api-error.ts";
import type { LineBatch } from "../recording/recorder.ts";
import type { LogBlock } from "./packed-log.ts";
import type { S3Client } from "./s3-client.ts";
import { type StoreEntry, sumBytes, sumPackedBytes } from "./store-entry.ts";
import { STORE_LIMITS } from "./store-limits.ts";

/**
 * Bounds the memory of all readers together: who needs more than is free waits for those before.
 *
 * Guarantees: first come, first served; a reader that needs more than there is gets all of it, alone.
 */
export class MemoryBudget {
  readonly #total: number;
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly start: () => void }[] = [];

  constructor(total: number) {
    this.#total = total;
    this.#free = total;
  }

  /** Resolves to a function that gives the bytes back; calling it again has no effect. */
  reserve(wanted: number): Promise<() => void> {
    const bytes = Math.min(wanted, this.#total);
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, start: () => resolve(this.#take(bytes)) });
      this.#startWaiting();
    });
  }

  #take(bytes: number): () => void {
    this.#free -= bytes;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#free += bytes;
      this.#startWaiting();
    };
  }

  #startWaiting(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      next.start();
    }
  }
}

/** Where a block is, in the log and in its object. */
interface PlacedBlock extends LogBlock {
  readonly key: string;
  readonly packedFrom: number;
  readonly from: number;
  readonly firstLine: number;
}

interface LoadedBlock {
  readonly block: PlacedBlock;
  readonly bytes: Buffer;
}

interface LoadedGroup {
  readonly blocks: readonly LoadedBlock[];
  /** Gives back the memory that was reserved for it. */
  readonly release: () => void;
}

/** A continued read loads more blocks each time, up to this many. */
const MAX_BLOCKS_AT_ONCE = 8;
const MAX_BYTES_AT_ONCE = 16 << 20;
const unpack = promisify(gunzip);
/** Of all logs. A block is unpacked in pieces, which are then joined. */
const MEMORY = new MemoryBudget(STORE_LIMITS.unpackedBytes);
const getMemory = (blocks: readonly LogBlock[]) => sumPackedBytes(blocks) + 2 * sumBytes(blocks);

export class StoredLog {
  readonly bytes: number;
  readonly lines: number;
  readonly #client: S3Client;
  readonly #blocks: readonly PlacedBlock[];
  /** Neighboring texts are read one after another. */
  #lastBlock: { readonly index: number; readonly loaded: LoadedBlock } | null = null;

  constructor(client: S3Client, { segments }: Pick<StoreEntry, "segments">) {
    this.#client = client;
    this.#blocks = placeBlocks(segments);
    const last = this.#blocks.at(-1);
    this.bytes = last ? last.from + last.bytes : 0;
    this.lines = last ? last.firstLine + last.lines : 0;
  }

  /** Batches of lines from a number on, to the end. */
  async *readLines(from: number, signal?: AbortSignal): AsyncGenerator<LineBatch> {
    const first = this.#blocks.findIndex(({ firstLine, lines }) => firstLine + lines > from);
    if (first < 0) return;
    for await (const { block, bytes } of this.#readBlocks(first)) {
      if (signal?.aborted) return;
      const skipped = findLine(bytes, Math.max(0, from - block.firstLine));
      yield {
        from: Math.max(from, block.firstLine),
        next: block.firstLine + block.lines,
        bytes: bytes.subarray(skipped),
        end: block.from + block.bytes,
      };
    }
  }

  /** The bytes `from` to `to`, inclusive. */
  streamBytes(from: number, to: number): ReadableStream<Uint8Array> {
    const pieces = this.#readBytes(from, to);
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          await pieces.return();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Writes the whole log to a new file. */
  async download(path: string): Promise<void> {
    const part = `${path}.${process.pid}.part`;
    const file = await open(part, "w", 0o600);
    try {
      for await (const { bytes } of this.#readBlocks(0)) await file.appendFile(bytes);
      await file.close();
      await rename(part, path);
    } finally {
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
    }
  }

  async *#readBytes(from: number, to: number): AsyncGenerator<Uint8Array, void, undefined> {
    const first = this.#blocks.findIndex((block) => block.from + block.bytes > from);
    if (first < 0 || to < from) return;
    for await (const { block, bytes } of this.#readBlocks(first)) {
      yield bytes.subarray(Math.max(0, from - block.from), Math.max(0, to + 1 - block.from));
      if (block.from + block.bytes > to) return;
    }
  }

  /** Loads the next blocks while the caller uses those before. */
  async *#readBlocks(first: number): AsyncGenerator<LoadedBlock> {
    let count = 1;
    let loading = this.#loadGroup(first, count);
    try {
      for (let index = first; index < this.#blocks.length; ) {
        const { blocks, release } = await loading;
        index += blocks.length;
        count = Math.min(count * 2, MAX_BLOCKS_AT_ONCE);
        if (index < this.#blocks.length) {
          loading = this.#loadGroup(index, count);
          loading.catch(() => undefined);
        }
        try {
          yield* blocks;
        } finally {
          release();
        }
      }
    } finally {
      // What was loaded ahead is not used.
      loading.then(({ release }) => release()).catch(() => undefined);
    }
  }

  /** At least one block. */
  async #loadGroup(first: number, count: number): Promise<LoadedGroup> {
    const known = this.#lastBlock;
    if (known?.index === first) return { blocks: [known.loaded], release: () => undefined };
    const group = this.#selectGroup(first, count);
    const release = await MEMORY.reserve(getMemory(group));
    try {
      const blocks = await this.#load(group);
      const last = blocks.at(-1);
      const isSmall = last && last.bytes.length <= STORE_LIMITS.freeBlockBytes;
      if (isSmall) this.#lastBlock = { index: first + blocks.length - 1, loaded: last };
      return { blocks, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Neighboring blocks of one object that are read at once. */
  #selectGroup(first: number, count: number): PlacedBlock[] {
    const group: PlacedBlock[] = [];
    let bytes = 0;
    for (const block of this.#blocks.slice(first, first + count)) {
      bytes += block.bytes + block.packedBytes;
      const fits =
        group.length === 0 || (block.key === group[0]?.key && bytes <= MAX_BYTES_AT_ONCE);
      if (!fits) break;
      group.push(block);
    }
    return group;
  }

  /** By one request. */
  async #load(group: readonly PlacedBlock[]): Promise<LoadedBlock[]> {
    const [first] = group;
    if (!first) return [];
    const from = first.packedFrom;
    const to = from + sumPackedBytes(group);
    const packed = await this.#client.getRange(first.key, { from, to });
    if (packed === null) throw createMissingLogError();
    return Promise.all(
      group.map(async (block) => {
        const { packedFrom, packedBytes, bytes } = block;
        const start = packedFrom - from;
        const member = packed.subarray(start, start + packedBytes);
        const unpacked = await unpack(member, { maxOutputLength: Math.max(1, bytes) }).catch(
          () => null,
        );
        if (unpacked?.length !== bytes) throw createDamagedLogError();
        return { block, bytes: unpacked };
      }),
    );
  }
}

function createMissingLogError(): ApiError {
  return new ApiError(
    "unknown-recording",
    "The store no longer has this log.",
    "It was deleted, or a lifecycle rule of the bucket has removed it.",
  );
}

function createDamagedLogError(): ApiError {
  return new ApiError("failed", "The log in the store is damaged.");
}

function placeBlocks(segments: StoreEntry["segments"]): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  let from = 0;
  let firstLine = 0;
  for (const { key, blocks } of segments) {
    let packedFrom = 0;
    for (const block of blocks) {
      placed.push({ ...block, key, packedFrom, from, firstLine });
      packedFrom += block.packedBytes;
      from += block.bytes;
      firstLine += block.lines;
    }
  }
  return placed;
}

const NEWLINE = 10;

/** The offset of the n-th line. */
function findLine(bytes: Buffer, n: number): number {
  let at = 0;
  for (let line = 0; line < n; line++) at = bytes.indexOf(NEWLINE, at) + 1;
  return at;
}
