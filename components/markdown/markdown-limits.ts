// Limits for rendering Markdown automatically. The parser is fast on prose, but an agent's text can have
// any size and shape.

/** Longer texts are shown plain until the user chooses to render them. */
export const MAX_DOCUMENT_LENGTH = 200_000;

/** Longer blocks are shown plain; a table of this size takes about half a second. */
export const MAX_BLOCK_LENGTH = 16_000;

/** Deeper elements are shown as source. */
export const MAX_DEPTH = 40;

/** Longer plain blocks are cut, with a count of the rest. */
export const MAX_PLAIN_LENGTH = 100_000;

const CROWDED_MARKERS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){60,}/m;

export function isTooComplex(block: string): boolean {
  return block.length > MAX_BLOCK_LENGTH || CROWDED_MARKERS.test(block);
}
