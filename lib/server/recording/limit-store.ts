/**
 * The limits of one data folder: their initial values, and the values set by users, which are stored
 * in `library.json` and apply to everything that starts later.
 *
 * Guarantees: an unreadable file or an invalid value in it is ignored, and the initial value applies;
 * a change is stored whole or not at all, and concurrent changes do not overwrite each other.
 */

import {
  formatLimit,
  isValidLimit,
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  type LimitsState,
  type LimitValues,
  mapLimits,
} from "../../api/limits.ts";
import type { LimitChange } from "../../api/schemas/api-requests.ts";
import { isObject } from "../../protocol/json.ts";
import { ApiError } from "../http/api-error.ts";
import { JsonFile } from "./json-file.ts";

type PartialLimits = Partial<LimitValues>;

interface LimitStoreOptions {
  /** Values from the environment; the other limits start with their defaults. */
  readonly initialValues?: PartialLimits;
  /** The folder belongs to one of several users: initial values are also the maximum. */
  readonly isShared?: boolean;
}

export class LimitStore {
  /** The values have changed: set where something was decided by the old ones. */
  onChange = (): void => undefined;
  readonly #file: JsonFile;
  readonly #initialValues: PartialLimits;
  readonly #isShared: boolean;

  constructor(
    dataFolder: string,
    { initialValues = {}, isShared = false }: LimitStoreOptions = {},
  ) {
    this.#file = new JsonFile(dataFolder, "library.json");
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
    await this.#file.change(async () => {
      const merged = { ...(await this.#readValues()), ...change };
      return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    });
    this.onChange();
  }

  async #readValues(): Promise<PartialLimits> {
    const stored = await this.#file.read().catch(() => null);
    const found = isObject(stored) ? stored : {};
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
