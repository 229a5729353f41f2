/**
 * What a card breaks of its own version's rules, each breach with its lines in the card's text, and
 * what it keeps. Total: any text is answered with findings.
 */

import { type JsonSource, lineAndColumn, placeOf, readJsonSource } from "../../wire/json-source.ts";
import { isObject } from "../json.ts";
import { selectClauses } from "../spec-reference.ts";
import { type CardGeneration, generationOfCard } from "./generation.ts";
import type { CardVersion } from "./members.ts";
import { ADDRESS_RULES } from "./rules/addresses.ts";
import { EXTENSION_RULES } from "./rules/extensions.ts";
import { INTERFACE_RULES } from "./rules/interfaces.ts";
import { MEMBER_RULES } from "./rules/members.ts";
import type { Breach, CardFacts, CardPath, CardRule, CardSeverity } from "./rules/rule.ts";
import { SECURITY_RULES } from "./rules/security.ts";
import { SIGNATURE_RULES } from "./rules/signatures.ts";
import { SKILL_RULES } from "./rules/skills.ts";
import { TEXT_RULES } from "./rules/text.ts";
import { TRANSPORT_RULES } from "./rules/transports.ts";

export type { CardFacts, CardPath, CardSeverity };

export const CARD_RULES: readonly CardRule[] = [
  ...TEXT_RULES,
  ...MEMBER_RULES,
  ...INTERFACE_RULES,
  ...ADDRESS_RULES,
  ...TRANSPORT_RULES,
  ...SKILL_RULES,
  ...EXTENSION_RULES,
  ...SECURITY_RULES,
  ...SIGNATURE_RULES,
];

export interface CardFinding {
  readonly rule: string;
  readonly severity: CardSeverity;
  readonly title: string;
  readonly message: string;
  readonly remedy: string;
  readonly spec: string;
  readonly path: CardPath;
  /** Of the text, from 1, both included. */
  readonly lines: { readonly from: number; readonly to: number };
  /** A target that may be meant instead. */
  readonly corrected: string | null;
}

export interface CardReview {
  readonly source: JsonSource;
  /** `null` where the text holds no card. */
  readonly generation: CardGeneration | null;
  /** Worst first, then in the order of the text. */
  readonly findings: readonly CardFinding[];
  /** What is well, a sentence for each rule that could have been broken. */
  readonly passed: readonly { readonly rule: string; readonly what: string }[];
}

const ADVICE: ReadonlySet<string> = new Set(
  CARD_RULES.filter(({ isAdvice }) => isAdvice).map(({ id }) => id),
);

/** Is it advice about the card itself, which belongs on its page and not among the problems of a run? */
export function isAdvice({ rule }: CardFinding): boolean {
  return ADVICE.has(rule);
}

const WEIGHTS: Readonly<Record<CardSeverity, number>> = { error: 0, warning: 1, note: 2 };

export function lintCard(text: string, facts: CardFacts): CardReview {
  const source = readJsonSource(text);
  const card = isObject(source.value) ? source.value : null;
  const generation = card && generationOfCard(card);
  // Of what is no object, only the text can be judged.
  const rules = card ? CARD_RULES : TEXT_RULES;
  const version = generation?.version ?? "1.0";
  const subject = {
    card: card ?? {},
    generation: generation ?? generationOfCard({}),
    version,
    source,
    facts,
  };
  const findings: CardFinding[] = [];
  const passed: { rule: string; what: string }[] = [];
  for (const rule of rules) {
    if (rule.applies && !rule.applies(subject)) continue;
    const breaches = rule.check(subject);
    findings.push(...breaches.map((breach) => findingOf(rule, breach, source, version)));
    if (breaches.length === 0) passed.push({ rule: rule.id, what: rule.passed });
  }
  if (!card && source.root) findings.push(findingOf(NO_OBJECT, NO_OBJECT_BREACH, source, version));
  findings.sort((a, b) => WEIGHTS[a.severity] - WEIGHTS[b.severity] || a.lines.from - b.lines.from);
  return { source, generation, findings, passed };
}

const NO_OBJECT = { id: "card/json", severity: "error", spec: "A2A 1.0 §4.4.1, 0.3 §5.5" } as const;
const NO_OBJECT_BREACH: Breach = {
  path: [],
  title: "Not an agent card",
  message: "A card is a JSON object; this is JSON of another kind.",
  remedy: "Give the card itself, not a list of cards or a text.",
};

function findingOf(
  { id, severity, spec }: Pick<CardRule, "id" | "severity" | "spec">,
  breach: Breach,
  source: JsonSource,
  version: CardVersion,
): CardFinding {
  const { path, title, message, remedy, corrected } = breach;
  const place = breach.at ?? placeOf(source, path);
  return {
    rule: id,
    severity: breach.severity ?? severity,
    title,
    message,
    remedy,
    spec: selectClauses(breach.spec ?? spec, version),
    path,
    lines: linesOf(source, path, place),
    corrected: corrected ?? null,
  };
}

/** What is missing from an object is shown at its first line, not all over it. */
function linesOf(
  source: JsonSource,
  path: CardPath,
  place: { readonly from: number; readonly to: number } | null,
): { from: number; to: number } {
  if (!place) return { from: 1, to: 1 };
  const from = lineAndColumn(source.text, place.from).line;
  const isWhole = path.length <= 1 && place.from === (source.root?.from ?? 0);
  const to = isWhole ? from : lineAndColumn(source.text, Math.max(place.from, place.to - 1)).line;
  return { from, to };
}
