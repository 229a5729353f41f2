/**
 * Recognizes JSON that differs from an earlier text only inside one string, by comparing text
 * instead of parsing.
 *
 * **Guarantees:** what matches is JSON.
 */

/** After this many texts that did not match, only one pair in `PAUSE` texts is compared. */
const MAX_MISSES = 16;
const PAUSE = 64;
/** Comparing longer texts would cost more than it saves. */
const MAX_LENGTH = 1 << 16;

export class SimilarJson {
  #last = "";
  /** The text before and after the string that differs, with its quotes. */
  #before = "";
  #after = "";
  /** Texts since the last match. */
  #misses = 0;

  matches(text: string): boolean {
    const { length } = this.#before;
    const to = text.length - this.#after.length;
    if (length === 0 || to < length) return false;
    // Comparing slices takes a fifth of the time of `startsWith`.
    if (text.slice(0, length) !== this.#before || text.slice(to) !== this.#after) return false;
    this.#misses = 0;
    return isStringContent(text.slice(length, to));
  }

  /** Learns from a text that is JSON. */
  learn(text: string): void {
    this.#misses++;
    const isPausing = this.#misses > MAX_MISSES && this.#misses % PAUSE > 1;
    if (isPausing || text.length > MAX_LENGTH) return;
    const last = this.#last;
    this.#last = text;
    const differs = findDifference(last, text);
    const from = text.lastIndexOf('"', differs - 1) + 1;
    const to = text.indexOf('"', from);
    if (from === 0 || to < 0 || !isInsideString(text, from)) return;
    const isSimilar = last.startsWith(text.slice(0, from)) && last.endsWith(text.slice(to));
    if (!isSimilar || !isStringContent(text.slice(from, to))) return;
    this.#before = text.slice(0, from);
    this.#after = text.slice(to);
  }
}

/** The first position at which two texts differ. */
function findDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}

/** Is a position of valid JSON inside a string? */
function isInsideString(json: string, position: number): boolean {
  const quotes = json.slice(0, position).match(/\\.|"/g) ?? [];
  return quotes.filter((quote) => quote === '"').length % 2 === 1;
}

/** Can the text be in a JSON string as it is? */
function isStringContent(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes.
  return !/["\\\u0000-\u001f]/.test(text);
}
