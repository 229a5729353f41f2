/** Answers as of an event: how what was said as a whole relates to what was streamed before. */

import { isObject } from "../protocol/json.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { ContentVersion } from "./content-version.ts";
import type { ResultDetail } from "./item-detail.ts";

export type ResultRelation = "identical" | "continued" | "different";

/** The whole and what it is held against. */
export interface ResultComparison {
  readonly relation: ResultRelation;
  readonly whole: ContentVersion;
  /** The streamed text that comes nearest. */
  readonly streamed: ContentVersion;
}

/** The newest whole answer beside the streamed ones; `null` while there are not both. */
export function compareResultsAt({ history }: ResultDetail, n: number): ResultComparison | null {
  const { versions } = history;
  const count = countUpToEvent(versions, n);
  let index = count - 1;
  while (index >= 0 && !isWholeText(versions[index], n)) index--;
  const whole = versions[index];
  return whole ? findNearestStreamed(whole, versions.slice(0, count), n) : null;
}

function isWholeText(version: ContentVersion | undefined, n: number): boolean {
  return version?.role === "whole" && version.textLengthAt(n) > 0;
}

/** How many streamed texts a whole one is held against, newest first. */
const MAX_COMPARED = 8;

/** The streamed text that a whole one comes nearest to. */
export function findNearestStreamed(
  whole: ContentVersion,
  among: readonly ContentVersion[],
  n: number,
): ResultComparison | null {
  let best: ResultComparison | null = null;
  let looked = 0;
  for (let index = among.length - 1; index >= 0 && looked < MAX_COMPARED; index--) {
    const streamed = among[index];
    if (streamed?.role !== "growing" || isNarration(streamed, n)) continue;
    if (streamed.textLengthAt(n) === 0) continue;
    looked++;
    const relation = compareTextOf(streamed, whole, n);
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
function isNarration({ artifact }: ContentVersion, n: number): boolean {
  const metadata = artifact?.metadata.at(n);
  return isObject(metadata) && metadata.is_narration === true;
}

/** Much longer than this a streamed text cannot be what the whole one says. */
const MAX_LENGTH_FACTOR = 2;
const EXTRA_LENGTH = 100;

function compareTextOf(streamed: ContentVersion, whole: ContentVersion, n: number): ResultRelation {
  const text = whole.textAt(n);
  const limit = text.length * MAX_LENGTH_FACTOR + EXTRA_LENGTH;
  // Work stays in proportion to the whole, however long the streamed text is.
  if (streamed.textLengthAt(n) > limit) return "different";
  const before = normalizeText(streamed.textPreviewAt(n, limit));
  const after = normalizeText(text);
  if (before === after) return "identical";
  return after.startsWith(before) ? "continued" : "different";
}

/** White space is where streams and their summaries differ without saying anything else. */
function normalizeText(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}
