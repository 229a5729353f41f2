// Between a piece of Markdown source and what is shown of it: which character stands for which.
// Escapes, entities and marks are passed over; nothing is parsed again.

/** For every character shown its place in the source, and last the place behind the text. */
export type Alignment = Uint32Array;

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const FENCE_LINE = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/;

/** How far a character is looked for: beyond, the two are simply different there. */
const MAX_LOOKAHEAD = 300;

export function alignSource(source: string, shown: string): Alignment {
  const places = new Uint32Array(shown.length + 1);
  const begin = FENCE_LINE.exec(source)?.[0].length ?? 0;
  const whole = source.indexOf(shown, begin);
  if (whole >= 0 && shown !== "") {
    for (let i = 0; i <= shown.length; i++) places[i] = whole + i;
    return places;
  }
  let at = begin;
  for (let i = 0; i < shown.length; i++) {
    at = findNextCharacter(source, shown[i] ?? "", at);
    places[i] = Math.min(at, Math.max(0, source.length - 1));
    at += getSourceWidth(source, at, shown[i] ?? "");
  }
  places[shown.length] = Math.min(at, source.length);
  return places;
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
    // What an entity stands for is not known here; it is the character unless that comes at once.
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

/** The first character shown that stands at or behind a place in the source. */
export function findShownOffset(places: Alignment, place: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
