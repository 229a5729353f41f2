/** Rules out of a file: which are new, which are there already, which are wrong and why. */
import {
  checkUserRule,
  MAX_USER_RULES,
  parseUserRules,
  type UserRule,
  type UserRuleError,
} from "../../lib/dialects/user-rules.ts";

const FILE_MAX_BYTES = 1_000_000;

export interface Imported {
  readonly file: string;
  /** Those that are not there yet. */
  readonly rules: readonly UserRule[];
  /** How many are there already. */
  readonly known: number;
  readonly problems: readonly UserRuleError[];
  /** How many can be taken; the rest would be too many. */
  readonly room: number;
}

export async function importedFrom(file: File, own: readonly UserRule[]): Promise<Imported> {
  if (file.size <= FILE_MAX_BYTES) return readRules(file.name, await file.text(), own);
  const message = "This file is too large to be rules.";
  return { file: file.name, rules: [], known: 0, problems: [{ index: -1, message }], room: 0 };
}

export function readRules(file: string, json: string, own: readonly UserRule[]): Imported {
  const { rules, errors: problems } = parseUserRules(json);
  // A checked rule has its members in one order.
  const there = new Set(own.map((rule) => JSON.stringify(checkUserRule(rule))));
  const fresh = rules.filter((rule) => !there.has(JSON.stringify(rule)));
  const known = rules.length - fresh.length;
  return { file, rules: fresh, known, problems, room: Math.max(0, MAX_USER_RULES - own.length) };
}
