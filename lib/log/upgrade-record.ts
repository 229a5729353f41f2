/**
 * Upgrades records of old logs, one step per version, so that the rest of the code knows only the
 * newest. Logs of a newer version are read as far as possible, with a warning.
 */

import { LOG_VERSION } from "../wire/record.ts";
import type { UnknownRecord } from "./record-shape.ts";

/** Upgrades a record from version `from` to `from + 1`; `null` drops it. */
export interface UpgradeStep {
  readonly from: number;
  upgrade(record: UnknownRecord): UnknownRecord | null;
}

/** In order. Version 1 is the first, so there are no steps yet. */
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
