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
import type { CardVersion } from "../../protocol/card/card-schema.ts";
import { type DetectedCardVersion, detectCardVersion } from "../../protocol/card/card-version.ts";
import { isObject } from "../../protocol/json.ts";
import { selectClauses } from "../../protocol/spec-reference.ts";
import { TEXT_RULES } from "../rules/cards/text.ts";
import { CARDS } from "../rules/cards.ts";
import type { CardCheck, Rule } from "../rules/rule.ts";
import type { CardOrigin, CardPath, CardSeverity, CardViolation } from "./card-rule.ts";

export type { CardOrigin, CardPath, CardSeverity };

interface CardRule {
  readonly rule: Rule;
  readonly check: CardCheck;
}

function toCardRules(rules: readonly Rule[]): readonly CardRule[] {
  return rules.flatMap((rule) => {
    const { check } = rule;
    return typeof check === "object" && "find" in check ? [{ rule, check }] : [];
  });
}

const CARD_RULES = toCardRules(CARDS.rules);
/** If the JSON is not an object, only these apply. */
const RULES_OF_ANY_TEXT = toCardRules(TEXT_RULES);

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
  CARD_RULES.filter(({ check }) => check.isAdvice).map(({ rule }) => rule.id),
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
  for (const { rule, check } of card ? CARD_RULES : RULES_OF_ANY_TEXT) {
    if (check.applies && !check.applies(subject)) continue;
    const found = check.find(subject);
    findings.push(...found.map((violation) => toCardProblem(rule, violation, source, version)));
    if (found.length === 0) passed.push({ rule: rule.id, what: check.passed });
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
  { id, severity, spec }: Pick<Rule, "id" | "severity" | "spec">,
  violation: CardViolation,
  source: JsonSource,
  version: CardVersion,
): CardProblem {
  const { path, title, message, remedy, corrected } = violation;
  const range = violation.at ?? findMemberRange(source, path);
  return {
    rule: id,
    severity: violation.severity ?? (severity === "info" ? "note" : severity),
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
