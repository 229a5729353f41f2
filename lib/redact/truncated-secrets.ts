/**
 * Finds the beginning of a secret at the end of a text. A limit or the end of a stream may cut a
 * secret off, or the agent had not finished writing it; the beginning can reveal most of it.
 */

import { countFirst } from "../collections/bisect.ts";
import { PatternIndex } from "../secrets/pattern-index.ts";

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
  /** Sorted, by their shortest beginning that is searched for. */
  readonly #secrets: readonly (readonly string[])[];
  readonly #index: PatternIndex;
  readonly #longest: number;

  constructor(secrets: readonly string[]) {
    const byStart = new Map<string, string[]>();
    let longest = 0;
    for (const secret of secrets) {
      longest = Math.max(longest, secret.length);
      const start = secret.slice(0, getMinLength(secret));
      if (start === secret) continue;
      const same = byStart.get(start);
      if (same) same.push(secret);
      else byStart.set(start, [secret]);
    }
    const starts = [...byStart.keys()];
    const getText = (pattern: number) => starts[pattern] ?? "";
    this.#secrets = Array.from(byStart.values(), (some) => some.sort());
    this.#index = new PatternIndex({ count: starts.length, getBeginning: getText, getText });
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
    for (const { pattern, from } of this.#index.find(text.slice(start, to))) {
      const beginning = text.slice(start + from, to);
      const secret = findLonger(this.#secrets[pattern] ?? [], beginning);
      if (secret !== null) return { secret, from: start + from, to };
    }
    return null;
  }
}

const getMinLength = ({ length }: string) =>
  Math.min(USUAL_LENGTH, Math.max(MIN_LENGTH, Math.ceil(length / 2)));

/** The first of sorted texts that begins with this one and is longer. */
function findLonger(sorted: readonly string[], beginning: string): string | null {
  const next = sorted[countFirst(sorted.length, (i) => (sorted[i] ?? "") <= beginning)];
  return next?.startsWith(beginning) ? next : null;
}
