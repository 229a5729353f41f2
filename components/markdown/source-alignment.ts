import { countBelow } from "../../lib/collections/bisect.ts";

// Aligns rendered text with its Markdown source, character by character. Escapes, entities and markup are
// skipped without parsing again.

/** The source offset of every shown character, followed by the offset after the text. */
export type Alignment = Uint32Array;

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const FENCE_LINE = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/;

/** How far to search for a character before treating the texts as different. */
const MAX_LOOKAHEAD = 300;

export function alignSource(source: string, shown: string): Alignment {
  const offsets = new Uint32Array(shown.length + 1);
  const begin = FENCE_LINE.exec(source)?.[0].length ?? 0;
  const whole = source.indexOf(shown, begin);
  if (whole >= 0 && shown !== "") {
    for (let i = 0; i <= shown.length; i++) offsets[i] = whole + i;
    return offsets;
  }
  let at = begin;
  for (let i = 0; i < shown.length; i++) {
    at = findNextCharacter(source, shown[i] ?? "", at);
    offsets[i] = Math.min(at, Math.max(0, source.length - 1));
    at += getSourceWidth(source, at, shown[i] ?? "");
  }
  offsets[shown.length] = Math.min(at, source.length);
  return offsets;
}

function findNextCharacter(source: string, character: string, from: number): number {
  for (let at = from; at < source.length && at < from + MAX_LOOKAHEAD; at++) {
    if (
      source[at] === character &&
      !(character === "\\" && source[at + 1] === "\\" && at === from)
    ) {
      return at;
    }
    ENTITY.lastIndex = at;
    // The value of an entity is not decoded; it is assumed to be the character.
    if (source[at] === "&" && ENTITY.test(source)) return at;
  }
  return from;
}

function getSourceWidth(source: string, at: number, character: string): number {
  if (source[at] === character) {
    ENTITY.lastIndex = at;
    return character === "&" && ENTITY.test(source) ? ENTITY.lastIndex - at : 1;
  }
  ENTITY.lastIndex = at;
  return source[at] === "&" && ENTITY.test(source) ? ENTITY.lastIndex - at : 0;
}

/** The first shown character at or after a source offset. */
export function findShownOffset(offsets: Alignment, sourceOffset: number): number {
  return Math.max(0, Math.min(countBelow(offsets, sourceOffset), offsets.length - 1));
}
