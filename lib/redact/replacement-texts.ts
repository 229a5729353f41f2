/**
 * Creates the texts that replace secrets: as many characters, each with as many bytes, and visibly
 * artificial.
 *
 * Guarantees: equal secrets get equal replacements, different secrets different ones; a secret
 * inside another is replaced there as it is elsewhere; quotes, slashes, white space and characters
 * that a short escape stands for are kept, so JSON, URLs and base64 stay valid; digits are replaced
 * by digits, because they may be a JSON number.
 */

import { PatternIndex } from "../secrets/pattern-index.ts";

const FILLER_WORD = "redacted";
/** Characters of two, three and four bytes that have no other meaning. */
const TWO_BYTE_CHARACTERS = Array.from("ɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟ");
const THREE_BYTE_CHARACTERS = Array.from("▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▐");
const FOUR_BYTE_CHARACTERS = Array.from("🀀🀁🀂🀃🀄🀅🀆🀇🀈🀉🀊🀋🀌🀍🀎🀏");

const KEPT_CHARACTER = /[\s\p{Cc}"'\\/&<>=\uFFFD\uD800-\uDFFF]/u;
const DIGITS_ONLY = /^[\d\s.,:;+\-/()TZ]*\d[\d\s.,:;+\-/()TZ]*$/;

/** A secret of one or two characters may have no unused replacement left. */
const MAX_TRIES = 5000;
/** If none was left for another secret of the same length. */
const MAX_TRIES_WHEN_EXHAUSTED = 20;

/** A secret inside another. */
interface NestedSecret {
  readonly secret: string;
  readonly from: number;
}

export class ReplacementTexts {
  readonly #bySecret = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #searched: readonly string[];
  readonly #index: PatternIndex;
  /** Lengths for which no unused filler is left. */
  readonly #exhausted = new Set<number>();

  constructor(secrets: Iterable<string> = []) {
    const all = [...new Set(secrets)].sort((a, b) => a.length - b.length);
    this.#searched = all.filter(({ length }) => length > 2);
    const getText = (pattern: number) => this.#searched[pattern] ?? "";
    const { length: count } = this.#searched;
    this.#index = new PatternIndex({ count, getBeginning: getText, getText });
    // Shorter secrets first, because longer ones may contain them.
    for (const secret of all) this.get(secret);
  }

  get(secret: string): string {
    const known = this.#bySecret.get(secret);
    if (known !== undefined) return known;
    const filler = this.#create(secret);
    this.#bySecret.set(secret, filler);
    this.#taken.add(filler);
    return filler;
  }

  #create(secret: string): string {
    const inside = this.#findNestedSecrets(secret);
    const first = this.#bySecret.size + 1;
    const tries = this.#exhausted.has(secret.length) ? MAX_TRIES_WHEN_EXHAUSTED : MAX_TRIES;
    let filler = "";
    for (let number = first; number < first + tries; number++) {
      filler = this.#insertNested(inside, createFiller(secret, number));
      const isUsed = this.#taken.has(filler) || inside.some((one) => filler.includes(one.secret));
      if (!isUsed && filler !== secret) return filler;
    }
    this.#exhausted.add(secret.length);
    return filler;
  }

  /** Shortest first. */
  #findNestedSecrets(secret: string): NestedSecret[] {
    const inside: NestedSecret[] = [];
    for (const { pattern, from } of this.#index.find(secret)) {
      const known = this.#searched[pattern] ?? "";
      if (known !== secret) inside.push({ secret: known, from });
    }
    return inside.sort((one, other) => one.secret.length - other.secret.length);
  }

  #insertNested(inside: readonly NestedSecret[], filler: string): string {
    let written = filler;
    for (const { secret, from } of inside) {
      const own = this.get(secret);
      written = written.slice(0, from) + own + written.slice(from + own.length);
    }
    return written;
  }
}

function createFiller(secret: string, number: number): string {
  return DIGITS_ONLY.test(secret) ? createDigits(secret, number) : createLetters(secret, number);
}

function createLetters(secret: string, number: number): string {
  const mark = `x${number.toString(36)}`;
  const word = mark + FILLER_WORD;
  let written = "";
  let filled = 0;
  for (const char of secret) {
    const code = char.codePointAt(0) ?? 0;
    if (KEPT_CHARACTER.test(char)) written += char;
    else if (code < 0x80) written += word[filled++ % word.length];
    else {
      const alphabet =
        code < 0x800
          ? TWO_BYTE_CHARACTERS
          : code < 0x10000
            ? THREE_BYTE_CHARACTERS
            : FOUR_BYTE_CHARACTERS;
      // The digits of the number, lowest first, followed by zeros.
      const digit = Math.floor(number / alphabet.length ** filled++) % alphabet.length;
      written += alphabet[digit];
    }
  }
  return written;
}

/** Puts the digits of the number last, so short secrets differ; avoids zeros, which may not begin a number. */
function createDigits(secret: string, number: number): string {
  const length = secret.replace(/\D/g, "").length;
  const numberDigits = Array.from(number.toString(9), (digit) => String(Number(digit) + 1)).join(
    "",
  );
  const all = numberDigits.slice(-length).padStart(length, "1");
  let at = 0;
  return secret.replace(/\d/g, () => all[at++] ?? "1");
}
