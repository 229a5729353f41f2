/** The user's settings for the dialects. */

import type { ItemKind } from "./kinds.ts";
import type { UserRule } from "./user-rules.ts";

export interface DialectSettings {
  /** If off, everything is shown as plain A2A. */
  readonly on: boolean;
  /** Ids of disabled frameworks. */
  readonly families: readonly string[];
  /** Disabled item kinds. */
  readonly kinds: readonly ItemKind[];
  /** The user's own rules, which take precedence over all frameworks. */
  readonly rules: readonly UserRule[];
}

export const ALL_DIALECTS: DialectSettings = { on: true, families: [], kinds: [], rules: [] };
export const NO_DIALECTS: DialectSettings = { ...ALL_DIALECTS, on: false };
