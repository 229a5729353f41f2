// Between a piece of Markdown source and what is shown of it: which character stands for which.
// Escapes, entities and marks are passed over; nothing is parsed again.

/** For every character shown its place in the source, and last the place behind the text. */
export type Alignment = Uint32Array;

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const fence = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/;

/** How far a character is looked for: beyond, the two are simply different there. */
const reach = 300;

export function align(source: string, shown: string): Alignment {
  const places = new Uint32Array(shown.length + 1);
  const begin = fence.exec(source)?.[0].length ?? 0;
  const whole = source.indexOf(shown, begin);
  if (whole >= 0 && shown !== "") {
    for (let i = 0; i <= shown.length; i++) places[i] = whole + i;
    return places;
  }
  let at = begin;
  for (let i = 0; i < shown.length; i++) {
    at = next(source, shown[i] ?? "", at);
    places[i] = Math.min(at, Math.max(0, source.length - 1));
    at += width(source, at, shown[i] ?? "");
  }
  places[shown.length] = Math.min(at, source.length);
  return places;
}

function next(source: string, character: string, from: number): number {
  for (let at = from; at < source.length && at < from + reach; at++) {
    if (
      source[at] === character &&
      !(character === "\\" && source[at + 1] === "\\" && at === from)
    ) {
      return at;
    }
    entity.lastIndex = at;
    // What an entity stands for is not known here; it is the character unless that comes at once.
    if (source[at] === "&" && entity.test(source)) return at;
  }
  return from;
}

function width(source: string, at: number, character: string): number {
  if (source[at] === character) {
    entity.lastIndex = at;
    return character === "&" && entity.test(source) ? entity.lastIndex - at : 1;
  }
  entity.lastIndex = at;
  return source[at] === "&" && entity.test(source) ? entity.lastIndex - at : 0;
}

/** The first character shown that stands at or behind a place in the source. */
export function shownAt(places: Alignment, place: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
