/** Text from agents and logs, made fit for a terminal: escapes and hidden characters stay out. */

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** One line with nothing in it that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(HIDDEN, " ");
}

/** The same, without more white space than there must be, cut to a length. */
export function oneLine(text: string, limit: number): string {
  const flat = printable(text.slice(0, limit * 4))
    .replace(/\s+/g, " ")
    .trim();
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat;
}
