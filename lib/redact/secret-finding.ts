/** A secret found in a run, described without revealing it. */

import { formatPlural } from "../wire/plural.ts";
import { getUtf8Length } from "../wire/utf8.ts";
import { isProtocolWord } from "./protocol-words.ts";
import { SECRET_RULES, type SecretKind, type SecretRule } from "./secret-rules.ts";
import type { SecretLocation } from "./text-location.ts";

export interface SecretFinding {
  /** The secret itself: for looking it up, never for showing it. */
  readonly secret: string;
  /** What it was found by, the most telling first. */
  readonly rules: readonly SecretRule[];
  readonly kind: SecretKind;
  /** Its first characters and how many there are. */
  readonly sample: string;
  /** It is replaced wherever it stands in any spelling, and not only in the places that gave it away. */
  readonly everywhere: boolean;
  /** How often it stands in the run. */
  readonly count: number;
  /** The first places, each once. */
  readonly places: readonly SecretLocation[];
}

/** A secret, and whether it is replaced wherever it stands. */
export interface Secret {
  readonly text: string;
  readonly everywhere: boolean;
}

export const toSecrets = (findings: readonly SecretFinding[]): Secret[] =>
  findings.map(({ secret, everywhere }) => ({ text: secret, everywhere }));

/** How often a secret stands in a run, and the first places. */
export interface SecretCount {
  count: number;
  places: SecretLocation[];
}

/** With what counting told, the most telling first. */
export function addSecretCounts(
  findings: readonly SecretFinding[],
  counts: ReadonlyMap<string, SecretCount>,
): SecretFinding[] {
  const told = findings.map((finding) => {
    const { count = 0, places = finding.places } = counts.get(finding.secret) ?? {};
    return { ...finding, count, places };
  });
  const rank = ({ rules }: SecretFinding) => Object.keys(SECRET_RULES).indexOf(rules[0] ?? "text");
  return told.sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** A shorter one is too likely to stand somewhere by chance. */
const MIN_LENGTH_EVERYWHERE = 6;
/** What a user chose must be at least so long. */
export const MIN_CHOSEN_LENGTH = 4;

export function isReplacedEverywhere(secret: string, isChosen: boolean): boolean {
  const shortest = isChosen ? MIN_CHOSEN_LENGTH : MIN_LENGTH_EVERYWHERE;
  return getUtf8Length(secret) >= shortest && /\S/.test(secret) && !isProtocolWord(secret);
}

/** Why a text cannot be chosen; `null` where it can. */
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

/** Nothing of a short one is shown, and never more than a quarter. */
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
