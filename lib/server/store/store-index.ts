/**
 * What the store has: the entry of each recording, with a copy in a file of the data folder, so that
 * the library is listed at once, and when the store does not respond.
 *
 * Guarantees: only entries that have changed are read again; a copy that is damaged is read from the
 * store anew. Entries of the last two days are looked for each time, all of them the more rarely the
 * more there are, so that looking costs the same for any number. What cannot be read, or exceeds its
 * limit, is reported and left alone.
 */

import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { mapInTurns } from "../../collections/map-in-turns.ts";
import { isObject } from "../../protocol/json.ts";
import { type S3Client, StoreError } from "./s3-client.ts";
import type { ListedObject } from "./s3-xml.ts";
import {
  type DeletedEntry,
  formatEntry,
  getIndexKey,
  getLogBytes,
  INDEX_PREFIX,
  isNewerEntry,
  parseEntry,
  parseIndexKey,
  type StoreEntry,
} from "./store-entry.ts";
import { STORE_LIMITS } from "./store-limits.ts";

/** An entry without the places of its blocks. */
export interface ListedEntry extends Omit<StoreEntry, "segments"> {
  /** Of the log in the store. */
  readonly bytes: number;
}

export interface FoundEntry {
  /** `null` if it is damaged. */
  readonly entry: StoreEntry | DeletedEntry | null;
  readonly etag: string;
}

interface KnownEntry {
  readonly etag: string;
  /** `null` if this version of Loupe cannot read it. */
  readonly entry: ListedEntry | DeletedEntry | null;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** Entries that cannot be read, and the reason for one of them. */
interface UnreadableEntries {
  readonly count: number;
  readonly id: string;
  readonly reason: string;
}

const MAX_PARALLEL = 16;
const DAY_MS = 24 * 3600_000;
/** The least time between two lists of everything, for each page of a list. */
const LIST_PAGE_MS = 5_000;
const PAGE_ENTRIES = 1000;
/** Lines of the file that may be out of date. */
const MAX_OLD_LINES = 1000;

export class StoreIndex {
  readonly #client: S3Client;
  readonly #path: string;
  readonly #known = new Map<string, KnownEntry>();
  #loading: Promise<void> | null = null;
  #lines = 0;
  /** The length of each known entry in the copy, and of all together. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #fullListAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;

  constructor(client: S3Client, path: string) {
    this.#client = client;
    this.#path = path;
  }

  /** Reads the copy. Never throws. */
  load(): Promise<void> {
    this.#loading ??= this.#readCopy().catch(() => undefined);
    return this.#loading;
  }

  *listEntries(): Generator<ListedEntry> {
    for (const { entry } of this.#known.values()) if (entry && "summary" in entry) yield entry;
  }

  /** `null` if there are none. */
  getUnreadable(): UnreadableEntries | null {
    let count = 0;
    let first: Omit<UnreadableEntries, "count"> | null = null;
    for (const [id, { problem: reason }] of this.#known) {
      if (reason === undefined) continue;
      first ??= { id, reason };
      count++;
    }
    return first && { count, ...first };
  }

  find(id: string): ListedEntry | DeletedEntry | null {
    return this.#known.get(id)?.entry ?? null;
  }

  /** Reads what others have changed. */
  refresh({ isFull = false } = {}): Promise<void> {
    this.#refreshing ??= this.#refresh(isFull).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** The entry as it is now. */
  async read(id: string): Promise<FoundEntry | null> {
    const object = await this.#client.get(getIndexKey(id), STORE_LIMITS.entryBytes);
    if (object === null) {
      this.#forget(id);
      return null;
    }
    const text = object.bytes.toString();
    const entry = parseEntry(text, id);
    if (typeof entry === "string" && isNewerEntry(text)) {
      throw new StoreError("refused", "A newer version of Loupe uses this store.");
    }
    await this.#remember(id, toKnown(entry, object.etag));
    return { entry: typeof entry === "string" ? null : entry, etag: object.etag };
  }

  /** Replaces the entry with that ETag; `null`: there is none yet. */
  async write(entry: StoreEntry | DeletedEntry, etag: string | null): Promise<void> {
    const options = { contentType: "application/json", ifMatch: etag };
    const fresh = await this.#client.put(getIndexKey(entry.id), formatEntry(entry), options);
    await this.#remember(entry.id, { etag: fresh, entry: toListed(entry) });
  }

  async #refresh(isFull: boolean): Promise<void> {
    await this.load();
    const now = Date.now();
    const minAge = Math.floor(this.#known.size / PAGE_ENTRIES) * LIST_PAGE_MS;
    const listsAll = isFull || now - this.#fullListAt >= minAge;
    const days = [now - DAY_MS, now].map((time) => formatDay(new Date(time)));
    const prefixes = listsAll ? [INDEX_PREFIX] : days.map((day) => `${INDEX_PREFIX}${day}/`);
    for (const prefix of prefixes) {
      const objects = await this.#client.list(prefix);
      this.#forgetMissing(prefix, objects);
      const changed = objects.flatMap(({ key, etag }) => {
        const id = parseIndexKey(key);
        return id !== null && this.#known.get(id)?.etag !== etag ? [{ id, etag }] : [];
      });
      await mapInTurns(changed, MAX_PARALLEL, ({ id, etag }) => this.#readChanged(id, etag));
    }
    if (listsAll) this.#fullListAt = now;
    if (this.#lines > this.#known.size * 2 + MAX_OLD_LINES) await this.#rewriteCopy();
  }

  async #readChanged(id: string, etag: string): Promise<void> {
    const key = getIndexKey(id);
    const object = await this.#client.get(key, STORE_LIMITS.entryBytes).catch((error: unknown) => {
      if (error instanceof StoreError && error.kind === "too-large") return error.message;
      throw error;
    });
    if (object === null) return;
    const known =
      typeof object === "string"
        ? { etag, entry: null, problem: object }
        : toKnown(parseEntry(object.bytes.toString(), id), object.etag);
    await this.#remember(id, known);
  }

  /** Lifecycle rules of the bucket have removed them. */
  #forgetMissing(prefix: string, objects: readonly ListedObject[]): void {
    const keys = new Set(objects.map(({ key }) => key));
    for (const id of this.#known.keys()) {
      const key = getIndexKey(id);
      if (key.startsWith(prefix) && !keys.has(key)) this.#forget(id);
    }
  }

