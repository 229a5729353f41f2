/** Rules out of a file: which are new, which are there already, which are wrong and why. */
import {
  checkUserRule,
  MAX_USER_RULES,
  parseUserRules,
  type UserRule,
  type UserRuleError,
} from "../../lib/dialects/user-rules.ts";

const MAX_FILE_BYTES = 1_000_000;

export interface RuleImport {
  readonly file: string;
  /** Those that are not there yet. */
  readonly rules: readonly UserRule[];
  /** How many are there already. */
  readonly duplicateCount: number;
  readonly problems: readonly UserRuleError[];
  /** How many can be taken; the rest would be too many. */
  readonly room: number;
}

export async function readRuleFile(file: File, own: readonly UserRule[]): Promise<RuleImport> {
  if (file.size <= MAX_FILE_BYTES) return parseRuleFile(file.name, await file.text(), own);
  const message = "This file is too large to be rules.";
  return {
    file: file.name,
    rules: [],
    duplicateCount: 0,
    problems: [{ index: -1, message }],
    room: 0,
  };
}

export function parseRuleFile(file: string, json: string, own: readonly UserRule[]): RuleImport {
  const { rules, errors } = parseUserRules(json);
  // A checked rule has its members in one order.
  const there = new Set(own.map((rule) => JSON.stringify(checkUserRule(rule))));
  const fresh = rules.filter((rule) => !there.has(JSON.stringify(rule)));
  const known = rules.length - fresh.length;
  return {
    file,
    rules: fresh,
    duplicateCount: known,
    problems: errors,
    room: Math.max(0, MAX_USER_RULES - own.length),
  };
}
