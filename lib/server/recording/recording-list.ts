/**
 * The list of the recordings in a folder.
 *
 * Guarantees: few files are open at a time; what this process changes is listed at once, and so is what
 * others record, or change among the recordings that changed last; of many more, others' changes are
 * found in turns; of many, the files are not read again after a restart.
 */

import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingSummary } from "../../api/api-types.ts";
import { mapInTurns } from "../../collections/map-in-turns.ts";
import { isRecordingId } from "../ids.ts";
import { ListFile } from "./list-file.ts";
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
