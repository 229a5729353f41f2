/**
 * Card linter: reports violations of the rules of the card's version, with their lines in the text,
 * and the rules that pass.
 *
 * Guarantees: total; any text gets a result.
 */

import {
  findMemberRange,
  getLineAndColumn,
  type JsonSource,
  parseJsonSource,
} from "../../json/json-source.ts";
import { isObject } from "../json.ts";
import { selectClauses } from "../spec-reference.ts";
import type { CardVersion } from "./card-schema.ts";
import { type DetectedCardVersion, detectCardVersion } from "./card-version.ts";
import type {
  CardOrigin,
  CardPath,
  CardRule,
  CardSeverity,
  CardViolation,
} from "./rules/card-rule.ts";
import { EXTENSION_RULES } from "./rules/extensions.ts";
import { INTERFACE_RULES } from "./rules/interfaces.ts";
import { MEMBER_RULES } from "./rules/members.ts";
import { SECURITY_RULES } from "./rules/security.ts";
import { SIGNATURE_RULES } from "./rules/signatures.ts";
import { SKILL_RULES } from "./rules/skills.ts";
import { TEXT_RULES } from "./rules/text.ts";
import { TRANSPORT_RULES } from "./rules/transports.ts";
import { URL_RULES } from "./rules/urls.ts";

export type { CardOrigin, CardPath, CardSeverity };

export const CARD_RULES: readonly CardRule[] = [
  ...TEXT_RULES,
  ...MEMBER_RULES,
  ...INTERFACE_RULES,
  ...URL_RULES,
  ...TRANSPORT_RULES,
  ...SKILL_RULES,
  ...EXTENSION_RULES,
  ...SECURITY_RULES,
  ...SIGNATURE_RULES,
];

export interface CardProblem {
  readonly rule: string;
  readonly severity: CardSeverity;
  readonly title: string;
  readonly message: string;
  readonly remedy: string;
  readonly spec: string;
  readonly path: CardPath;
  /** Lines of the text, counted from 1, both inclusive. */
  readonly lines: { readonly from: number; readonly to: number };
  /** A URL that may be meant instead. */
  readonly corrected: string | null;
}

export interface CardLintResult {
  readonly source: JsonSource;
  /** `null` if the text is not a card. */
  readonly detectedVersion: DetectedCardVersion | null;
  /** Most severe first, then in text order. */
  readonly findings: readonly CardProblem[];
  /** One sentence for each applicable rule that passes. */
  readonly passed: readonly { readonly rule: string; readonly what: string }[];
}

const ADVICE: ReadonlySet<string> = new Set(
  CARD_RULES.filter(({ isAdvice }) => isAdvice).map(({ id }) => id),
);

/** Whether it is advice about the card itself, shown on the card's page only and not in a run. */
export function isAdvice({ rule }: CardProblem): boolean {
  return ADVICE.has(rule);
}

const WEIGHTS: Readonly<Record<CardSeverity, number>> = { error: 0, warning: 1, note: 2 };

export function lintCard(text: string, facts: CardOrigin): CardLintResult {
  const source = parseJsonSource(text);
  const card = isObject(source.value) ? source.value : null;
  const generation = card && detectCardVersion(card);
  // If the JSON is not an object, only the text rules apply.
  const rules = card ? CARD_RULES : TEXT_RULES;
  const version = generation?.version ?? "1.0";
  const subject = {
    card: card ?? {},
    generation: generation ?? detectCardVersion({}),
    version,
    source,
    facts,
  };
  const findings: CardProblem[] = [];
  const passed: { rule: string; what: string }[] = [];
  for (const rule of rules) {
    if (rule.applies && !rule.applies(subject)) continue;
    const breaches = rule.check(subject);
    findings.push(...breaches.map((violation) => toCardProblem(rule, violation, source, version)));
    if (breaches.length === 0) passed.push({ rule: rule.id, what: rule.passed });
  }
  if (!card && source.root)
    findings.push(toCardProblem(NOT_AN_OBJECT_RULE, NOT_AN_OBJECT, source, version));
  findings.sort((a, b) => WEIGHTS[a.severity] - WEIGHTS[b.severity] || a.lines.from - b.lines.from);
  return { source, detectedVersion: generation, findings, passed };
}

const NOT_AN_OBJECT_RULE = {
  id: "card/json",
  severity: "error",
  spec: "A2A 1.0 §4.4.1, 0.3 §5.5",
} as const;
const NOT_AN_OBJECT: CardViolation = {
  path: [],
  title: "Not an agent card",
  message: "A card is a JSON object; this JSON is of another type.",
  remedy: "Provide the card itself, not a list of cards or a string.",
};

function toCardProblem(
  { id, severity, spec }: Pick<CardRule, "id" | "severity" | "spec">,
  violation: CardViolation,
  source: JsonSource,
  version: CardVersion,
): CardProblem {
  const { path, title, message, remedy, corrected } = violation;
  const range = violation.at ?? findMemberRange(source, path);
  return {
    rule: id,
    severity: violation.severity ?? severity,
    title,
    message,
    remedy,
    spec: selectClauses(violation.spec ?? spec, version),
    path,
    lines: getLineRange(source, path, range),
    corrected: corrected ?? null,
  };
}

/** Missing members are shown at the first line of the object only. */
function getLineRange(
  source: JsonSource,
  path: CardPath,
  range: { readonly from: number; readonly to: number } | null,
): { from: number; to: number } {
  if (!range) return { from: 1, to: 1 };
  const from = getLineAndColumn(source.text, range.from).line;
  const isWhole = path.length <= 1 && range.from === (source.root?.from ?? 0);
  const to = isWhole
    ? from
    : getLineAndColumn(source.text, Math.max(range.from, range.to - 1)).line;
  return { from, to };
}
