/** What the user chose to see of a run: the settings of the dialects, and the filter. */

import type { CallPattern } from "../timeline/hops/call-ends.ts";
import type { ItemKind } from "./kinds.ts";
import type { UserRule } from "./user-rules.ts";

export interface DialectSettings {
  /** If off, everything is shown as plain A2A. */
  readonly on: boolean;
  /** Ids of disabled frameworks. */
  readonly frameworks: readonly string[];
  /** Disabled item kinds. */
  readonly kinds: readonly ItemKind[];
  /** The user's own rules, which take precedence over all frameworks. */
  readonly rules: readonly UserRule[];
}

export const ALL_DIALECTS: DialectSettings = { on: true, frameworks: [], kinds: [], rules: [] };
export const NO_DIALECTS: DialectSettings = { ...ALL_DIALECTS, on: false };

export interface Filter {
  /** Hidden kinds. */
  readonly hidden: readonly ItemKind[];
  /** Index of the one task to show; `null` for all. */
  readonly task: number | null;
  /** Only calls between agents with these ends; `null` for everything. */
  readonly calls: CallPattern | null;
  /** Only errors and items with violations. */
  readonly problems: boolean;
  readonly query: string;
  /** The query is a regular expression. */
  readonly regex: boolean;
  /** Without protocol noise (`rows.ts`). */
  readonly hidesNoise: boolean;
}

export const NO_FILTER: Filter = {
  hidden: [],
  task: null,
  calls: null,
  problems: false,
  query: "",
  regex: false,
  hidesNoise: false,
};

export function isFiltering(filter: Filter): boolean {
  return filter.hidesNoise || isSearching(filter);
}

/** Does it look for something, beside hiding noise? */
export function isSearching({ hidden, task, calls, problems, query }: Filter): boolean {
  return hidden.length > 0 || task !== null || calls !== null || problems || query !== "";
}

/** The filter that looks for nothing, but still hides noise if this one does. */
export function clearSearch({ hidesNoise }: Filter): Filter {
  return { ...NO_FILTER, hidesNoise };
}
