/** Finds the lines of a text that match a search best, and cuts each around its first mark. */

import type { LinePlace, MatchingLine } from "../api/library-search.ts";
import { findGraphemeBoundary } from "../text/graphemes.ts";
import { findTermMarks, foldCase, type TextMark } from "../text/search-terms.ts";

export const MAX_MATCHING_LINES = 3;
const EXCERPT_LENGTH = 200;
/** How much of the line is shown before the first mark. */
const LEAD_LENGTH = 50;

/** The lines with the most different terms first. */
export function findMatchingLines(
  text: string,
  places: readonly LinePlace[],
  terms: readonly string[],
): MatchingLine[] {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) => {
    const folded = foldCase(line);
    const count = terms.filter((term) => folded.includes(term)).length;
    return count === 0 ? [] : [{ index, count }];
  });
  return found
    .sort((one, other) => other.count - one.count || one.index - other.index)
    .slice(0, MAX_MATCHING_LINES)
    .flatMap(({ index }) => {
      const place = places[index];
      return place ? [{ ...place, ...createExcerpt(lines[index] ?? "", terms) }] : [];
    });
}

function createExcerpt(
  line: string,
  terms: readonly string[],
): Pick<MatchingLine, "text" | "marks"> {
  const marks = findTermMarks(foldCase(line), terms);
  const first = marks[0]?.[0] ?? 0;
  const isWhole = line.length <= EXCERPT_LENGTH;
  const from = isWhole ? 0 : findGraphemeBoundary(line, Math.max(0, first - LEAD_LENGTH));
  const to = isWhole ? line.length : findGraphemeBoundary(line, from + EXCERPT_LENGTH);
  const lead = from > 0 ? "…" : "";
  const shift = lead.length - from;
  return {
    text: `${lead}${line.slice(from, to)}${to < line.length ? "…" : ""}`,
    marks: marks
      .filter(([, end]) => end <= to)
      .map(([start, end]): TextMark => [start + shift, end + shift]),
  };
}