  #forget(id: string): void {
    this.#bytes -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
    this.#known.delete(id);
  }

  /** Entries beyond the limit are known, and not listed. `size`: their length in the copy. */
  #set(id: string, known: KnownEntry, size: number): void {
    this.#forget(id);
    const isFull = this.#bytes + size > STORE_LIMITS.indexBytes;
    const kept = isFull ? { etag: known.etag, entry: null, problem: FULL_INDEX } : known;
    this.#known.set(id, kept);
    if (isFull) return;
    this.#sizes.set(id, size);
    this.#bytes += size;
  }

  async #remember(id: string, known: KnownEntry): Promise<void> {
    if (this.#known.get(id)?.etag === known.etag) return;
    const line = formatCopy(id, known);
    this.#set(id, known, line.length);
    this.#lines++;
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    // It is only a copy: a full disk must not stop an upload.
    await appendFile(this.#path, line, { mode: 0o600 }).catch(() => undefined);
  }

  async #readCopy(): Promise<void> {
    const text = await readFile(this.#path, "utf8");
    for (const line of text.split("\n")) {
      const copy = parseCopy(line);
      if (copy === null) continue;
      this.#lines++;
      this.#set(copy.id, copy.known, line.length);
    }
  }

  async #rewriteCopy(): Promise<void> {
    const lines = [...this.#known].map(([id, known]) => formatCopy(id, known));
    const part = `${this.#path}.${process.pid}.part`;
    await writeFile(part, lines.join(""), { mode: 0o600 });
    await rename(part, this.#path);
    this.#lines = lines.length;
  }
}

const FULL_INDEX = "The store has more recordings than can be listed.";

function toKnown(entry: StoreEntry | DeletedEntry | string, etag: string): KnownEntry {
  return typeof entry === "string"
    ? { etag, entry: null, problem: entry }
    : { etag, entry: toListed(entry) };
}

function toListed(entry: StoreEntry | DeletedEntry): ListedEntry | DeletedEntry {
  if (!("segments" in entry)) return entry;
  const { segments, ...rest } = entry;
  return { ...rest, bytes: getLogBytes({ segments }) };
}

/** The copy has the size in place of the segments. */
function formatCopy(id: string, { etag, entry, problem }: KnownEntry): string {
  return `${JSON.stringify({ id, etag, entry, problem })}\n`;
}

function parseCopy(line: string): { readonly id: string; readonly known: KnownEntry } | null {
  try {
    const copy: unknown = JSON.parse(line);
    if (!isObject(copy) || typeof copy.id !== "string" || typeof copy.etag !== "string")
      return null;
    const { id, etag, entry, problem } = copy;
    if (!isObject(entry)) {
      const isKnown = typeof problem === "string";
      return { id, known: { etag, entry: null, ...(isKnown && { problem }) } };
    }
    const parsed = parseEntry(JSON.stringify({ ...entry, segments: [] }), id);
    // A damaged copy is read from the store anew.
    if (typeof parsed === "string") return null;
    if (!("segments" in parsed)) return { id, known: { etag, entry: parsed } };
    const { segments: _, ...rest } = parsed;
    const bytes = typeof entry.bytes === "number" ? entry.bytes : 0;
    return { id, known: { etag, entry: { ...rest, bytes } } };
  } catch {
    return null;
  }
}

const formatDay = (time: Date) => time.toISOString().slice(0, 10).replaceAll("-", "");
