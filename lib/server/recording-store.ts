/**
 * The recordings of one data folder as files: what there is, what is known of each, how much all of
 * them take; copies of them, and their end.
 *
 * Guarantees: no name from outside becomes a path unless the server could have made it; a log is
 * only ever read, copied or deleted here; what is known of one is read from its ends, never the
 * whole, and a verdict is told only of exactly the bytes that it was found for.
 */
import { constants, copyFile, mkdir, readdir, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingSummary } from "../wire/api-types.ts";
import { EMPTY_METADATA, type RecordingMetadata } from "../wire/recording-metadata.ts";
import { ApiError } from "./api-error.ts";
import { readFirstMessageText } from "./first-message.ts";
import { createRecordingId, isRecordingId } from "./ids.ts";
import { linkRecording } from "./import-log.ts";
import { LimitStore } from "./limit-store.ts";
import { findEndOfLines, readLogStart } from "./log-file.ts";
import { MetadataFiles } from "./metadata-files.ts";
import { checkQuota } from "./quota.ts";
import { PRODUCT } from "./version.ts";

const SUFFIX = ".jsonl";
const METADATA_SUFFIX = ".about.jsonl";
/** So long it may be taken for true that there is room. */
const SPACE_CHECK_MS = 5000;

/** How a log begins does not change any more; what was not said yet is looked for again. */
interface CachedLogStart {
  readonly file: number;
  readonly size: number;
  readonly name: string | null;
  readonly at: string | null;
  /** What was said first. */
  readonly words: string | null;
}

export class RecordingStore {
  /** Where the recordings' files are. */
  readonly folder: string;
  readonly metadataFiles: MetadataFiles;
  readonly #limits: LimitStore;
  readonly #logStarts = new Map<string, CachedLogStart>();
  #spaceCheckedUntil = 0;

  constructor(dataFolder: string, limits = new LimitStore(dataFolder)) {
    this.folder = join(dataFolder, "recordings");
    this.metadataFiles = new MetadataFiles(this.folder);
    this.#limits = limits;
  }

