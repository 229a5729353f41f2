/**
 * The list of the recordings in a folder.
 *
 * Guarantees: few files are open at a time; what this process changes is listed at once, and so is what
 * others record, or change among the recordings that changed last; of many more, others' changes are
 * found in turns; of many, the files are not read again after a restart.
 */

import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { RecordingSummary } from "../../api/api-types.ts";
import { PRODUCT } from "../../api/version.ts";
import { mapInTurns } from "../../collections/map-in-turns.ts";
import { isObject } from "../../protocol/json.ts";
import { isRecordingId } from "../ids.ts";
import type { MetadataFiles } from "./metadata-files.ts";
import { MARKER_SUFFIX, type RecordingMarkers } from "./recording-markers.ts";
import { type KnownRecording, readRecording } from "./recording-summary.ts";

export const LOG_SUFFIX = ".jsonl";
const METADATA_SUFFIX = ".about.jsonl";
/** A log's is the end of another. */
const SUFFIXES = [METADATA_SUFFIX, MARKER_SUFFIX, LOG_SUFFIX];
/** Files that are open at a time: a system may allow few. */
const MAX_PARALLEL = 64;
/** Recordings whose files are looked at for every list: those that changed last. */
const WATCHED_RECORDINGS = 2000;
/** The files of all others are looked at once in so many lists. */
const LIST_TURNS = 50;

type IsLive = (id: string) => boolean;

interface RecordingIds {
  readonly ids: readonly string[];
  readonly idsWithMetadata: ReadonlySet<string>;
  readonly idsWithMarker: readonly string[];
}

export class RecordingList {
  readonly #folder: string;
  readonly #metadataFiles: MetadataFiles;
  readonly #markers: RecordingMarkers;
  readonly #file: ListFile;
  #known = new Map<string, KnownRecording>();
  #loading: Promise<void> | null = null;
  /** What this process has changed since. */
  readonly #changed = new Set<string>();
  /** Those that changed last. */
  #watched: ReadonlySet<string> = new Set();
  #turn = 0;

  constructor(
    dataFolder: string,
    folder: string,
    metadataFiles: MetadataFiles,
    markers: RecordingMarkers,
  ) {
    this.#folder = folder;
    this.#metadataFiles = metadataFiles;
    this.#markers = markers;
    this.#file = new ListFile(dataFolder);
  }

