/**
 * Cuts texts between the characters that people see: a joined emoji or a letter with its accents is
 * kept whole or left out. Only the surroundings of the cut are looked at.
 */

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer than any emoji; a longer cluster is cut, but never inside a surrogate pair. */
const NEAR = 128;

/** The last place at or before `wanted` where the text can be cut. */
export function findGraphemeBoundary(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  if (wanted <= 0) return 0;
  const from = Math.max(0, wanted - NEAR);
  const near = text.slice(from, wanted + NEAR);
  const begin = from + (SEGMENTER.segment(near).containing(wanted - from)?.index ?? 0);
  if (begin > from || from === 0) return begin;
  return /[\ud800-\udbff]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted;
}

/** The beginning of a text, of at most so many UTF-16 units. */
export function truncateToGraphemes(text: string, limit: number): string {
  return text.slice(0, findGraphemeBoundary(text, limit));
}

/** The same with an ellipsis where something was left out. */
export function shorten(text: string, limit: number): string {
  return text.length > limit ? `${truncateToGraphemes(text, limit - 1)}…` : text;
}
