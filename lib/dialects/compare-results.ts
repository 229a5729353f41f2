/** Compares the final result of a task, as of an event, with the text that was streamed before. */

import { isObject } from "../protocol/json.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { ContentVersion } from "./content-version.ts";
import type { ResultDetail } from "./item-detail.ts";

export type ResultRelation = "identical" | "continued" | "different";

/** A final result and the streamed texts it is compared with. */
export interface ResultComparison {
  readonly relation: ResultRelation;
  readonly whole: ContentVersion;
  /** The most similar streamed text. */
  readonly streamed: ContentVersion;
}

/** The newest final result and the streamed texts; `null` unless both exist. */
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

/** How many streamed texts a final result is compared with, newest first. */
const MAX_COMPARED = 8;

/** The streamed text that is most similar to a final result. */
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

/** Progress messages of an agent are not results. */
function isNarration({ artifact }: ContentVersion, n: number): boolean {
  const metadata = artifact?.metadata.at(n);
  return isObject(metadata) && metadata.is_narration === true;
}

/** A streamed text longer than this multiple cannot match the final one. */
const MAX_LENGTH_FACTOR = 2;
const EXTRA_LENGTH = 100;

function compareTextOf(streamed: ContentVersion, whole: ContentVersion, n: number): ResultRelation {
  const text = whole.textAt(n);
  const limit = text.length * MAX_LENGTH_FACTOR + EXTRA_LENGTH;
  // Keeps the work proportional to the final text, however long the streamed text is.
  if (streamed.textLengthAt(n) > limit) return "different";
  const before = normalizeText(streamed.textPreviewAt(n, limit));
  const after = normalizeText(text);
  if (before === after) return "identical";
  return after.startsWith(before) ? "continued" : "different";
}

/** Streams and their final texts often differ in white space only. */
function normalizeText(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}
