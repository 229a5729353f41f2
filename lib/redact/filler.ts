/**
 * What comes in a secret's place: as many characters, each of as many bytes, and visibly made up.
 *
 * Guarantees: equal secrets have equal replacements and different ones different ones; what stands
 * inside another secret is replaced there as it is by itself; quotes, slashes, white space and what
 * is spelled by a short escape stay, so that what was JSON, a URL or base64 still is; a text of
 * digits becomes digits, for it may stand as a number.
 */

import { PatternIndex } from "../secrets/pattern-index.ts";

const WORD = "redacted";
/** Characters of two, three and four bytes that stand for nothing else. */
const OF_TWO = Array.from("ɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟ");
const OF_THREE = Array.from("▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▐");
const OF_FOUR = Array.from("🀀🀁🀂🀃🀄🀅🀆🀇🀈🀉🀊🀋🀌🀍🀎🀏");

const STAYS = /[\s\p{Cc}"'\\/&<>=\uFFFD\uD800-\uDFFF]/u;
const DIGITS_ONLY = /^[\d\s.,:;+\-/()TZ]*\d[\d\s.,:;+\-/()TZ]*$/;

/** A secret of one or two characters may have no other left. */
const TRIES = 5000;
/** Where there was none for another secret that is as long. */
const FEW_TRIES = 20;

/** A secret that stands inside of another. */
interface Inside {
  readonly secret: string;
  readonly from: number;
}

export class Fillers {
  readonly #bySecret = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #known: PatternIndex<string>;
  /** Lengths at which there is no other filler left. */
  readonly #exhausted = new Set<number>();

  constructor(secrets: Iterable<string> = []) {
    const all = [...new Set(secrets)].sort((a, b) => a.length - b.length);
    this.#known = new PatternIndex(
      new Map(all.filter(({ length }) => length > 2).map((secret) => [secret, secret])),
    );
    // Shorter ones first, for they may stand in longer ones.
    for (const secret of all) this.of(secret);
  }

  of(secret: string): string {
    const known = this.#bySecret.get(secret);
    if (known !== undefined) return known;
    const filler = this.#made(secret);
    this.#bySecret.set(secret, filler);
    this.#taken.add(filler);
    return filler;
  }

  #made(secret: string): string {
    const inside = this.#inside(secret);
    const first = this.#bySecret.size + 1;
    const tries = this.#exhausted.has(secret.length) ? FEW_TRIES : TRIES;
    let filler = "";
    for (let number = first; number < first + tries; number++) {
      filler = this.#withKnown(inside, filled(secret, number));
      const isUsed = this.#taken.has(filler) || inside.some((one) => filler.includes(one.secret));
      if (!isUsed && filler !== secret) return filler;
    }
    this.#exhausted.add(secret.length);
    return filler;
  }

  /** The shortest first. */
  #inside(secret: string): Inside[] {
    const inside: Inside[] = [];
    this.#known.each(secret, (known, from) => {
      if (known !== secret) inside.push({ secret: known, from });
    });
    return inside.sort((one, other) => one.secret.length - other.secret.length);
  }

  #withKnown(inside: readonly Inside[], filler: string): string {
    let written = filler;
    for (const { secret, from } of inside) {
      const own = this.of(secret);
      written = written.slice(0, from) + own + written.slice(from + own.length);
    }
    return written;
  }
}

function filled(secret: string, number: number): string {
  return DIGITS_ONLY.test(secret) ? digits(secret, number) : letters(secret, number);
}

function letters(secret: string, number: number): string {
  const mark = `x${number.toString(36)}`;
  const word = mark + WORD;
  let written = "";
  let filled = 0;
  for (const char of secret) {
    const code = char.codePointAt(0) ?? 0;
    if (STAYS.test(char)) written += char;
    else if (code < 0x80) written += word[filled++ % word.length];
    else {
      const alphabet = code < 0x800 ? OF_TWO : code < 0x10000 ? OF_THREE : OF_FOUR;
      // The number, digit by digit, and then nothing but zeroes.
      const digit = Math.floor(number / alphabet.length ** filled++) % alphabet.length;
      written += alphabet[digit];
    }
  }
  return written;
}

/** The number's digits stand last, so that short ones differ; none is zero, which may begin none. */
function digits(secret: string, number: number): string {
  const places = secret.replace(/\D/g, "").length;
  const said = Array.from(number.toString(9), (digit) => String(Number(digit) + 1)).join("");
  const all = said.slice(-places).padStart(places, "1");
  let at = 0;
  return secret.replace(/\d/g, () => all[at++] ?? "1");
}