  /** Recordings, last changed first, without failed card lookups. `isLiveHere`: in this process. */
  async list(isLiveHere: IsLive): Promise<RecordingSummary[]> {
    await this.#load();
    const found = await this.listIds();
    const elsewhere = new Set<string>();
    await mapInTurns(found.idsWithMarker, MAX_PARALLEL, async (id) => {
      if (await this.#markers.isHeldElsewhere(id)) elsewhere.add(id);
    });
    const isLive: IsLive = (id) => isLiveHere(id) || elsewhere.has(id);
    const before = this.#known.size;
    const isUnread = this.#createUnreadTest(found, isLive);
    const unread = found.ids.filter(isUnread);
    await mapInTurns(unread, MAX_PARALLEL, (id) =>
      this.read(id, isLive(id), found.idsWithMetadata.has(id)).catch(() => this.#known.delete(id)),
    );
    if (this.#known.size > found.ids.length) this.#forgetMissing(found.ids);
    const listed: RecordingSummary[] = [];
    for (const { summary, isFailedLookup } of this.#known.values()) {
      if (!isFailedLookup) listed.push(summary);
    }
    listed.sort(compareRecordings);
    this.#watch(listed);
    this.#file.save(this.#known, this.#known.size < before);
    return listed;
  }

  /** Reads the files of one recording. */
  async read(id: string, live: boolean, hasMetadata: boolean): Promise<KnownRecording> {
    this.#changed.delete(id);
    const known = await readRecording({
      id,
      path: this.#getPath(id),
      live,
      metadata: hasMetadata ? await this.#metadataFiles.read(id) : null,
      before: this.#known.get(id),
    });
    this.#known.set(id, known);
    return known;
  }

  /** This process has changed a recording. */
  noteChange(id: string): void {
    this.#changed.add(id);
  }

  /** This process has deleted a recording. */
  forget(id: string): void {
    this.#changed.delete(id);
    this.#known.delete(id);
  }

  /** The size of all logs, including those that are not listed. */
  async measure(): Promise<number> {
    await this.#load();
    const { ids } = await this.listIds();
    const sizes = await mapInTurns(ids, MAX_PARALLEL, async (id) => {
      const known = this.#isTrusted(id) ? this.#known.get(id) : undefined;
      return known?.summary.bytes ?? (await stat(this.#getPath(id)).catch(() => null))?.size ?? 0;
    });
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** The size of all logs when they were listed last, including those that are not listed. */
  sumKnownBytes(): number {
    let sum = 0;
    for (const { summary } of this.#known.values()) sum += summary.bytes;
    return sum;
  }

  /** Recordings that are only failed card lookups, newest first. */
  async listFailedLookups(isLiveHere: IsLive): Promise<string[]> {
    await this.list(isLiveHere);
    const failed = [...this.#known].filter(([, { isFailedLookup }]) => isFailedLookup);
    return failed.map(([id]) => id).sort((one, other) => compareTexts(other, one));
  }

  async listIds(): Promise<RecordingIds> {
    // A folder that cannot be created has no recordings; one on a read-only disk may have some.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    const files = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const ids: string[] = [];
    const idsWithMetadata = new Set<string>();
    const idsWithMarker: string[] = [];
    for (const file of files) {
      const suffix = SUFFIXES.find((one) => file.endsWith(one));
      const id = suffix === undefined ? "" : file.slice(0, -suffix.length);
      if (!isRecordingId(id)) continue;
      if (suffix === METADATA_SUFFIX) idsWithMetadata.add(id);
      else if (suffix === MARKER_SUFFIX) idsWithMarker.push(id);
      else ids.push(id);
    }
    return { ids, idsWithMetadata, idsWithMarker };
  }

  #getPath(id: string): string {
    return join(this.#folder, `${id}${LOG_SUFFIX}`);
  }

  #createUnreadTest({ idsWithMetadata }: RecordingIds, isLive: IsLive) {
    const turn = this.#turn++ % LIST_TURNS;
    return (id: string, index: number): boolean => {
      const known = this.#known.get(id);
      if (known === undefined || index % LIST_TURNS === turn || !this.#isTrusted(id)) return true;
      return known.hasMetadata !== idsWithMetadata.has(id) || known.summary.live || isLive(id);
    };
  }

  #isTrusted(id: string): boolean {
    return !this.#changed.has(id) && !this.#watched.has(id);
  }

  #forgetMissing(ids: readonly string[]): void {
    const present = new Set(ids);
    for (const id of this.#known.keys()) if (!present.has(id)) this.forget(id);
  }

  /** Those that an earlier process knew. */
  #load(): Promise<void> {
    this.#loading ??= this.#file.read().then((known) => {
      for (const [id, one] of this.#known) known.set(id, one);
      this.#known = known;
      const listed = [...known.values()].map(({ summary }) => summary);
      this.#watch(listed.sort(compareRecordings));
    });
    return this.#loading;
  }

  #watch(lastChangedFirst: readonly RecordingSummary[]): void {
    this.#watched = new Set(lastChangedFirst.slice(0, WATCHED_RECORDINGS).map(({ id }) => id));
  }
}

/** Last changed first, then newest first. */
function compareRecordings(one: RecordingSummary, other: RecordingSummary): number {
  return compareTexts(other.changedAt, one.changedAt) || compareTexts(other.id, one.id);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Raised when the lines change. */
const LIST_VERSION = 2;
const WRITTEN_BY = `${PRODUCT} ${LIST_VERSION}`;
/** Fewer are read again as fast as the file. */
const MIN_RECORDINGS = 1000;
const MIN_INTERVAL_MS = 300_000;
/** Between two writes that remove what was deleted. */
const REMOVAL_MS = 10_000;
/** Others get their turn after so many. */
const LINES_AT_ONCE = 1000;

type KnownRecordings = Map<string, KnownRecording>;

/**
 * What is known of the recordings in a large library, kept in a file so that a new process need not
 * read the start of each log again: a line for the version, and a line for each recording.
 *
 * Guarantees: recordings are the truth, so the file may be lost or damaged; it is written whole or
 * not at all, in the background; a deleted recording is not in it for long.
 */
class ListFile {
  readonly #path: string;
  /** When it was last read or written. */
  #currentAt = Number.NEGATIVE_INFINITY;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #saving = false;
  #hasRemoved = false;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, "recordings.list");
  }

  /** None if there is no file, or another version wrote it. */
  async read(): Promise<KnownRecordings> {
    const known: KnownRecordings = new Map();
    const text = await readFile(this.#path, "utf8").catch(() => "");
    const lines = text.split("\n");
    if (lines[0] !== WRITTEN_BY) return known;
    this.#currentAt = performance.now();
    for (const [index, line] of lines.entries()) {
      const one = index === 0 ? null : parseLine(line);
      if (one) known.set(one.summary.id, one);
      if (index % LINES_AT_ONCE === 0) await yieldToOthers();
    }
    return known;
  }

  /** Now and then, and soon if there are `fewer` than before. */
  save(known: KnownRecordings, fewer: boolean): void {
    this.#hasRemoved ||= fewer;
    const now = performance.now();
    const isLarge = known.size >= MIN_RECORDINGS;
    const isDue = this.#hasRemoved
      ? now - this.#writtenAt > REMOVAL_MS
      : isLarge && now - this.#currentAt > MIN_INTERVAL_MS;
    if (this.#saving || !isDue) return;
    this.#saving = true;
    this.#writtenAt = now;
    this.#currentAt = now;
    this.#hasRemoved = false;
    const done = isLarge ? this.#write([...known.values()]) : rm(this.#path, { force: true });
    done
      .catch(() => undefined)
      .finally(() => {
        this.#saving = false;
      });
  }

  async #write(known: readonly KnownRecording[]): Promise<void> {
    const fresh = `${this.#path}.${randomBytes(4).toString("hex")}`;
    const file = await open(/*turbopackIgnore: true*/ fresh, "wx", 0o600);
    try {
      await file.write(`${WRITTEN_BY}\n`);
      for (let from = 0; from < known.length; from += LINES_AT_ONCE) {
        const ended = known.slice(from, from + LINES_AT_ONCE).filter((one) => !one.summary.live);
        await file.write(ended.map((one) => `${JSON.stringify(one)}\n`).join(""));
      }
      await file.close();
      await rename(fresh, this.#path);
    } finally {
      await file.close().catch(() => undefined);
      await rm(fresh, { force: true });
    }
  }
}

/** Only the outline is checked: the first line says which program wrote the rest. */
function parseLine(line: string): KnownRecording | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && isObject(value.summary) ? (value as unknown as KnownRecording) : null;
  } catch {
    return null;
  }
}
