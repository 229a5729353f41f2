/**
 * The recordings of one data folder as files: lists, summarizes, measures, copies and deletes them.
 *
 * Guarantees: an id from outside becomes a path only if the server could have created it; a log is
 * only read, copied or deleted here; a summary reads only the start and end of a log, and has a
 * verdict only if the log still has exactly the bytes it was found for; few files are open at a time.
 * What this process changes is listed at once, and so is what others change among the recordings that
 * changed last; of many more, others' changes are found in turns.
 */

import { constants, copyFile, mkdir, readdir, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingSummary } from "../../api/api-types.ts";
import { formatLimit } from "../../api/limits.ts";
import { EMPTY_METADATA, type RecordingMetadata } from "../../api/recording-metadata.ts";
import { PRODUCT } from "../../api/version.ts";
import { mapInTurns } from "../../collections/map-in-turns.ts";
import { ApiError } from "../http/api-error.ts";
import { createRecordingId, isRecordingId } from "../ids.ts";
import { readFirstMessageText } from "./first-message.ts";
import { linkRecording } from "./import-log.ts";
import { LimitStore } from "./limit-store.ts";
import { findEndOfLines, readLogStart } from "./log-file.ts";
import { MetadataFiles } from "./metadata-files.ts";

const SUFFIX = ".jsonl";
const METADATA_SUFFIX = ".about.jsonl";
/** Files that are open at a time: a system may allow few. */
const MAX_PARALLEL = 64;
/** More is freed than needed, so that it is not needed for every recording. */
const FREED_SHARE = 0.1;
/** Recordings whose files are looked at for every list: those that changed last. */
const WATCHED_RECORDINGS = 2000;
/** The files of all others are looked at once in so many lists. */
const LIST_TURNS = 50;
/** How long a passed size check stays valid. */
const SPACE_CHECK_MS = 5000;

/** The start of a log. It does not change, except that a missing first message may come later. */
interface CachedLogStart {
  readonly file: number;
  readonly size: number;
  readonly name: string | null;
  readonly at: string | null;
  readonly firstMessage: string | null;
}

/** A recording as it was when its files were looked at last. */
interface ListedRecording {
  /** `null` for failed card lookups. */
  readonly summary: RecordingSummary | null;
  readonly bytes: number;
  readonly hasMetadata: boolean;
}

export class RecordingStore {
  /** The folder with the recordings' files. */
  readonly folder: string;
  readonly metadataFiles: MetadataFiles;
  /** Makes room for so many bytes, if it can: set where recordings have other copies. */
  makeSpace: (bytes: number) => Promise<void> = async () => undefined;
  readonly #limits: LimitStore;
  readonly #logStarts = new Map<string, CachedLogStart>();
  readonly #listed = new Map<string, ListedRecording>();
  /** Those that changed last. */
  #watched: ReadonlySet<string> = new Set();
  #turn = 0;
  #usedBytes = 0;
  #spaceCheckedUntil = 0;

  constructor(dataFolder: string, limits = new LimitStore(dataFolder)) {
    this.folder = join(dataFolder, "recordings");
    this.metadataFiles = new MetadataFiles(this.folder, (id) => this.noteChange(id));
    this.#limits = limits;
  }

