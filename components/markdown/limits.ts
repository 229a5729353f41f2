// What is too much to lay out as Markdown without being asked: the parser is fast on prose, but an
// agent's text may be of any size and shape.

/** Above this the whole text is shown plain until the reader asks. */
export const longestDocument = 200_000;

/** A single block above this stays plain; a table of this size takes about half a second. */
export const longestBlock = 16_000;

/** Elements nested deeper than this are shown as their source. */
export const deepest = 40;

/** A plain block longer than this is cut, with the rest counted. */
export const longestPlain = 100_000;

const crowded = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){60,}/m;

export function isTooMuch(block: string): boolean {
  return block.length > longestBlock || crowded.test(block);
}
