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

/** Letters that are scattered over a text are no match: on average, each must begin a word or follow one. */
const MIN_SCORE_PER_LETTER = 2.5;
/** A synonym ranks as high as a word of the title. */
const WORD_SCORE_PER_LETTER = 4.5;
const MIN_SYNONYM_LETTERS = 2;
/** Where a word is meant, what is found by scattered letters is nonsense: this share of the best score. */
const MIN_SHARE_OF_WORD = 0.75;
/** Fewer letters are initials as often as the beginning of a word. */
const MIN_WORD_LETTERS = 3;

interface Searchable<T> {
  textOf(item: T): string;
  /** Other words for it, in lower case, the most fitting first. */
  synonymsOf?(item: T): readonly string[];
  /** Is its text a name that someone gave? Only what is typed of its words finds it, no initials. */
  isName?(item: T): boolean;
}

/** Matching items, best first; all items in their order for an empty query. */
export function filterFuzzy<T>(
  query: string,
  items: readonly T[],
  { textOf, synonymsOf = () => [], isName = () => false }: Searchable<T>,
): { item: T; match: FuzzyMatch }[] {
  if (query.trim() === "") return items.map((item) => ({ item, match: EMPTY_MATCH }));
  const letters = countLetters(query);
  const found = items.flatMap((item) => {
    const text = textOf(item);
    const byText = isName(item) && !includesWords(query, text) ? null : matchFuzzy(query, text);
    const isText = byText !== null && byText.score >= letters * MIN_SCORE_PER_LETTER;
    const place = findSynonym(query, synonymsOf(item));
    const bySynonym: FuzzyMatch = { score: letters * WORD_SCORE_PER_LETTER, positions: [] };
    const matches = [isText ? byText : null, place < 0 ? null : bySynonym]
      .filter((match) => match !== null)
      .sort((one, other) => other.score - one.score);
    return matches.slice(0, 1).map((match) => ({ item, match, place }));
  });
  // Of the items with a synonym, the first is the one that lists it earlier.
  found.sort((a, b) => b.match.score - a.match.score || a.place - b.place);
  const best = found[0]?.match.score ?? 0;
  const isWord = letters >= MIN_WORD_LETTERS && best >= letters * WORD_SCORE_PER_LETTER;
  return isWord ? found.filter(({ match }) => match.score >= best * MIN_SHARE_OF_WORD) : found;
}

function includesWords(query: string, text: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

const countLetters = (query: string) => query.replace(/\s/g, "").length;

/** The place of the first synonym that begins so, or with a word that does; -1 if none does. */
function findSynonym(query: string, synonyms: readonly string[]): number {
  const wanted = query.toLowerCase().trim().replace(/\s+/g, " ");
  if (wanted.length < MIN_SYNONYM_LETTERS) return -1;
  return synonyms.findIndex(
    (synonym) => synonym.startsWith(wanted) || synonym.includes(` ${wanted}`),
  );
}
