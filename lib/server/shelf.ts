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
import { AboutFiles } from "./about-file.ts";
import { firstWords } from "./first-words.ts";
import { place } from "./import.ts";
import { Limits } from "./limits.ts";
import { endOfLines, readBeginning } from "./log-file.ts";
import { Problem } from "./problem.ts";
import { isRecordingId, newRecordingId } from "./recording-id.ts";
import { refuseIfFull } from "./room.ts";
import { PRODUCT } from "./version.ts";

const SUFFIX = ".jsonl";
const ABOUT_SUFFIX = ".about.jsonl";
/** So long it may be taken for true that there is room. */
const ROOM_KNOWN_MS = 5000;

/** How a log begins does not change any more; what was not said yet is looked for again. */
interface KnownBeginning {
  readonly file: number;
  readonly size: number;
  readonly name: string | null;
  readonly at: string | null;
  /** What was said first. */
  readonly words: string | null;
}

export class Shelf {
  /** Where the recordings' files are. */
  readonly folder: string;
  readonly abouts: AboutFiles;
  readonly #limits: Limits;
  readonly #beginnings = new Map<string, KnownBeginning>();
  #roomKnownUntil = 0;

  constructor(dataFolder: string, limits = new Limits(dataFolder)) {
    this.folder = join(dataFolder, "recordings");
    this.abouts = new AboutFiles(this.folder);
    this.#limits = limits;
  }

  /** What changed last comes first. What only shows that an address has no card is left out. */
  async list(isLive: (id: string) => boolean): Promise<RecordingSummary[]> {
    const { ids, spokenOf } = await this.#found();
    const summaries = await Promise.all(
      ids.map(async (id) => {
        const summary = await this.#summary(id, isLive(id), spokenOf.has(id)).catch(() => null);
        const isHidden = summary !== null && (await this.#isFailedLookUp(summary));
        return isHidden ? null : summary;
      }),
    );
    return summaries
      .filter((summary) => summary !== null)
      .sort((one, other) => compareTexts(other.changedAt, one.changedAt));
  }

  /** What all files take, those that are not listed too. */
  usedBytes(): Promise<number> {
    return this.#used();
  }

  /** Recordings that show nothing but that no card was found, the newest first. */
  async failedLookUps(): Promise<string[]> {
    const { ids, spokenOf } = await this.#found();
    const summaries = await Promise.all(
      ids
        .filter((id) => spokenOf.has(id))
        .map((id) => this.#summary(id, false, true).catch(() => null)),
    );
    const found: string[] = [];
    for (const summary of summaries) {
      if (summary && (await this.#isFailedLookUp(summary))) found.push(summary.id);
    }
    return found;
  }

  /** Whatever somebody said about it, or sent in it, makes it a recording like any other. */
  async #isFailedLookUp({ id, given, tags, notes, said }: RecordingSummary): Promise<boolean> {
    if (given !== null || tags.length > 0 || notes > 0 || said !== null) return false;
    return (await this.abouts.read(id)).failedLookUp;
  }

  async summary(id: string, live: boolean): Promise<RecordingSummary> {
    await this.pathOf(id);
    return this.#summary(id, live, true);
  }

  /** The file of a recording that exists. */
  async pathOf(id: string): Promise<string> {
    const path = this.#pathOf(id);
    const exists = isRecordingId(id) && (await stat(path).catch(() => null))?.isFile();
    if (!exists)
      throw new Problem("unknown-recording", `There is no recording ${JSON.stringify(id)}.`);
    return path;
  }

  /** Refuses to begin what would not fit. What is told of room may be some seconds old. */
  async needsRoom(more = 0): Promise<void> {
    if (more === 0 && performance.now() < this.#roomKnownUntil) return;
    refuseIfFull(await this.#used(), more, (await this.#limits.values()).libraryBytes);
    this.#roomKnownUntil = performance.now() + ROOM_KNOWN_MS;
  }

  /** Somebody was told that there is none, or how much there may be has changed: that holds. */
  lookAgain(): void {
    this.#roomKnownUntil = 0;
  }

  /** A recording like this one, with what was said about it. */
  async copy(id: string, name: string, live: boolean): Promise<string> {
    const path = await this.pathOf(id);
    await this.needsRoom((await stat(path)).size);
    const about = await this.abouts.read(id);
    const fresh = newRecordingId(new Date());
    const part = join(this.folder, `${fresh}.part`);
    try {
      await copyFile(path, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      // It was caught in the middle of a line.
      if (live) await truncate(part, await endOfLines(part));
      if (!(await place(part, this.folder, fresh))) {
        throw new Problem("failed", "The copy could not be given a name of its own.", "Try again.");
      }
      await this.abouts.begin(fresh, { ...about, name: name || about.name });
      return fresh;
    } finally {
      await rm(part, { force: true });
    }
  }

  async remove(id: string): Promise<void> {
    const path = await this.pathOf(id);
    this.#beginnings.delete(id);
    await rm(path);
    await this.abouts.remove(id);
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}${SUFFIX}`);
  }

  async #found(): Promise<{ ids: string[]; spokenOf: ReadonlySet<string> }> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const files = await readdir(this.folder);
    const named = (suffix: string) =>
      files
        .filter((file) => file.endsWith(suffix))
        .map((file) => file.slice(0, -suffix.length))
        .filter(isRecordingId);
    return { ids: named(SUFFIX).sort().reverse(), spokenOf: new Set(named(ABOUT_SUFFIX)) };
  }

  async #used(): Promise<number> {
    const { ids } = await this.#found();
    const sizes = ids.map(async (id) => (await stat(this.#pathOf(id)).catch(() => null))?.size);
    return (await Promise.all(sizes)).reduce<number>((sum, size = 0) => sum + size, 0);
  }

  async #summary(id: string, live: boolean, isSpokenOf: boolean): Promise<RecordingSummary> {
    const [found, about] = await Promise.all([
      stat(this.#pathOf(id)),
      isSpokenOf ? this.abouts.read(id) : EMPTY_METADATA,
    ]);
    const { mtime, size } = found;
    const { name, at, words } = await this.#beginningOf(id, found);
    return {
      id,
      name: name ?? id,
      given: about.name,
      said: words,
      tags: about.tags,
      notes: about.notes.length,
      verdict: live ? null : verdictOf(about, size),
      at,
      changedAt: mtime.toISOString(),
      bytes: size,
      live,
    };
  }

  async #beginningOf(
    id: string,
    { ino: file, size }: { ino: number; size: number },
  ): Promise<KnownBeginning> {
    const known = this.#beginnings.get(id);
    const isSame = known?.file === file && known.size <= size;
    if (isSame && (known.words !== null || known.size === size)) return known;
    const path = this.#pathOf(id);
    const [{ header }, words] = await Promise.all([readBeginning(path), firstWords(path)]);
    const found = { file, size, name: header?.name ?? null, at: header?.at ?? null, words };
    this.#beginnings.set(id, found);
    return found;
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `null` where nobody has read it as it stands, or another Loupe has. */
function verdictOf({ verdict }: RecordingMetadata, size: number): RecordingSummary["verdict"] {
  if (verdict === null || verdict.bytes !== size || verdict.by !== PRODUCT) return null;
  const { kind, clean, because, endedBy } = verdict;
  return { kind, clean, because, endedBy };
}
