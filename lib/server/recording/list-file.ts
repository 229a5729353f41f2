/**
 * What is known of the recordings in a large library, kept in a file so that a new process need not
 * read the start of each log again: a line for the version, and a line for each recording.
 *
 * Guarantees: recordings are the truth, so the file may be lost or damaged; it is written whole or
 * not at all, in the background; a deleted recording is not in it for long.
 */

import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { PRODUCT } from "../../api/version.ts";
import { isObject } from "../../protocol/json.ts";
import type { KnownRecording } from "./recording-summary.ts";

/** Raised when the lines change. */
const LIST_VERSION = 1;
const WRITTEN_BY = `${PRODUCT} ${LIST_VERSION}`;
/** Fewer are read again as fast as the file. */
const MIN_RECORDINGS = 1000;
const MIN_INTERVAL_MS = 300_000;
/** Between two writes that remove what was deleted. */
const REMOVAL_MS = 10_000;
/** Others get their turn after so many. */
const LINES_AT_ONCE = 1000;

type KnownRecordings = Map<string, KnownRecording>;

export class ListFile {
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
