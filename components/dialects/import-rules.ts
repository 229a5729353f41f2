/** Reads rules from a file and sorts them into new, duplicate and invalid ones. */
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
  /** The rules that are new. */
  readonly rules: readonly UserRule[];
  /** The number of rules that already exist. */
  readonly duplicateCount: number;
  readonly problems: readonly UserRuleError[];
  /** How many rules can still be added. */
  readonly room: number;
}

export async function readRuleFile(
  file: File,
  existingRules: readonly UserRule[],
): Promise<RuleImport> {
  if (file.size <= MAX_FILE_BYTES)
    return parseRuleFile(file.name, await file.text(), existingRules);
  const message = "This file is too large for a rule file.";
  return {
    file: file.name,
    rules: [],
    duplicateCount: 0,
    problems: [{ index: -1, message }],
    room: 0,
  };
}

export function parseRuleFile(
  file: string,
  json: string,
  existingRules: readonly UserRule[],
): RuleImport {
  const { rules, errors } = parseUserRules(json);
  // A checked rule has its members in a fixed order.
  const existing = new Set(existingRules.map((rule) => JSON.stringify(checkUserRule(rule))));
  const newRules = rules.filter((rule) => !existing.has(JSON.stringify(rule)));
  return {
    file,
    rules: newRules,
    duplicateCount: rules.length - newRules.length,
    problems: errors,
    room: Math.max(0, MAX_USER_RULES - existingRules.length),
  };
}
