/**
 * The terms of a search: words, and phrases in quotes, without regard to case. A text matches if it
 * contains every term.
 */

const MAX_TERMS = 16;
const TERM = /"([^"]+)"?|[^\s"]+/g;

/** The terms in lower case, each once. */
export function parseSearchTerms(query: string): readonly string[] {
  const terms = [...query.matchAll(TERM)].map(([word, phrase]) =>
    foldCase((phrase ?? word).replace(/\s+/g, " ").trim()),
  );
  return [...new Set(terms.filter((term) => term !== ""))].slice(0, MAX_TERMS);
}

/** The text in lower case, in which every character keeps its position. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  let aligned = "";
  for (const character of text) {
    const lower = character.toLowerCase();
    aligned += lower.length === character.length ? lower : character;
  }
  return aligned;
}

/** A range of characters that a term matches. */
export type TextMark = readonly [from: number, to: number];

/** Where the terms occur in a folded text, in order, without overlaps. */
export function findTermMarks(folded: string, terms: readonly string[]): readonly TextMark[] {
  const found: TextMark[] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      found.push([at, at + term.length]);
    }
  }
  found.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  let end = 0;
  return found.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
