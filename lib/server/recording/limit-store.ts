/**
 * The limits of one data folder: their initial values, and the values set by users, which are stored
 * in `library.json` and apply to everything that starts later.
 *
 * Guarantees: an unreadable file or an invalid value in it is ignored, and the initial value applies;
 * a change is stored whole or not at all, and concurrent changes do not overwrite each other.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
} from "../../api/limits.ts";
import { isObject } from "../../protocol/json.ts";
import { ApiError } from "../http/api-error.ts";

type PartialLimits = Partial<LimitValues>;

export interface LimitStoreOptions {
  /** Values from the environment; the other limits start with their defaults. */
  readonly initialValues?: PartialLimits;
  /** The folder belongs to one of several users: initial values are also the maximum. */
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

const CAPPED_HINT = "The administrator of this Loupe set the maximum.";

function parseStoredLimits(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
