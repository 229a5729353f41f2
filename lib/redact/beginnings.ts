/**
 * Beginnings of secrets at the end of a text: what was cut off by a limit or by the end of a
 * stream, or had not been written to its end yet, gives most of a secret away.
 */

import { type Needle, Needles, plainNeedle } from "./needles.ts";

export interface Beginning {
  readonly secret: string;
  readonly from: number;
  readonly to: number;
}

/** What stands behind what was cut off: quotes and ellipses, and the end of a line. */
const BEHIND = new Set(" \t\r\n\"'….");
const MOST_BEHIND = 64;
/** Of a longer one the whole is found, and no beginning. */
const LONGEST = 512;

/** What is shorter tells little, and stands at the end of many texts by chance. */
const TELLING = 8;
const SHORTEST = 4;

export class Beginnings {
  readonly #needles: Needles;
  readonly #longest: number;

  constructor(secrets: readonly string[]) {
    this.#needles = new Needles(secrets.flatMap((secret) => beginningOf(secret) ?? []));
    const longest = secrets.reduce((most, { length }) => Math.max(most, length), 0);
    this.#longest = Math.min(longest, LONGEST);
  }

  /** The longest one that the text ends in; `null` where it ends in none. */
  atEndOf(text: string): Beginning | null {
    for (let to = text.length; to >= text.length - MOST_BEHIND; to--) {
      const found = this.#endingAt(text, to);
      if (found || !BEHIND.has(text[to - 1] ?? "")) return found;
    }
    return null;
  }

  #endingAt(text: string, to: number): Beginning | null {
    const start = Math.max(0, to - this.#longest + 1);
    for (const { needle, from } of this.#needles.in(text.slice(start, to))) {
      const { secret } = needle;
      const said = text.slice(start + from, to);
      if (said.length < secret.length && secret.startsWith(said)) {
        return { secret, from: start + from, to };
      }
    }
    return null;
  }
}

function beginningOf(secret: string): Needle | null {
  const length = Math.min(TELLING, Math.max(SHORTEST, Math.ceil(secret.length / 2)));
  if (length >= secret.length) return null;
  return plainNeedle(secret, secret.slice(0, length));
}
