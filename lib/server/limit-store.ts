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
import { ApiError } from "./api-error.ts";

type PartialLimits = Partial<LimitValues>;

export interface LimitStoreOptions {
  /** What whoever runs Loupe named; the rest begins with what it usually does. */
  readonly initialValues?: PartialLimits;
  /** That is the most that may be set: the folder is one of several users. */
  readonly isShared?: boolean;
}

export class LimitStore {
  readonly #folder: string;
  readonly #path: string;
  readonly #initialValues: PartialLimits;
  readonly #isShared: boolean;
  #pendingChange: Promise<unknown> = Promise.resolve();

  constructor(
    dataFolder: string,
    { initialValues = {}, isShared = false }: LimitStoreOptions = {},
  ) {
    this.#folder = dataFolder;
    this.#path = join(dataFolder, "library.json");
    this.#initialValues = initialValues;
    this.#isShared = isShared;
  }

  async getValues(): Promise<LimitValues> {
    const set = await this.#readValues();
    return mapLimits((name) => set[name] ?? this.#getInitialValue(name));
  }

  async getState(): Promise<LimitsState> {
    const values = await this.getValues();
    return mapLimits((name) => ({
      value: values[name],
      start: this.#getInitialValue(name),
      most: this.#getMax(name),
    }));
  }

  async applyChange(change: LimitChange): Promise<void> {
    for (const name of LIMIT_NAMES) {
      const value = change[name] ?? null;
      const most = this.#getMax(name);
      if (value === null || isValidLimit(name, value, most)) continue;
      const [from, to] = [LIMITS[name].min, most].map((bound) => formatLimit(name, bound));
      const message = `“${LIMITS[name].title}” must be from ${from} to ${to}.`;
      throw new ApiError("bad-request", message, this.#isCapped(name) ? CAPPED_HINT : undefined);
    }
    const changed = this.#pendingChange.then(() => this.#write(change));
    this.#pendingChange = changed.catch(() => undefined);
    await changed;
  }

  async #write(change: LimitChange): Promise<void> {
    const merged = { ...(await this.#readValues()), ...change };
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

  async #readValues(): Promise<PartialLimits> {
    const text = await readFile(this.#path, "utf8").catch(() => "");
    const found = parseStoredLimits(text);
    const set = LIMIT_NAMES.filter((name) => isValidLimit(name, found[name], this.#getMax(name)));
    return Object.fromEntries(set.map((name) => [name, found[name]]));
  }

  #getInitialValue(name: LimitName): number {
    return this.#initialValues[name] ?? LIMITS[name].defaultValue;
  }

  #getMax(name: LimitName): number {
    return this.#isCapped(name) ? this.#getInitialValue(name) : LIMITS[name].max;
  }

  #isCapped(name: LimitName): boolean {
    return this.#isShared && this.#initialValues[name] !== undefined;
  }
}

const CAPPED_HINT = "Whoever runs this Loupe has set the most.";

function parseStoredLimits(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
