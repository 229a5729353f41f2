/** Answers as of an event: how what was said as a whole relates to what was streamed before. */

import { isObject } from "../protocol/json.ts";
import { bornBy } from "../timeline/track.ts";
import type { ResultFacet } from "./facet.ts";
import type { Telling } from "./telling.ts";

export type ResultRelation = "identical" | "continued" | "different";

/** The whole and what it is held against. */
export interface Compared {
  readonly relation: ResultRelation;
  readonly whole: Telling;
  /** The streamed text that comes nearest. */
  readonly streamed: Telling;
}

/** The newest whole answer beside the streamed ones; `null` while there are not both. */
export function comparedAt({ story }: ResultFacet, n: number): Compared | null {
  const { tellings } = story;
  const count = bornBy(tellings, n);
  let index = count - 1;
  while (index >= 0 && !isWholeText(tellings[index], n)) index--;
  const whole = tellings[index];
  return whole ? nearest(whole, tellings.slice(0, count), n) : null;
}

function isWholeText(telling: Telling | undefined, n: number): boolean {
  return telling?.as === "whole" && telling.textLengthAt(n) > 0;
}

/** How many streamed texts a whole one is held against, newest first. */
const MOST_COMPARED = 8;

/** The streamed text that a whole one comes nearest to. */
export function nearest(whole: Telling, among: readonly Telling[], n: number): Compared | null {
  let best: Compared | null = null;
  let looked = 0;
  for (let index = among.length - 1; index >= 0 && looked < MOST_COMPARED; index--) {
    const streamed = among[index];
    if (streamed?.as !== "growing" || isNarration(streamed, n)) continue;
    if (streamed.textLengthAt(n) === 0) continue;
    looked++;
    const relation = relationOf(streamed, whole, n);
    if (best === null || CLOSENESS[relation] > CLOSENESS[best.relation]) {
      best = { relation, whole, streamed };
    }
  }
  return best;
}

const CLOSENESS: Readonly<Record<ResultRelation, number>> = {
  identical: 2,
  continued: 1,
  different: 0,
};

/** What an agent says on the way is no answer. */
function isNarration({ artifact }: Telling, n: number): boolean {
  const metadata = artifact?.metadata.at(n);
  return isObject(metadata) && metadata.is_narration === true;
}

/** Much longer than this a streamed text cannot be what the whole one says. */
const ROOM = 2;
const SPARE = 100;

function relationOf(streamed: Telling, whole: Telling, n: number): ResultRelation {
  const text = whole.textAt(n);
  const limit = text.length * ROOM + SPARE;
  // Work stays in proportion to the whole, however long the streamed text is.
  if (streamed.textLengthAt(n) > limit) return "different";
  const before = normalised(streamed.beginningAt(n, limit));
  const after = normalised(text);
  if (before === after) return "identical";
  return after.startsWith(before) ? "continued" : "different";
}

/** White space is where streams and their summaries differ without saying anything else. */
function normalised(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}
