// Finding by a few letters: all of them, in order, best where they begin words or follow each other.
export interface FuzzyMatch {
  readonly score: number;
  /** Where in the text the letters were found. */
  readonly positions: readonly number[];
}

const EMPTY_MATCH: FuzzyMatch = { score: 0, positions: [] };

export function matchFuzzy(query: string, text: string): FuzzyMatch | null {
  const wanted = [...query.toLowerCase()].filter((letter) => letter.trim() !== "");
  if (wanted.length === 0) return EMPTY_MATCH;
  const lower = text.toLowerCase();
  let best: FuzzyMatch | null = null;
  // A later beginning can be better: "st" is meant by "Switch theme" less than by "Stop".
  for (let start = lower.indexOf(wanted[0] ?? ""); start >= 0; ) {
    const match = findMatchFrom(wanted, text, lower, start);
    if (!match) break;
    if (!best || match.score > best.score) best = match;
    start = lower.indexOf(wanted[0] ?? "", start + 1);
  }
  return best;
}

function findMatchFrom(
  wanted: readonly string[],
  text: string,
  lower: string,
  start: number,
): FuzzyMatch | null {
  const at: number[] = [];
  let score = 0;
  let from = start;
  for (const letter of wanted) {
    const next = findNextPosition(letter, text, lower, from, at.length === 0);
    if (next < 0) return null;
    const follows = at.length > 0 && next === from;
    score += follows ? 5 : isWordStart(text, next) ? 4 : 1;
    score -= Math.min(3, (next - from) * 0.1);
    at.push(next);
    from = next + letter.length;
  }
  // Of two equal matches, the shorter text is meant.
  return { score: score - text.length * 0.01, positions: at };
}

/** The next letter right here, else the next one that begins a word, else the next one at all. */
function findNextPosition(
  letter: string,
  text: string,
  lower: string,
  from: number,
  first: boolean,
): number {
  const nearest = lower.indexOf(letter, from);
  if (first || nearest === from || nearest < 0) return nearest;
  for (let place = nearest; place >= 0; place = lower.indexOf(letter, place + 1)) {
    if (isWordStart(text, place)) return place;
  }
  return nearest;
}

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const [before = "", here = ""] = [text[at - 1], text[at]];
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before));
}

/** Items that match, best first; in their own order where nothing is asked. */
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
