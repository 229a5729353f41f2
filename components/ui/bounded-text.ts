// Bounds for text from the wire: what stalls the layout of a page is counted instead of drawn.
// Guarantees: no more than 32 marks or invisible characters in a row, and text that people write
// is returned as it is.
import { formatCount } from "./format.ts";
import { findCutPoint } from "./text-segments.ts";

/** More marks on one letter than any language writes. */
export const MAX_MARKS = 32;

/** What a label, a title or a line shows of a text. */
export const MAX_LABEL_LENGTH = 2000;

/** What a box of running text shows without rows that scroll away. */
export const MAX_TEXT_LENGTH = 20_000;

/** What joins the character before it: marks, parts of joined emoji and of Korean syllables, and
 * what is not visible at all, such as direction marks, joiners and variation selectors. */
const JOINING =
  "(?:\\u200d\\p{Extended_Pictographic}\\p{Emoji_Modifier}?|" +
  "[\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u1161-\\u11ff\\ud7b0-\\ud7fb])";

/** Only from the beginning of a run, so that each run is read once. */
const MARK_PILE = new RegExp(`(?<!${JOINING})${JOINING}{${MAX_MARKS}}(?=${JOINING})`, "gu");
/** A bounded step: a run of megabytes would exhaust the stack of the matcher. */
const MORE_MARKS = new RegExp(`${JOINING}{1,1000}`, "yu");

/** Characters of a text that are counted instead of shown. */
export interface MarkPile {
  readonly from: number;
  readonly to: number;
  /** What is shown in their place. */
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

/** The text with what is piled up on a letter counted instead of shown; itself where nothing is. */
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

/** The same, and at most so many characters of it, with the others counted. */
export function boundText(text: string, most = MAX_LABEL_LENGTH): string {
  if (text.length <= most) return boundMarks(text);
  const end = findCutPoint(text, most);
  return `${boundMarks(text.slice(0, end))}… ${formatCount(text.length - end)} more characters`;
}

/** The same of what may be an element. */
export function boundNode<Node>(node: Node): Node | string {
  return typeof node === "string" ? boundText(node) : node;
}
