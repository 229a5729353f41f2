/** What was found in a run, told without telling it. */

import { formatPlural } from "../wire/plural.ts";
import { getUtf8Length } from "../wire/utf8.ts";
import { isOwnWord } from "./own-words.ts";
import { type Kind, RULES, type Rule } from "./rules.ts";
import type { Place } from "./where.ts";

export interface Finding {
  /** The secret itself: for looking it up, never for showing it. */
  readonly secret: string;
  /** What it was found by, the most telling first. */
  readonly rules: readonly Rule[];
  readonly kind: Kind;
  /** Its first characters and how many there are. */
  readonly sample: string;
  /** It is replaced wherever it stands in any spelling, and not only in the places that gave it away. */
  readonly everywhere: boolean;
  /** How often it stands in the run. */
  readonly count: number;
  /** The first places, each once. */
  readonly places: readonly Place[];
}

/** A secret, and whether it is replaced wherever it stands. */
export interface Secret {
  readonly text: string;
  readonly everywhere: boolean;
}

export const secretsOf = (findings: readonly Finding[]): Secret[] =>
  findings.map(({ secret, everywhere }) => ({ text: secret, everywhere }));

/** How often a secret stands in a run, and the first places. */
export interface Count {
  count: number;
  places: Place[];
}

/** With what counting told, the most telling first. */
export function withCounts(
  findings: readonly Finding[],
  counts: ReadonlyMap<string, Count>,
): Finding[] {
  const told = findings.map((finding) => {
    const { count = 0, places = finding.places } = counts.get(finding.secret) ?? {};
    return { ...finding, count, places };
  });
  const rank = ({ rules }: Finding) => Object.keys(RULES).indexOf(rules[0] ?? "text");
  return told.sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** A shorter one is too likely to stand somewhere by chance. */
const SHORTEST_EVERYWHERE = 6;
/** What a user chose must be at least so long. */
export const SHORTEST_TEXT = 4;

export function isSoughtEverywhere(secret: string, isChosen: boolean): boolean {
  const shortest = isChosen ? SHORTEST_TEXT : SHORTEST_EVERYWHERE;
  return getUtf8Length(secret) >= shortest && /\S/.test(secret) && !isOwnWord(secret);
}

/** Why a text cannot be chosen; `null` where it can. */
export function whyNotText(text: string): string | null {
  if (text.trim() === "") return "There is nothing in it to look for.";
  if (getUtf8Length(text) < SHORTEST_TEXT) {
    return "It is too short: it would be found in places that have nothing to do with it.";
  }
  return isOwnWord(text)
    ? "It is a word of the protocol: without it nobody could read the run."
    : null;
}

const SHOWN = 4;

/** Nothing of a short one is shown, and never more than a quarter. */
export function sampleOf(secret: string): string {
  const characters = Array.from(secret);
  const shown = characters.slice(0, Math.min(SHOWN, Math.floor(characters.length / 4))).join("");
  const length = formatPlural(characters.length, "character");
  return `${shown.replace(/\s+/g, " ")}…, ${length}`;
}

export function kindOf(rules: readonly Rule[]): Kind {
  const order: readonly Kind[] = ["place", "shape", "own", "email"];
  return order.find((kind) => rules.some((rule) => RULES[rule].kind === kind)) ?? "own";
}
