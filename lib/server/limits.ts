/**
 * The limits of one data folder: what they began with, and what somebody set since, which is kept
 * in its `library.json` and holds for whatever begins next.
 *
 * Guarantees: a file that cannot be read, or a value in it that may not be, is no limit of its own:
 * what it began with holds; a change is kept whole or not at all, and none gets lost beside another.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../protocol/json.ts";
import {
  formatLimit,
  isValidLimit,
  LIMIT_NAMES,
  LIMITS,
  type LimitChange,
  type LimitName,
  type LimitsState,
  type LimitValues,
  mapLimits,
} from "../wire/limits.ts";
import { Problem } from "./problem.ts";

type Some = Partial<LimitValues>;

export interface LimitTerms {
  /** What whoever runs Loupe named; the rest begins with what it usually does. */
  readonly start?: Some;
  /** That is the most that may be set: the folder is one of several users. */
  readonly isShared?: boolean;
}

export class Limits {
  readonly #folder: string;
  readonly #path: string;
  readonly #start: Some;
  readonly #isShared: boolean;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(dataFolder: string, { start = {}, isShared = false }: LimitTerms = {}) {
    this.#folder = dataFolder;
    this.#path = join(dataFolder, "library.json");
    this.#start = start;
    this.#isShared = isShared;
  }

  async values(): Promise<LimitValues> {
    const set = await this.#set();
    return mapLimits((name) => set[name] ?? this.#startOf(name));
  }

  async state(): Promise<LimitsState> {
    const values = await this.values();
    return mapLimits((name) => ({
      value: values[name],
      start: this.#startOf(name),
      most: this.#mostOf(name),
    }));
  }

  async change(change: LimitChange): Promise<void> {
    for (const name of LIMIT_NAMES) {
      const value = change[name] ?? null;
      const most = this.#mostOf(name);
      if (value === null || isValidLimit(name, value, most)) continue;
      const [from, to] = [LIMITS[name].min, most].map((bound) => formatLimit(name, bound));
      const message = `“${LIMITS[name].title}” must be from ${from} to ${to}.`;
      throw new Problem("bad-request", message, this.#isCapped(name) ? CAPPED : undefined);
    }
    const changed = this.#changing.then(() => this.#write(change));
    this.#changing = changed.catch(() => undefined);
    await changed;
  }

  async #write(change: LimitChange): Promise<void> {
    const merged = { ...(await this.#set()), ...change };
    const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const fresh = `${this.#path}.${randomBytes(4).toString("hex")}`;
    try {
      await writeFile(fresh, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
      await rename(fresh, this.#path);
    } finally {
      await rm(fresh, { force: true });
    }
  }

  async #set(): Promise<Some> {
    const text = await readFile(this.#path, "utf8").catch(() => "");
    const found = parsed(text);
    const set = LIMIT_NAMES.filter((name) => isValidLimit(name, found[name], this.#mostOf(name)));
    return Object.fromEntries(set.map((name) => [name, found[name]]));
  }

  #startOf(name: LimitName): number {
    return this.#start[name] ?? LIMITS[name].defaultValue;
  }

  #mostOf(name: LimitName): number {
    return this.#isCapped(name) ? this.#startOf(name) : LIMITS[name].max;
  }

  #isCapped(name: LimitName): boolean {
    return this.#isShared && this.#start[name] !== undefined;
  }
}

const CAPPED = "Whoever runs this Loupe has set the most.";

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
