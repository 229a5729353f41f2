/** How callers reach a tap, as the user chooses it. */

import type { TapMode } from "../../lib/wire/record.ts";

export const TAP_MODE_LABELS: Readonly<Record<TapMode, string>> = {
  takeover: "In the agent’s place",
  reverse: "At its own address",
  forward: "As a proxy",
};
