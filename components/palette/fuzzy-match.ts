// Fuzzy matcher: all letters in order, scored higher at word starts and in sequence.
interface FuzzyMatch {
  readonly score: number;
  /** Positions of the matched letters. */
  readonly positions: readonly number[];
}

const EMPTY_MATCH: FuzzyMatch = { score: 0, positions: [] };

export function matchFuzzy(query: string, text: string): FuzzyMatch | null {
  const letters = [...query.toLowerCase()].filter((letter) => letter.trim() !== "");
  if (letters.length === 0) return EMPTY_MATCH;
  const lower = text.toLowerCase();
  let best: FuzzyMatch | null = null;
  // A later start can score better, so every start is tried.
  for (let start = lower.indexOf(letters[0] ?? ""); start >= 0; ) {
    const match = findMatchFrom(letters, text, lower, start);
    if (!match) break;
    if (!best || match.score > best.score) best = match;
    start = lower.indexOf(letters[0] ?? "", start + 1);
  }
  return best;
}

function findMatchFrom(
  letters: readonly string[],
  text: string,
  lower: string,
  start: number,
): FuzzyMatch | null {
  const at: number[] = [];
  let score = 0;
  let from = start;
  for (const letter of letters) {
    const next = findNextPosition(letter, text, lower, from, at.length === 0);
    if (next < 0) return null;
    const follows = at.length > 0 && next === from;
    score += follows ? 5 : isWordStart(text, next) ? 4 : 1;
    score -= Math.min(3, (next - from) * 0.1);
    at.push(next);
    from = next + letter.length;
  }
  // Of two equal matches, the shorter text wins.
  return { score: score - text.length * 0.01, positions: at };
}

/** The letter at `from`, else its next occurrence at a word start, else its next occurrence. */
function findNextPosition(
  letter: string,
  text: string,
  lower: string,
  from: number,
  first: boolean,
): number {
  const nearest = lower.indexOf(letter, from);
  if (first || nearest === from || nearest < 0) return nearest;
  for (let position = nearest; position >= 0; position = lower.indexOf(letter, position + 1)) {
    if (isWordStart(text, position)) return position;
  }
  return nearest;
}

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const [before = "", here = ""] = [text[at - 1], text[at]];
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before));
}

/** Matching items, best first; all items in their order for an empty query. */
export function filterFuzzy<T>(
  query: string,
  items: readonly T[],
  textOf: (item: T) => string,
): { item: T; match: FuzzyMatch }[] {
  const found = items.flatMap((item) => {
    const match = matchFuzzy(query, textOf(item));
    return match ? [{ item, match }] : [];
  });
  return query.trim() === "" ? found : found.sort((a, b) => b.match.score - a.match.score);
}
