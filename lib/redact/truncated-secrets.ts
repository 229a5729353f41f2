/**
 * Finds the beginning of a secret at the end of a text. A limit or the end of a stream may cut a
 * secret off, or the agent had not finished writing it; the beginning can reveal most of it.
 */

import { createExactPattern, type SpellingPattern, SpellingPatterns } from "./spelling-patterns.ts";

export interface TruncatedSecret {
  readonly secret: string;
  readonly from: number;
  readonly to: number;
}

/** Characters that may follow a truncated secret: quotes, ellipses and line ends. */
const TRAILING_CHARACTERS = new Set(" \t\r\n\"'….");
const MAX_TRAILING = 64;
/** Beginnings of longer secrets are not searched for, only the whole. */
const MAX_LENGTH = 512;

/** A shorter beginning reveals little, and many texts end in it by chance. */
const USUAL_LENGTH = 8;
const MIN_LENGTH = 4;

export class TruncatedSecretFinder {
  readonly #patterns: SpellingPatterns;
  readonly #longest: number;

  constructor(secrets: readonly string[]) {
    this.#patterns = new SpellingPatterns(
      secrets.flatMap((secret) => createStartPattern(secret) ?? []),
    );
    const longest = secrets.reduce((most, { length }) => Math.max(most, length), 0);
    this.#longest = Math.min(longest, MAX_LENGTH);
  }

  /** The longest beginning that the text ends in; `null` if there is none. */
  findAtEnd(text: string): TruncatedSecret | null {
    for (let to = text.length; to >= text.length - MAX_TRAILING; to--) {
      const found = this.#findEndingAt(text, to);
      if (found || !TRAILING_CHARACTERS.has(text[to - 1] ?? "")) return found;
    }
    return null;
  }

  #findEndingAt(text: string, to: number): TruncatedSecret | null {
    const start = Math.max(0, to - this.#longest + 1);
    for (const { pattern, from } of this.#patterns.findIn(text.slice(start, to))) {
      const { secret } = pattern;
      const beginning = text.slice(start + from, to);
      if (beginning.length < secret.length && secret.startsWith(beginning)) {
        return { secret, from: start + from, to };
      }
    }
    return null;
  }
}

function createStartPattern(secret: string): SpellingPattern | null {
  const length = Math.min(USUAL_LENGTH, Math.max(MIN_LENGTH, Math.ceil(secret.length / 2)));
  if (length >= secret.length) return null;
  return createExactPattern(secret, secret.slice(0, length));
}
