/**
 * The recordings of one data folder as files: lists, measures, copies and deletes them.
 *
 * Guarantees: an id from outside becomes a path only if the server could have created it; a log is
 * only read, copied or deleted here.
 */

import { constants, copyFile, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingSummary } from "../../api/api-types.ts";
import { formatLimit } from "../../api/limits.ts";
import { ApiError } from "../http/api-error.ts";
import { createRecordingId, isRecordingId } from "../ids.ts";
import { linkRecording } from "./import-log.ts";
import { LimitStore } from "./limit-store.ts";
import { findEndOfLines } from "./log-file.ts";
import { MetadataFiles } from "./metadata-files.ts";
import { LOG_SUFFIX, RecordingList } from "./recording-list.ts";
import { RecordingMarkers } from "./recording-markers.ts";

/** More is freed than needed, so that it is not needed for every recording. */
const FREED_SHARE = 0.1;
/** How long a passed size check stays valid. */
const SPACE_CHECK_MS = 5000;

export class RecordingStore {
  /** The folder with the recordings' files. */
  readonly folder: string;
  readonly metadataFiles: MetadataFiles;
  readonly markers: RecordingMarkers;
  /** Makes room for so many bytes, if it can: set where recordings have other copies. */
  makeSpace: (bytes: number) => Promise<void> = async () => undefined;
  readonly #limits: LimitStore;
  readonly #list: RecordingList;
  #spaceCheckedUntil = 0;

  constructor(dataFolder: string, limits = new LimitStore(dataFolder)) {
    this.folder = join(dataFolder, "recordings");
    this.metadataFiles = new MetadataFiles(this.folder, (id) => this.noteChange(id));
    this.markers = new RecordingMarkers(this.folder);
    this.#list = new RecordingList(dataFolder, this.folder, this.metadataFiles, this.markers);
    this.#limits = limits;
    limits.onChange = () => this.resetSpaceCheck();
  }

  /** Recordings, last changed first, without failed card lookups. `isLiveHere`: in this process. */
  list(isLiveHere: (id: string) => boolean): Promise<RecordingSummary[]> {
    return this.#list.list(isLiveHere);
  }

  /** This process has changed a recording. */
  noteChange(id: string): void {
    this.#list.noteChange(id);
  }

  /** The size of all logs when they were listed last, including those that are not listed. */
  get usedBytes(): number {
    return this.#list.sumKnownBytes();
  }

  /** The size of all logs, including those that are not listed. */
  getUsedBytes(): Promise<number> {
    return this.#list.measure();
  }

  /** Recordings that are only failed card lookups, newest first. */
  listFailedLookups(isLiveHere: (id: string) => boolean): Promise<string[]> {
    return this.#list.listFailedLookups(isLiveHere);
  }

  async summary(id: string, isLiveHere: boolean): Promise<RecordingSummary> {
    await this.getPath(id);
    const live = isLiveHere || (await this.markers.isHeldElsewhere(id));
    return (await this.#list.read(id, live, true)).summary;
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
    const used = await this.#list.measure();
    const excess = used + more - libraryBytes;
    if (excess >= 0) await this.makeSpace(excess + libraryBytes * FREED_SHARE);
    checkQuota(excess >= 0 ? await this.#list.measure() : used, more, libraryBytes);
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
    const { ids, idsWithMetadata } = await this.#list.listIds();
    const withLog = new Set(ids);
    return [...idsWithMetadata].filter((id) => !withLog.has(id));
  }

  /** Copies a recording with its metadata. `path`: its log. */
  async copy(id: string, name: string, isLiveHere: boolean, path: string): Promise<string> {
    const live = isLiveHere || (await this.markers.isHeldElsewhere(id));
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
    this.#list.forget(id);
    await rm(this.#buildPath(id), { force: true });
    await this.metadataFiles.remove(id);
    await this.markers.remove(id);
  }

  #buildPath(id: string): string {
    return join(this.folder, `${id}${LOG_SUFFIX}`);
  }
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
