/** What the user wants of the dialects. */

import type { ItemKind } from "./kinds.ts";
import type { UserRule } from "./user-rules.ts";

export interface DialectSettings {
  /** Off: plain A2A. */
  readonly on: boolean;
  /** Families that are not listened to, by id. */
  readonly families: readonly string[];
  /** Kinds that nothing is made into. */
  readonly kinds: readonly ItemKind[];
  /** The user's own rules, believed before all families. */
  readonly rules: readonly UserRule[];
}

export const ALL_DIALECTS: DialectSettings = { on: true, families: [], kinds: [], rules: [] };
export const NO_DIALECTS: DialectSettings = { ...ALL_DIALECTS, on: false };
