/**
 * User rules: assign a kind by artifact name, metadata key or the beginning of a text. They take
 * precedence over all frameworks.
 *
 * Guarantees: imported rules are validated one by one; invalid ones are reported; nothing throws.
 */

import { isArray, isObject, type JsonObject } from "../protocol/json.ts";
import { getErrorMessage } from "../text/error-message.ts";
import type { Detector, DetectorSource, Framework } from "./detector.ts";
import { ITEM_KINDS, type ItemKind, type Meaning } from "./kinds.ts";

export const USER_FRAMEWORK_ID = "yours";

export type UserRuleSource = "artifact.name" | "metadata" | "text";

export interface UserRule {
  readonly name?: string;
  readonly where: UserRuleSource;
  /** For metadata: the key, or a path of keys separated by dots. */
  readonly key?: string;
  /** A regular expression; without one, the metadata key only has to exist. */
  readonly match?: string;
  readonly kind: UserRuleKind;
}

/** The kinds that a rule can assign. */
export const USER_RULE_KINDS = [
  "plan",
  "tool",
  "result",
  "thought",
  "message",
] as const satisfies readonly ItemKind[];
export type UserRuleKind = (typeof USER_RULE_KINDS)[number];

const MEANING_BY_KIND: Readonly<Record<UserRuleKind, Meaning>> = {
  plan: "plan",
  tool: "tool-start",
  result: "result",
  thought: "thought",
  message: "message",
};

export interface UserRuleError {
  /** Index of the rule, from 0; −1 if the input is not a list of rules. */
  readonly index: number;
  readonly message: string;
}

interface ParsedUserRules {
  readonly rules: readonly UserRule[];
  readonly errors: readonly UserRuleError[];
}

export const MAX_USER_RULES = 200;
const MAX_TEXT_LENGTH = 200;
const SOURCES: readonly UserRuleSource[] = ["artifact.name", "metadata", "text"];

/** Parses rules from JSON: the valid rules, and the errors of the others. */
export function parseUserRules(json: string): ParsedUserRules {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (error) {
    return createListError(`This is not JSON: ${getErrorMessage(error)}`);
  }
  const list = isObject(given) ? given.rules : given;
  if (!isArray(list)) return createListError("This is not a list of rules.");
  if (list.length > MAX_USER_RULES)
    return createListError(`There are more than ${MAX_USER_RULES} rules.`);
  const rules: UserRule[] = [];
  const problems: UserRuleError[] = [];
  list.forEach((item, index) => {
    const rule = checkUserRule(item);
    if (typeof rule === "string") problems.push({ index, message: rule });
    else rules.push(rule);
  });
  return { rules, errors: problems };
}

const createListError = (message: string): ParsedUserRules => ({
  rules: [],
  errors: [{ index: -1, message }],
});

/** Validates a rule; returns it or an error message. */
export function checkUserRule(given: unknown): UserRule | string {
  if (!isObject(given)) return "A rule must be an object.";
  const where = SOURCES.find((it) => it === given.where);
  if (!where) return `“where” must be one of ${SOURCES.join(", ")}.`;
  const kind = USER_RULE_KINDS.find((it) => it === given.kind);
  if (!kind) return describeKindError(given.kind);
  for (const member of ["name", "key", "match"]) {
    const text = given[member];
    if (text === undefined) continue;
    if (typeof text !== "string") return `“${member}” must be text.`;
    if (text.length > MAX_TEXT_LENGTH)
      return `“${member}” is longer than ${MAX_TEXT_LENGTH} characters.`;
  }
  const name = getText(given, "name");
  const key = getText(given, "key");
  const match = getText(given, "match");
  if (where === "metadata" && !key) return "A metadata rule needs a “key”.";
  if (where !== "metadata" && !match) return "This rule needs a “match”.";
  const problem = match === undefined ? null : findPatternError(match);
  if (problem !== null) return problem;
  return { where, kind, ...(name && { name }), ...(key && { key }), ...(match && { match }) };
}

function describeKindError(kind: unknown): string {
  const isKnown = ITEM_KINDS.some((it) => it === kind);
  const words = USER_RULE_KINDS.join(", ");
  return isKnown
    ? `A rule cannot assign the kind “${kind}”; “kind” must be one of ${words}.`
    : `“kind” must be one of ${words}.`;
}

function getText(from: JsonObject, member: string): string | undefined {
  const value = from[member];
  return typeof value === "string" ? value : undefined;
}

/** Nested repetition can take exponential time on a text that does not match. */
const RUNAWAY = /\((?:[^()\\]|\\.)*[*+}](?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,)/;

/** The error of a regular expression; `null` if it is valid. */
function findPatternError(match: string): string | null {
  try {
    new RegExp(match, "u");
  } catch (error) {
    return `“match” is not a valid regular expression: ${getErrorMessage(error)}`;
  }
  return RUNAWAY.test(match)
    ? "“match” repeats a group that itself repeats, so matching could take forever."
    : null;
}

/** Formats rules as JSON for import elsewhere. */
export function formatUserRules(rules: readonly UserRule[]): string {
  return `${JSON.stringify({ rules }, null, 2)}\n`;
}

/** Creates a framework from the rules; invalid rules are left out. */
export function createUserFramework(rules: readonly UserRule[]): Framework {
  const detectors = rules.flatMap((rule) => {
    const checked = checkUserRule(rule);
    return typeof checked === "string" ? [] : createDetectors(checked);
  });
  return {
    id: USER_FRAMEWORK_ID,
    label: "Your rules",
    takesPrecedence: true,
    detectors: detectors,
  };
}

const METADATA_SOURCES: readonly DetectorSource[] = [
  "event.metadata",
  "artifact.metadata",
  "message.metadata",
];

function createDetectors({ where, key, match, kind, name }: UserRule): Detector[] {
  const pattern = match === undefined ? undefined : new RegExp(match, "u");
  const base = {
    meaning: MEANING_BY_KIND[kind],
    confidence: "certain",
    ...(pattern && { match: pattern }),
    ...(name !== undefined && kind === "tool" && { tool: () => ({ name }) }),
  } as const;
  if (where === "metadata") {
    return METADATA_SOURCES.map((source) => ({ ...base, source, ...(key && { key }) }));
  }
  return [{ ...base, source: where }];
}
