/**
 * The search index of one data folder: a file with the analysis of each recording, one entry after
 * another. An entry is a line of JSON, the text, and a line with the places of its lines.
 *
 * Guarantees: recordings are the truth, so any part of the file may be lost, and is then found
 * missing; a damaged or torn entry ends what is read, and the next write starts a file without it;
 * several processes may write; the text of a dropped recording is overwritten.
 */

import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { LogAnalysis } from "../../api/library-search.ts";
import {
  createOverwrittenEntry,
  decodeText,
  type EntryLines,
  formatEntry,
  type IndexEntry,
  parseHead,
  parsePlaces,
} from "./index-entry.ts";

const READ_BYTES = 1 << 20;
const NEWLINE = 10;
/** Less waste is not worth writing the file again. */
const MIN_WASTE = 1 << 20;

export class IndexFile {
  readonly #path: string;
  readonly #by: string;
  /** In the order of the file. */
  #entries = new Map<string, IndexEntry>();
  /** Identifies the file that was read. */
  #file = 0;
  /** The offset up to which it was read. */
  #end = 0;
  #liveBytes = 0;
  #revision = 0;
  #tasks: Promise<unknown> = Promise.resolve();

  /** `by`: entries of other programs are not used. */
  constructor(path: string, by: string) {
    this.#path = path;
    this.#by = by;
  }

  get entries(): ReadonlyMap<string, IndexEntry> {
    return this.#entries;
  }

  /** Changes with the entries. */
  get revision(): number {
    return this.#revision;
  }

  /** Reads what was written since, also by other processes. */
  sync(): Promise<void> {
    return this.#enqueue(() => this.#tryReadNew());
  }

  /** Replaces the entry of the recording. */
  append(id: string, bytes: number, analysis: LogAnalysis): Promise<void> {
    return this.#enqueue(async () => {
      await this.#prepareWrite();
      await this.#overwrite([id]);
      const file = await this.#open(constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
      try {
        await file.writeFile(formatEntry({ id, bytes, by: this.#by, ...analysis }));
      } finally {
        await file.close();
      }
      await this.#readNew();
    });
  }

  /** Removes entries, and their texts from the disk. */
  drop(ids: readonly string[]): Promise<void> {
    if (!ids.some((id) => this.#entries.has(id))) return Promise.resolve();
    return this.#enqueue(async () => {
      await this.#readNew();
      await this.#overwrite(ids);
      await this.#prepareWrite();
    });
  }

  /** Reads the texts of the recordings that are `wanted`, in the order of the file. */
  scan(
    isWanted: (entry: IndexEntry) => boolean,
    visit: (entry: IndexEntry, text: string) => void,
  ): Promise<void> {
    const select = () => [...this.#entries.values()].filter(isWanted);
    return this.#read(select, async (file, entries) => {
      for (const group of groupNeighbors(entries)) {
        const start = group[0]?.range.text ?? 0;
        const bytes = await readRange(file, start, group.at(-1)?.range.places ?? start);
        for (const entry of group) visit(entry, decodeText(bytes, entry.range, start));
      }
    });
  }

  /** The lines of these recordings, with their places. */
  readLines(ids: Iterable<string>): Promise<EntryLines[]> {
    const found: EntryLines[] = [];
    const select = () => sortByOffset([...ids].flatMap((id) => this.#entries.get(id) ?? []));
    return this.#read(select, async (file, entries) => {
      for (const { id, range } of entries) {
        const bytes = await readRange(file, range.text, range.end);
        const places = parsePlaces(bytes.toString("utf8", range.places - range.text));
        found.push({ id, text: decodeText(bytes, range, range.text), places });
      }
    }).then(() => found);
  }

  /** Removes entries from the disk as well as from memory. */
  async #overwrite(ids: readonly string[]): Promise<void> {
    const dropped = ids.flatMap((id) => this.#entries.get(id) ?? []);
    if (dropped.length === 0) return;
    const file = await this.#open(constants.O_WRONLY);
    try {
      for (const entry of dropped) {
        const bytes = createOverwrittenEntry(entry.range);
        await file.write(bytes, 0, bytes.length, entry.range.start);
        this.#forget(entry);
      }
    } finally {
      await file.close();
    }
  }

