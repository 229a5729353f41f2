/**
 * Cuts texts between graphemes: a joined emoji or a letter with its accents is kept whole or
 * dropped. Only the text around the cut is examined.
 */

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer than any emoji. A longer cluster is cut, but never inside a surrogate pair. */
const NEAR = 128;

/** The last grapheme boundary at or before `wanted`. */
export function findGraphemeBoundary(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  if (wanted <= 0) return 0;
  const from = Math.max(0, wanted - NEAR);
  const near = text.slice(from, wanted + NEAR);
  const begin = from + (SEGMENTER.segment(near).containing(wanted - from)?.index ?? 0);
  if (begin > from || from === 0) return begin;
  return /[\ud800-\udbff]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted;
}

/** The start of a text, at most `limit` UTF-16 units. */
export function truncateToGraphemes(text: string, limit: number): string {
  return text.slice(0, findGraphemeBoundary(text, limit));
}

/** The same, with an ellipsis if text was dropped. */
export function shorten(text: string, limit: number): string {
  return text.length > limit ? `${truncateToGraphemes(text, limit - 1)}…` : text;
}
