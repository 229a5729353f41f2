// What is too much to lay out as Markdown without being asked: the parser is fast on prose, but an
// agent's text may be of any size and shape.

/** Above this the whole text is shown plain until the reader asks. */
export const MAX_DOCUMENT_LENGTH = 200_000;

/** A single block above this stays plain; a table of this size takes about half a second. */
export const MAX_BLOCK_LENGTH = 16_000;

/** Elements nested deeper than this are shown as their source. */
export const MAX_DEPTH = 40;

/** A plain block longer than this is cut, with the rest counted. */
export const MAX_PLAIN_LENGTH = 100_000;

const CROWDED_MARKERS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){60,}/m;

export function isTooComplex(block: string): boolean {
  return block.length > MAX_BLOCK_LENGTH || CROWDED_MARKERS.test(block);
}
