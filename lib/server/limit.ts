/**
 * How much the recordings may take. Reaching it deletes nothing and stops nothing that runs: only
 * what would begin something new is refused, until somebody raises it or deletes recordings.
 *
 * Guarantees: a file that cannot be read is no limit of its own, the default holds.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../protocol/json.ts";
import { Problem } from "./problem.ts";

export const DEFAULT_LIMIT = 2e9;
const LEAST = 1e6;
const MOST = 1e15;

export class Limit {
  readonly #folder: string;
  readonly #path: string;

  constructor(dataFolder: string) {
    this.#folder = dataFolder;
    this.#path = join(dataFolder, "library.json");
  }

  async bytes(): Promise<number> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#path, "utf8"));
      return isObject(value) && isLimit(value.limitBytes) ? value.limitBytes : DEFAULT_LIMIT;
    } catch {
      return DEFAULT_LIMIT;
    }
  }

  async set(bytes: number): Promise<void> {
    if (!isLimit(bytes)) {
      throw new Problem("bad-request", `"limitBytes" must be a whole number from 1 MB to 1000 TB.`);
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const fresh = `${this.#path}.${randomBytes(4).toString("hex")}`;
    try {
      await writeFile(fresh, `${JSON.stringify({ limitBytes: bytes })}\n`, { mode: 0o600 });
      await rename(fresh, this.#path);
    } finally {
      await rm(fresh, { force: true });
    }
  }
}

/** Refuses what would be over the limit, in words that say what to do. */
export function refuseIfFull(used: number, more: number, limit: number): void {
  if (used + more <= limit && used < limit) return;
  throw new Problem(
    "library-full",
    `The recordings take ${inWords(used)} and may take ${inWords(limit)}${
      more > 0 && used < limit ? `; this would be ${inWords(more)} more` : ""
    }. Nothing was begun.`,
    "Raise the limit or delete recordings in the library; nothing is deleted by itself.",
  );
}

function inWords(bytes: number): string {
  if (bytes >= 1e9) return `${Number((bytes / 1e9).toPrecision(3))} GB`;
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}

function isLimit(value: unknown): value is number {
  return (
    typeof value === "number" && Number.isSafeInteger(value) && value >= LEAST && value <= MOST
  );
}
