/**
 * Old logs are made new at the door, one step a version; the rest of the code knows only the
 * newest. A log from the future is read as far as it can be, and says so.
 */

import { LOG_VERSION } from "../wire/record.ts";
import type { UnknownRecord } from "./record-shape.ts";

/** Makes a record of version `from` one of version `from + 1`; `null` drops it. */
export interface UpgradeStep {
  readonly from: number;
  upgrade(record: UnknownRecord): UnknownRecord | null;
}

/** In order. Version 1 is the first, so there is nothing before it. */
export const UPGRADE_STEPS: readonly UpgradeStep[] = [];

export function upgradeRecord(
  record: UnknownRecord,
  version: number,
  steps: readonly UpgradeStep[] = UPGRADE_STEPS,
): UnknownRecord | null {
  let current: UnknownRecord | null = record;
  for (const step of steps) {
    if (step.from >= version && current) current = step.upgrade(current);
  }
  return current;
}

export function getNewerFormatWarning(version: number): string | null {
  if (version <= LOG_VERSION) return null;
  return `written by a newer Loupe: log version ${version}, this version reads up to ${LOG_VERSION}; unknown content is skipped`;
}
