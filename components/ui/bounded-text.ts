// Bounds text from the wire: characters that would stall the layout are counted instead of drawn.
// Guarantees: no more than 32 marks or invisible characters in a row, and ordinary text is returned
// unchanged.
import { formatCount } from "./format.ts";
import { findCutPoint } from "./text-segments.ts";

/** More marks on one letter than any language writes. */
export const MAX_MARKS = 32;

/** Maximum length of text in a label, a title or a line. */
const MAX_LABEL_LENGTH = 2000;

/** Maximum length of text in a box without virtual scrolling. */
export const MAX_TEXT_LENGTH = 20_000;

/** Characters that join the one before: marks, parts of emoji and of Korean syllables, and invisible
 * characters such as direction marks, joiners and variation selectors. */
const JOINING =
  "(?:\\u200d\\p{Extended_Pictographic}\\p{Emoji_Modifier}?|" +
  "[\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u1161-\\u11ff\\ud7b0-\\ud7fb])";

/** Matches only at the beginning of a run, so that each run is scanned once. */
const MARK_PILE = new RegExp(`(?<!${JOINING})${JOINING}{${MAX_MARKS}}(?=${JOINING})`, "gu");
/** Bounded, because a run of megabytes would exhaust the regular expression's stack. */
const MORE_MARKS = new RegExp(`${JOINING}{1,1000}`, "yu");

/** Characters of a text that are counted instead of shown. */
interface MarkPile {
  readonly from: number;
  readonly to: number;
  /** The text shown instead. */
  readonly label: string;
}

export function findMarkPiles(text: string): MarkPile[] {
  const piles: MarkPile[] = [];
  MARK_PILE.lastIndex = 0;
  while (MARK_PILE.test(text)) {
    const from = MARK_PILE.lastIndex;
    MORE_MARKS.lastIndex = from;
    let to = from;
    while (MORE_MARKS.test(text)) to = MORE_MARKS.lastIndex;
    piles.push({ from, to, label: formatMarkPile(text.slice(from, to)) });
    MARK_PILE.lastIndex = to;
  }
  return piles;
}

function formatMarkPile(pile: string): string {
  let count = 0;
  for (const _ of pile) count++;
  const noun = /[^\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(pile)
    ? /\P{M}/u.test(pile)
      ? "joined character"
      : "mark"
    : "invisible character";
  return `⟨${formatCount(count)} more ${noun}${count === 1 ? "" : "s"}⟩`;
}

/** Replaces piles of marks with their count; returns the text itself if there are none. */
export function boundMarks(text: string): string {
  const piles = findMarkPiles(text);
  if (piles.length === 0) return text;
  let bounded = "";
  let at = 0;
  for (const { from, to, label } of piles) {
    bounded += text.slice(at, from) + label;
    at = to;
  }
  return bounded + text.slice(at);
}

/** Bounds marks and cuts the text to a length, with a count of the other characters. */
export function boundText(text: string, maxLength = MAX_LABEL_LENGTH): string {
  if (text.length <= maxLength) return boundMarks(text);
  const end = findCutPoint(text, maxLength);
  return `${boundMarks(text.slice(0, end))}… ${formatCount(text.length - end)} more characters`;
}

/** Bounds a string; returns any other node unchanged. */
export function boundNode<Node>(node: Node): Node | string {
  return typeof node === "string" ? boundText(node) : node;
}
