/**
 * Spans that are to be sent, in the folder `telemetry` of the data folder: one small file for each
 * call. A file names a recorded exchange, or has the spans of one that is not in the library.
 *
 * Guarantees: a file is written whole or not at all; adding the same call again changes nothing; at
 * most `MAX_FILES` are kept, and the oldest are dropped first.
 */

import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hash64 } from "../../otlp/ids.ts";
import type { OtlpTraces } from "../../otlp/span.ts";
import { isObject } from "../../protocol/json.ts";

type OutboxEntry =
  | { readonly recording: string; readonly exchange: string }
  | { readonly traces: OtlpTraces };

const MAX_FILES = 10_000;
const SUFFIX = ".json";

export class Outbox {
  readonly #folder: string;
  readonly #maxFiles: number;
  /** At least the number of files; `null` before they were counted. */
  #count: number | null = null;

  constructor(dataFolder: string, maxFiles = MAX_FILES) {
    this.#folder = join(dataFolder, "telemetry");
    this.#maxFiles = maxFiles;
  }

  /** Returns how many old entries were dropped to make room. */
  async add(entry: OutboxEntry): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify(entry)}\n`;
    const name = `${hash64(getKey(entry))}${SUFFIX}`;
    const fresh = join(this.#folder, `${name}.${randomBytes(4).toString("hex")}`);
    try {
      await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
      await rename(fresh, join(this.#folder, name));
    } finally {
      await rm(fresh, { force: true });
    }
    this.#count = (this.#count ?? (await this.list()).length) + 1;
    return this.#count > this.#maxFiles ? this.#dropOldest() : 0;
  }

  /** Names of entries, oldest first. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names
        .filter((name) => name.endsWith(SUFFIX))
        .map(async (name) => {
          const facts = await stat(join(this.#folder, name)).catch(() => null);
          return facts ? [{ name, time: facts.mtimeMs }] : [];
        }),
    );
    return found
      .flat()
      .sort((a, b) => a.time - b.time || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
  }

  /** `null` if the entry is gone or unreadable. */
  async read(name: string): Promise<OutboxEntry | null> {
    try {
      const value: unknown = JSON.parse(await readFile(join(this.#folder, name), "utf8"));
      return isEntry(value) ? value : null;
    } catch {
      return null;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  async #dropOldest(): Promise<number> {
    const names = await this.list();
    const old = names.slice(0, Math.max(0, names.length - this.#maxFiles));
    for (const name of old) await this.remove(name);
    this.#count = names.length - old.length;
    return old.length;
  }
}

/** The same call always has the same key. */
function getKey(entry: OutboxEntry): string {
  if ("recording" in entry) return `${entry.recording}\n${entry.exchange}`;
  const [span] = entry.traces.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  return `${span?.traceId}\n${span?.spanId}`;
}

function isEntry(value: unknown): value is OutboxEntry {
  if (!isObject(value)) return false;
  const { recording, exchange, traces } = value;
  if (typeof recording === "string" && typeof exchange === "string") return true;
  return isObject(traces) && Array.isArray(traces.resourceSpans);
}