  /** Recordings, last changed first, without failed card lookups. */
  async list(isLive: (id: string) => boolean): Promise<RecordingSummary[]> {
    const { ids, idsWithMetadata } = await this.#listIds();
    const turn = this.#turn++ % LIST_TURNS;
    const entries = ids.map((id, index) => ({ id, isTurn: index % LIST_TURNS === turn }));
    const summaries = await mapInTurns(entries, MAX_PARALLEL, async ({ id, isTurn }) => {
      const hasMetadata = idsWithMetadata.has(id);
      const live = isLive(id);
      const known = isTurn || live ? undefined : this.#findListed(id);
      if (known?.hasMetadata === hasMetadata && !known.summary?.live) return known.summary;
      return this.#readListed(id, live, hasMetadata);
    });
    const listed = summaries
      .filter((summary) => summary !== null)
      .sort((one, other) => compareTexts(other.changedAt, one.changedAt));
    this.#watched = new Set(listed.slice(0, WATCHED_RECORDINGS).map(({ id }) => id));
    if (this.#listed.size > ids.length) this.#forgetMissing(ids);
    this.#usedBytes = 0;
    for (const { bytes } of this.#listed.values()) this.#usedBytes += bytes;
    return listed;
  }

  /** This process has changed a recording. */
  noteChange(id: string): void {
    this.#listed.delete(id);
  }

  #findListed(id: string): ListedRecording | undefined {
    return this.#watched.has(id) ? undefined : this.#listed.get(id);
  }

  async #readListed(
    id: string,
    live: boolean,
    hasMetadata: boolean,
  ): Promise<RecordingSummary | null> {
    this.#listed.delete(id);
    const summary = await this.#readSummary(id, live, hasMetadata).catch(() => null);
    if (summary === null) return null;
    const shown = (await this.#isFailedLookup(summary)) ? null : summary;
    this.#listed.set(id, { summary: shown, bytes: summary.bytes, hasMetadata });
    return shown;
  }

  #forgetMissing(ids: readonly string[]): void {
    const present = new Set(ids);
    for (const id of this.#listed.keys()) if (!present.has(id)) this.#listed.delete(id);
  }

  /** The size of all logs when they were listed last, including those that are not listed. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** The size of all logs, including those that are not listed. */
  getUsedBytes(): Promise<number> {
    return this.#sumBytes();
  }

  /** Recordings that are only failed card lookups, newest first. */
  async listFailedLookups(): Promise<string[]> {
    const { ids, idsWithMetadata } = await this.#listIds();
    const summaries = await mapInTurns(
      ids.filter((id) => idsWithMetadata.has(id)),
      MAX_PARALLEL,
      (id) => this.#readSummary(id, false, true).catch(() => null),
    );
    const found: string[] = [];
    for (const summary of summaries) {
      if (summary && (await this.#isFailedLookup(summary))) found.push(summary.id);
    }
    return found;
  }

  /** A failed lookup with a name, tag, note or message counts as a normal recording. */
  async #isFailedLookup({ id, given, tags, notes, said }: RecordingSummary): Promise<boolean> {
    if (given !== null || tags.length > 0 || notes > 0 || said !== null) return false;
    return (await this.metadataFiles.read(id)).failedLookUp;
  }

  async summary(id: string, live: boolean): Promise<RecordingSummary> {
    await this.getPath(id);
    return this.#readSummary(id, live, true);
  }

  /** The path of an existing recording; throws if there is none. */
  async getPath(id: string): Promise<string> {
    if (!(await this.has(id)))
      throw new ApiError("unknown-recording", `Recording ${JSON.stringify(id)} not found.`);
    return this.#buildPath(id);
  }

  /** Throws if `more` bytes do not fit. Without `more`, the result may be a few seconds old. */
  async ensureSpace(more = 0): Promise<void> {
    if (more === 0 && performance.now() < this.#spaceCheckedUntil) return;
    const { libraryBytes } = await this.#limits.getValues();
    const used = await this.#sumBytes();
    const excess = used + more - libraryBytes;
    if (excess >= 0) await this.makeSpace(excess + libraryBytes * FREED_SHARE);
    checkQuota(excess >= 0 ? await this.#sumBytes() : used, more, libraryBytes);
    this.#spaceCheckedUntil = performance.now() + SPACE_CHECK_MS;
  }

  /** Forgets the last size check, after a full library was reported or the limit has changed. */
  resetSpaceCheck(): void {
    this.#spaceCheckedUntil = 0;
  }

  /** True if its log is in this folder. */
  async has(id: string): Promise<boolean> {
    return (
      isRecordingId(id) && (await stat(this.#buildPath(id)).catch(() => null))?.isFile() === true
    );
  }

  /** Recordings that have metadata, but no log in this folder. */
  async listWithoutLog(): Promise<string[]> {
    const { ids, idsWithMetadata } = await this.#listIds();
    const withLog = new Set(ids);
    return [...idsWithMetadata].filter((id) => !withLog.has(id));
  }

  /** Copies a recording with its metadata. `path`: its log. */
  async copy(id: string, name: string, live: boolean, path: string): Promise<string> {
    await this.ensureSpace((await stat(path)).size);
    const about = await this.metadataFiles.read(id);
    const fresh = createRecordingId(new Date());
    const part = join(this.folder, `${fresh}.part`);
    try {
      await copyFile(path, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      // The copy may end in the middle of a line.
      if (live) await truncate(part, await findEndOfLines(part));
      if (!(await linkRecording(part, this.folder, fresh))) {
        throw new ApiError("failed", "No unused id was found for the copy.", "Try again.");
      }
      await this.metadataFiles.create(fresh, { ...about, name: name || about.name });
      return fresh;
    } finally {
      await rm(part, { force: true });
    }
  }

  async remove(id: string): Promise<void> {
    this.#logStarts.delete(id);
    this.#listed.delete(id);
    await rm(this.#buildPath(id), { force: true });
    await this.metadataFiles.remove(id);
  }

  #buildPath(id: string): string {
    return join(this.folder, `${id}${SUFFIX}`);
  }

  async #listIds(): Promise<{ ids: string[]; idsWithMetadata: ReadonlySet<string> }> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const files = await readdir(this.folder);
    const named = (suffix: string) =>
      files
        .filter((file) => file.endsWith(suffix))
        .map((file) => file.slice(0, -suffix.length))
        .filter(isRecordingId);
    return {
      ids: named(SUFFIX).sort().reverse(),
      idsWithMetadata: new Set(named(METADATA_SUFFIX)),
    };
  }

  async #sumBytes(): Promise<number> {
    const { ids } = await this.#listIds();
    const sizes = await mapInTurns(
      ids,
      MAX_PARALLEL,
      async (id) =>
        this.#findListed(id)?.bytes ??
        (await stat(this.#buildPath(id)).catch(() => null))?.size ??
        0,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async #readSummary(id: string, live: boolean, hasMetadata: boolean): Promise<RecordingSummary> {
    const [found, about] = await Promise.all([
      stat(this.#buildPath(id)),
      hasMetadata ? this.metadataFiles.read(id) : EMPTY_METADATA,
    ]);
    const { mtime, size } = found;
    const { name, at, firstMessage } = await this.#readLogStart(id, found);
    return {
      id,
      name: name ?? id,
      given: about.name,
      facts: null,
      said: firstMessage,
      tags: about.tags,
      notes: about.notes.length,
      verdict: live ? null : getCurrentVerdict(about, size),
      at,
      changedAt: mtime.toISOString(),
      bytes: size,
      live,
    };
  }

  async #readLogStart(
    id: string,
    { ino, size }: { ino: number; size: number },
  ): Promise<CachedLogStart> {
    const known = this.#logStarts.get(id);
    const isSame = known?.file === ino && known.size <= size;
    if (isSame && (known.firstMessage !== null || known.size === size)) return known;
    const path = this.#buildPath(id);
    const [{ header }, firstMessage] = await Promise.all([
      readLogStart(path),
      readFirstMessageText(path),
    ]);
    const found = {
      file: ino,
      size,
      name: header?.name ?? null,
      at: header?.at ?? null,
      firstMessage,
    };
    this.#logStarts.set(id, found);
    return found;
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `null` if no verdict was found for the current bytes by this version of Loupe. */
function getCurrentVerdict(
  { verdict }: RecordingMetadata,
  size: number,
): RecordingSummary["verdict"] {
  if (verdict === null || verdict.bytes !== size || verdict.by !== PRODUCT) return null;
  const { kind, clean, because, endedBy } = verdict;
  return { kind, clean, because, endedBy };
}

/**
 * Throws an error with a hint if the library is full or `more` bytes do not fit. A full library
 * deletes and stops nothing: only new recordings are refused.
 */
function checkQuota(used: number, more: number, limit: number): void {
  if (used + more <= limit && used < limit) return;
  throw new ApiError(
    "library-full",
    `The recordings use ${formatSize(used)} of the library's ${formatLimit("libraryBytes", limit)}${
      more > 0 && used < limit ? `, and this one needs ${formatSize(more)} more` : ""
    }. Nothing was started.`,
    "Raise the limit or delete recordings in the library. Loupe deletes none by itself.",
  );
}

function formatSize(bytes: number): string {
  if (bytes >= 1e9) return `${Number((bytes / 1e9).toPrecision(3))} GB`;
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}
