/**
 * Beginnings of secrets at the end of a text: what was cut off by a limit or by the end of a
 * stream, or had not been written to its end yet, gives most of a secret away.
 */

import { type Needle, Needles } from "./needles.ts";

export interface Beginning {
  readonly secret: string;
  readonly from: number;
}

/** What is shorter tells little, and stands at the end of many texts by chance. */
const TELLING = 8;
const SHORTEST = 4;

export class Beginnings {
  readonly #needles: Needles;
  readonly #longest: number;

  constructor(secrets: readonly string[]) {
    this.#needles = new Needles(secrets.flatMap((secret) => beginningOf(secret) ?? []));
    this.#longest = Math.max(0, ...secrets.map(({ length }) => length));
  }

  /** The longest one that the text ends in; `null` where it ends in none. */
  atEndOf(text: string): Beginning | null {
    const start = Math.max(0, text.length - this.#longest + 1);
    for (const { needle, from } of this.#needles.in(text.slice(start))) {
      const { secret } = needle;
      const said = text.slice(start + from);
      if (said.length < secret.length && secret.startsWith(said)) {
        return { secret, from: start + from };
      }
    }
    return null;
  }
}

function beginningOf(secret: string): Needle | null {
  const length = Math.min(TELLING, Math.max(SHORTEST, Math.ceil(secret.length / 2)));
  if (length >= secret.length) return null;
  const text = secret.slice(0, length);
  return { secret, text, isPlain: true, spelled: (filler) => filler, write: () => {} };
}
