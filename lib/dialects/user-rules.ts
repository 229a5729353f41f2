/**
 * The user's own rules: what something is, by the name of its artifact, a metadata key or the
 * beginning of its text. They are believed before all families. Imported rules are checked one by
 * one; what is wrong with one is said, and nothing throws.
 */

import { isArray, isObject, type JsonObject } from "../protocol/json.ts";
import { ITEM_KINDS, type ItemKind, type Meaning } from "./kinds.ts";
import type { Family, Signal, Where } from "./signal.ts";

export const USER_FAMILY = "yours";

export type RuleWhere = "artifact.name" | "metadata" | "text";

export interface UserRule {
  readonly name?: string;
  readonly where: RuleWhere;
  /** For metadata: the key, or a path of keys with dots between them. */
  readonly key?: string;
  /** A regular expression; without one a metadata key need only be there. */
  readonly match?: string;
  readonly kind: RuleKind;
}

/** What a rule can make of something. */
export const RULE_KINDS = [
  "plan",
  "tool",
  "result",
  "thought",
  "message",
] as const satisfies readonly ItemKind[];
export type RuleKind = (typeof RULE_KINDS)[number];

const MEANING: Readonly<Record<RuleKind, Meaning>> = {
  plan: "plan",
  tool: "tool-start",
  result: "result",
  thought: "thought",
  message: "message",
};

export interface RuleProblem {
  /** Which rule, from 0; −1 where the whole is no list of rules. */
  readonly index: number;
  readonly message: string;
}

export interface ParsedRules {
  readonly rules: readonly UserRule[];
  readonly problems: readonly RuleProblem[];
}

export const RULES_MAX = 200;
const TEXT_MAX = 200;
const WHERES: readonly RuleWhere[] = ["artifact.name", "metadata", "text"];

/** Rules out of JSON: those that are right, and what is wrong with the others. */
export function parseRules(json: string): ParsedRules {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (error) {
    return whole(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const list = isObject(given) ? given.rules : given;
  if (!isArray(list)) return whole("This is no list of rules.");
  if (list.length > RULES_MAX) return whole(`These are more than ${RULES_MAX} rules.`);
  const rules: UserRule[] = [];
  const problems: RuleProblem[] = [];
  list.forEach((item, index) => {
    const rule = checkRule(item);
    if (typeof rule === "string") problems.push({ index, message: rule });
    else rules.push(rule);
  });
  return { rules, problems };
}

const whole = (message: string): ParsedRules => ({ rules: [], problems: [{ index: -1, message }] });

/** A rule, or what is wrong with it. */
export function checkRule(given: unknown): UserRule | string {
  if (!isObject(given)) return "A rule is an object.";
  const where = WHERES.find((it) => it === given.where);
  if (!where) return `“where” must be one of ${WHERES.join(", ")}.`;
  const kind = RULE_KINDS.find((it) => it === given.kind);
  if (!kind) return kindProblem(given.kind);
  for (const member of ["name", "key", "match"]) {
    const text = given[member];
    if (text === undefined) continue;
    if (typeof text !== "string") return `“${member}” must be text.`;
    if (text.length > TEXT_MAX) return `“${member}” is longer than ${TEXT_MAX} characters.`;
  }
  const name = textIn(given, "name");
  const key = textIn(given, "key");
  const match = textIn(given, "match");
  if (where === "metadata" && !key) return "A rule on metadata needs a “key”.";
  if (where !== "metadata" && !match) return "This rule needs a “match”.";
  const problem = match === undefined ? null : patternProblem(match);
  if (problem !== null) return problem;
  return { where, kind, ...(name && { name }), ...(key && { key }), ...(match && { match }) };
}

function kindProblem(kind: unknown): string {
  const isKnown = ITEM_KINDS.some((it) => it === kind);
  const words = RULE_KINDS.join(", ");
  return isKnown
    ? `Nothing can be made into “${kind}”; “kind” must be one of ${words}.`
    : `“kind” must be one of ${words}.`;
}

function textIn(from: JsonObject, member: string): string | undefined {
  const value = from[member];
  return typeof value === "string" ? value : undefined;
}

/** A repeated group that itself repeats can take forever on a text that does not match. */
const RUNAWAY = /\((?:[^()\\]|\\.)*[*+}](?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,)/;

/** What is wrong with a regular expression; `null` where nothing is. */
export function patternProblem(match: string): string | null {
  try {
    new RegExp(match, "u");
  } catch (error) {
    return `“match” is no regular expression: ${error instanceof Error ? error.message : ""}`;
  }
  return RUNAWAY.test(match)
    ? "“match” repeats a group that repeats something itself: it could take forever."
    : null;
}

/** Rules as JSON, to be imported elsewhere. */
export function exportRules(rules: readonly UserRule[]): string {
  return `${JSON.stringify({ rules }, null, 2)}\n`;
}

/** The rules as a family; what is wrong with one leaves it out. */
export function familyOf(rules: readonly UserRule[]): Family {
  const signals = rules.flatMap((rule) => {
    const checked = checkRule(rule);
    return typeof checked === "string" ? [] : signalsOf(checked);
  });
  return { id: USER_FAMILY, label: "Your rules", first: true, signals };
}

const METADATA: readonly Where[] = ["event.metadata", "artifact.metadata", "message.metadata"];

function signalsOf({ where, key, match, kind, name }: UserRule): Signal[] {
  const pattern = match === undefined ? undefined : new RegExp(match, "u");
  const base = {
    means: MEANING[kind],
    sure: "certain",
    ...(pattern && { match: pattern }),
    ...(name !== undefined && kind === "tool" && { tool: () => ({ name }) }),
  } as const;
  if (where === "metadata") {
    return METADATA.map((place) => ({ ...base, where: place, ...(key && { key }) }));
  }
  return [{ ...base, where }];
}