  /** Between two writes of this process, so that the offsets are right. */
  #read(
    select: () => readonly IndexEntry[],
    read: (file: FileHandle, inOrder: readonly IndexEntry[]) => Promise<void>,
  ): Promise<void> {
    return this.#enqueue(async () => {
      await this.#tryReadNew();
      const entries = select();
      if (entries.length === 0) return;
      const file = await this.#open(constants.O_RDONLY);
      try {
        await read(file, entries);
      } finally {
        await file.close();
      }
    });
  }

  /** One task at a time; a failed one does not stop the next. */
  #enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#tasks.then(task);
    this.#tasks = done.catch(() => undefined);
    return done;
  }

  #open(flags: number): Promise<FileHandle> {
    return open(this.#path, flags, 0o600);
  }

  /** A file that cannot be read is the same as none. */
  async #tryReadNew(): Promise<void> {
    await this.#readNew().catch(() => this.#reset(0));
  }

  async #readNew(): Promise<void> {
    const found = await stat(this.#path).catch(() => null);
    const isKnown = found?.ino === this.#file && found.size >= this.#end;
    if (!isKnown) this.#reset(found?.ino ?? 0);
    if (found === null || found.size === this.#end) return;
    const file = await this.#open(constants.O_RDONLY);
    try {
      await this.#readEntries(file, found.size);
    } finally {
      await file.close();
    }
  }

  #reset(file: number): void {
    this.#revision++;
    this.#entries = new Map();
    this.#file = file;
    this.#end = 0;
    this.#liveBytes = 0;
  }

  /** Stops at the first entry that is incomplete or damaged. */
  async #readEntries(file: FileHandle, size: number): Promise<void> {
    while (this.#end < size) {
      const from = this.#end;
      const bytes = await readRange(file, from, Math.min(size, from + READ_BYTES));
      while (this.#end - from < bytes.length) {
        const at = this.#end - from;
        const newline = bytes.indexOf(NEWLINE, at);
        if (newline < 0) break;
        const head = parseHead(bytes.toString("utf8", at, newline), this.#end, newline - at + 1);
        if (head === null || head.range.end > size) return;
        this.#end = head.range.end;
        if (head.entry) this.#remember(head.entry);
      }
      if (this.#end === from) return;
    }
  }

  #remember(entry: IndexEntry): void {
    const before = this.#entries.get(entry.id);
    if (before) this.#forget(before);
    if (entry.by !== this.#by) return;
    this.#entries.set(entry.id, entry);
    this.#revision++;
    this.#liveBytes += entry.range.end - entry.range.start;
  }

  #forget({ id, range }: IndexEntry): void {
    if (!this.#entries.delete(id)) return;
    this.#liveBytes -= range.end - range.start;
    this.#revision++;
  }

  /** Writes the file again if its end is damaged or most of it is waste. */
  async #prepareWrite(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    await this.#readNew();
    const size = (await stat(this.#path).catch(() => null))?.size ?? 0;
    const waste = this.#end - this.#liveBytes;
    if (size === this.#end && waste < Math.max(MIN_WASTE, this.#liveBytes)) return;
    await this.#compact();
    await this.#readNew();
  }

  async #compact(): Promise<void> {
    const part = `${this.#path}.${process.pid}.part`;
    const from = await this.#open(constants.O_RDONLY);
    const to = await open(part, "w", 0o600);
    try {
      for (const { range } of this.#entries.values())
        await to.write(await readRange(from, range.start, range.end));
      await to.close();
      await rename(part, this.#path);
    } finally {
      await from.close();
      await to.close().catch(() => undefined);
      await rm(part, { force: true });
    }
  }
}

function sortByOffset(entries: readonly IndexEntry[]): IndexEntry[] {
  return entries.toSorted((one, other) => one.range.start - other.range.start);
}

/** Entries that one read can load together. */
function* groupNeighbors(inOrder: readonly IndexEntry[]): Generator<IndexEntry[]> {
  let group: IndexEntry[] = [];
  for (const entry of inOrder) {
    const start = group[0]?.range.text ?? entry.range.text;
    const gap = entry.range.start - (group.at(-1)?.range.end ?? entry.range.start);
    if (group.length > 0 && (entry.range.end - start > READ_BYTES || gap > READ_BYTES / 8)) {
      yield group;
      group = [];
    }
    group.push(entry);
  }
  if (group.length > 0) yield group;
}

async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(
    Buffer.allocUnsafe(end - start),
    0,
    end - start,
    start,
  );
  return buffer.subarray(0, bytesRead);
}