  /** What changed last comes first. What only shows that an address has no card is left out. */
  async list(isLive: (id: string) => boolean): Promise<RecordingSummary[]> {
    const { ids, spokenOf } = await this.#listIds();
    const summaries = await Promise.all(
      ids.map(async (id) => {
        const summary = await this.#readSummary(id, isLive(id), spokenOf.has(id)).catch(() => null);
        const isHidden = summary !== null && (await this.#isFailedLookup(summary));
        return isHidden ? null : summary;
      }),
    );
    return summaries
      .filter((summary) => summary !== null)
      .sort((one, other) => compareTexts(other.changedAt, one.changedAt));
  }

  /** What all files take, those that are not listed too. */
  getUsedBytes(): Promise<number> {
    return this.#sumBytes();
  }

  /** Recordings that show nothing but that no card was found, the newest first. */
  async listFailedLookups(): Promise<string[]> {
    const { ids, spokenOf } = await this.#listIds();
    const summaries = await Promise.all(
      ids
        .filter((id) => spokenOf.has(id))
        .map((id) => this.#readSummary(id, false, true).catch(() => null)),
    );
    const found: string[] = [];
    for (const summary of summaries) {
      if (summary && (await this.#isFailedLookup(summary))) found.push(summary.id);
    }
    return found;
  }

  /** Whatever somebody said about it, or sent in it, makes it a recording like any other. */
  async #isFailedLookup({ id, given, tags, notes, said }: RecordingSummary): Promise<boolean> {
    if (given !== null || tags.length > 0 || notes > 0 || said !== null) return false;
    return (await this.metadataFiles.read(id)).failedLookUp;
  }

  async summary(id: string, live: boolean): Promise<RecordingSummary> {
    await this.getPath(id);
    return this.#readSummary(id, live, true);
  }

  /** The file of a recording that exists. */
  async getPath(id: string): Promise<string> {
    const path = this.#buildPath(id);
    const exists = isRecordingId(id) && (await stat(path).catch(() => null))?.isFile();
    if (!exists)
      throw new ApiError("unknown-recording", `There is no recording ${JSON.stringify(id)}.`);
    return path;
  }

  /** Refuses to begin what would not fit. What is told of room may be some seconds old. */
  async ensureSpace(more = 0): Promise<void> {
    if (more === 0 && performance.now() < this.#spaceCheckedUntil) return;
    checkQuota(await this.#sumBytes(), more, (await this.#limits.getValues()).libraryBytes);
    this.#spaceCheckedUntil = performance.now() + SPACE_CHECK_MS;
  }

  /** Somebody was told that there is none, or how much there may be has changed: that holds. */
  resetSpaceCheck(): void {
    this.#spaceCheckedUntil = 0;
  }

  /** A recording like this one, with what was said about it. */
  async copy(id: string, name: string, live: boolean): Promise<string> {
    const path = await this.getPath(id);
    await this.ensureSpace((await stat(path)).size);
    const about = await this.metadataFiles.read(id);
    const fresh = createRecordingId(new Date());
    const part = join(this.folder, `${fresh}.part`);
    try {
      await copyFile(path, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      // It was caught in the middle of a line.
      if (live) await truncate(part, await findEndOfLines(part));
      if (!(await linkRecording(part, this.folder, fresh))) {
        throw new ApiError(
          "failed",
          "The copy could not be given a name of its own.",
          "Try again.",
        );
      }
      await this.metadataFiles.create(fresh, { ...about, name: name || about.name });
      return fresh;
    } finally {
      await rm(part, { force: true });
    }
  }

  async remove(id: string): Promise<void> {
    const path = await this.getPath(id);
    this.#logStarts.delete(id);
    await rm(path);
    await this.metadataFiles.remove(id);
  }

  #buildPath(id: string): string {
    return join(this.folder, `${id}${SUFFIX}`);
  }

  async #listIds(): Promise<{ ids: string[]; spokenOf: ReadonlySet<string> }> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const files = await readdir(this.folder);
    const named = (suffix: string) =>
      files
        .filter((file) => file.endsWith(suffix))
        .map((file) => file.slice(0, -suffix.length))
        .filter(isRecordingId);
    return { ids: named(SUFFIX).sort().reverse(), spokenOf: new Set(named(METADATA_SUFFIX)) };
  }

  async #sumBytes(): Promise<number> {
    const { ids } = await this.#listIds();
    const sizes = ids.map(async (id) => (await stat(this.#buildPath(id)).catch(() => null))?.size);
    return (await Promise.all(sizes)).reduce<number>((sum, size = 0) => sum + size, 0);
  }

  async #readSummary(id: string, live: boolean, isSpokenOf: boolean): Promise<RecordingSummary> {
    const [found, about] = await Promise.all([
      stat(this.#buildPath(id)),
      isSpokenOf ? this.metadataFiles.read(id) : EMPTY_METADATA,
    ]);
    const { mtime, size } = found;
    const { name, at, words } = await this.#readLogStart(id, found);
    return {
      id,
      name: name ?? id,
      given: about.name,
      said: words,
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
    if (isSame && (known.words !== null || known.size === size)) return known;
    const path = this.#buildPath(id);
    const [{ header }, words] = await Promise.all([readLogStart(path), readFirstMessageText(path)]);
    const found = { file: ino, size, name: header?.name ?? null, at: header?.at ?? null, words };
    this.#logStarts.set(id, found);
    return found;
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `null` where nobody has read it as it stands, or another Loupe has. */
function getCurrentVerdict(
  { verdict }: RecordingMetadata,
  size: number,
): RecordingSummary["verdict"] {
  if (verdict === null || verdict.bytes !== size || verdict.by !== PRODUCT) return null;
  const { kind, clean, because, endedBy } = verdict;
  return { kind, clean, because, endedBy };
}
