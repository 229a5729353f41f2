/** A secret found in a run, described without revealing it. */

import { formatPlural } from "../text/plural.ts";
import { getUtf8Length } from "../text/utf8.ts";
import { isProtocolWord } from "./protocol-words.ts";
import { SECRET_RULES, type SecretKind, type SecretRule } from "./secret-rules.ts";
import type { SecretLocation } from "./text-location.ts";

export interface SecretFinding {
  /** The secret itself: for searching, never for display. */
  readonly secret: string;
  /** The rules that found it, the most specific first. */
  readonly rules: readonly SecretRule[];
  readonly kind: SecretKind;
  /** Its first characters and its length. */
  readonly sample: string;
  /** Replaced in all locations and encodings, not only in the locations where a rule found it. */
  readonly everywhere: boolean;
  /** How often it occurs in the run. */
  readonly count: number;
  /** The first locations, without duplicates. */
  readonly places: readonly SecretLocation[];
}

/** A secret, and whether it is replaced in all locations. */
export interface Secret {
  readonly text: string;
  readonly everywhere: boolean;
}

export const toSecrets = (findings: readonly SecretFinding[]): Secret[] =>
  findings.map(({ secret, everywhere }) => ({ text: secret, everywhere }));

/** How often a secret occurs in a run, and its first locations. */
export interface SecretCount {
  count: number;
  places: SecretLocation[];
}

const RULE_RANKS = new Map(Object.keys(SECRET_RULES).map((rule, rank) => [rule, rank]));

/** Adds counts and locations to the findings, and sorts them by rule and count. */
export function addSecretCounts(
  findings: readonly SecretFinding[],
  counts: ReadonlyMap<string, SecretCount>,
): SecretFinding[] {
  const counted = findings.map((finding) => {
    const { count = 0, places = finding.places } = counts.get(finding.secret) ?? {};
    return { ...finding, count, places };
  });
  const rank = ({ rules }: SecretFinding) => RULE_RANKS.get(rules[0] ?? "text") ?? 0;
  return counted.sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** Shorter secrets are too likely to occur elsewhere by chance. */
const MIN_LENGTH_EVERYWHERE = 6;
/** Minimum length of a text that the user chose, in bytes. */
const MIN_CHOSEN_LENGTH = 4;

export function isReplacedEverywhere(secret: string, isChosen: boolean): boolean {
  const shortest = isChosen ? MIN_CHOSEN_LENGTH : MIN_LENGTH_EVERYWHERE;
  return getUtf8Length(secret) >= shortest && /\S/.test(secret) && !isProtocolWord(secret);
}

/** Why a text cannot be redacted; `null` if it can. */
export function getTextError(text: string): string | null {
  if (text.trim() === "") return "The text is blank.";
  if (getUtf8Length(text) < MIN_CHOSEN_LENGTH) {
    return "The text is too short: it would match in unrelated places.";
  }
  return isProtocolWord(text)
    ? "This is a protocol word: without it, the run would be unreadable."
    : null;
}

const MAX_SAMPLE_LENGTH = 4;

/** Shows at most a quarter of a secret, and nothing of a short one. */
export function createSample(secret: string): string {
  const characters = Array.from(secret);
  const shown = characters
    .slice(0, Math.min(MAX_SAMPLE_LENGTH, Math.floor(characters.length / 4)))
    .join("");
  const length = formatPlural(characters.length, "character");
  return `${shown.replace(/\s+/g, " ")}…, ${length}`;
}

export function getSecretKindOfRules(rules: readonly SecretRule[]): SecretKind {
  const order: readonly SecretKind[] = ["place", "shape", "own", "email"];
  return order.find((kind) => rules.some((rule) => SECRET_RULES[rule].kind === kind)) ?? "own";
}
