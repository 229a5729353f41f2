/**
 * Reads a character as it may be escaped: in JSON, in a URL or form, in HTML, in a literal of a
 * programming language, and in each other.
 *
 * Guarantees: every way to read it is found, also where it is not plain which of several
 * backslashes is the first; a character costs the same whatever stands around it.
 */

import { ENTITIES, toUtf8 } from "./encodings.ts";

/** One way to read a character: its bytes in UTF-8, one character each, and where it ends. */
export interface Reading {
  readonly bytes: string;
  readonly end: number;
}

interface Value {
  readonly value: number;
  readonly end: number;
}

/** What an escape begins with. */
export const INTRODUCERS = /[\\%&+]/g;
const SHORT: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const ENTITY_NAMES = Object.keys(ENTITIES);
/** More digits than a code point has, for zeroes before it. */
const MOST_DIGITS = 8;
/** More than are read in each other. */
const LEVELS = 8;
const MOST_CODE_POINT = 0x10ffff;

/** More than are read at once. */
const MOST_KNOWN = 1 << 14;

/** Every way to read a character. */
export interface Readings {
  /** As it is first. */
  readonly all: readonly Reading[];
  /** The text ended in the middle of what may be an escape. */
  readonly isCut: boolean;
}

const NOTHING: Readings = { all: [], isCut: true };

export class EscapeReader {
  readonly #text: string;
  /** What was read of escapes, for many lead to the same position. */
  readonly #known = new Map<number, Readings>();
  #isCut = false;

  /** The text is of one character a byte. */
  constructor(text: string) {
    this.#text = text;
  }

  /** The character at a position, with escapes up to so deep in each other. */
  read(at: number, depth: number): Readings {
    const char = this.#text[at];
    if (char === undefined) return NOTHING;
    if (depth === 0 || !isIntroducer(char)) {
      return { all: [{ bytes: char, end: at + 1 }], isCut: false };
    }
    const key = at * LEVELS + depth;
    const known = this.#known.get(key);
    if (known) return known;
    const outer = this.#isCut;
    this.#isCut = false;
    const all = [...this.#at(at, depth - 1)];
    for (const reading of [...all]) {
      for (const escaped of this.#escapedBy(reading, depth - 1)) {
        const isSame = ({ bytes, end }: Reading) => end === escaped.end && bytes === escaped.bytes;
        if (!all.some(isSame)) all.push(escaped);
      }
    }
    const readings = { all, isCut: this.#isCut };
    this.#isCut = outer;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, readings);
    return readings;
  }

  #at(at: number, depth: number): readonly Reading[] {
    const { all, isCut } = this.read(at, depth);
    this.#isCut ||= isCut;
    return all;
  }

  #escapedBy({ bytes, end }: Reading, depth: number): Reading[] {
    switch (bytes) {
      case "\\":
        return this.#inJson(end, depth);
      case "%":
        return this.#digits(end, depth, 2).map(({ value, end: to }) => ({
          bytes: String.fromCharCode(value),
          end: to,
        }));
      case "&":
        return this.#inHtml(end, depth);
      case "+":
        return [{ bytes: " ", end }];
      default:
        return [];
    }
  }

  #inJson(at: number, depth: number): Reading[] {
    return this.#at(at, depth).flatMap(({ bytes, end }) => {
      if (bytes === "x") return this.#digits(end, depth, 2).map(asByte);
      if (bytes === "u") {
        return this.#digits(end, depth, 4).flatMap((unit) =>
          isHighSurrogate(unit.value) ? this.#withLowSurrogate(unit, depth) : asText(unit),
        );
      }
      const char = SHORT[bytes];
      return char === undefined ? [] : [{ bytes: char, end }];
    });
  }

  #withLowSurrogate({ value: high, end }: Value, depth: number): Reading[] {
    return this.#expect("\\u", end, depth)
      .flatMap((to) => this.#digits(to, depth, 4))
      .flatMap(({ value: low, end: to }) =>
        low >= 0xdc00 && low < 0xe000
          ? asText({ value: 0x10000 + ((high - 0xd800) << 10) + low - 0xdc00, end: to })
          : [],
      );
  }

  #inHtml(at: number, depth: number): Reading[] {
    const named = ENTITY_NAMES.flatMap((name) =>
      this.#expect(`${name};`, at, depth).map((end) => ({ bytes: ENTITIES[name] ?? "", end })),
    );
    const numbers = this.#expect("#", at, depth).flatMap((from) => [
      ...this.#reference(from, depth, 10),
      ...[...this.#expect("x", from, depth), ...this.#expect("X", from, depth)].flatMap((to) =>
        this.#reference(to, depth, 16),
      ),
    ]);
    return [...named, ...numbers];
  }

  #reference(at: number, depth: number, base: number): Reading[] {
    const found: Reading[] = [];
    let values: Value[] = [{ value: 0, end: at }];
    for (let length = 0; length < MOST_DIGITS && values.length > 0; length++) {
      values = values.flatMap((value) => this.#nextDigit(value, depth, base));
      for (const { value, end } of values) {
        for (const to of this.#expect(";", end, depth)) found.push(...asText({ value, end: to }));
      }
    }
    return found;
  }

  #digits(at: number, depth: number, length: number): Value[] {
    let values: Value[] = [{ value: 0, end: at }];
    for (let i = 0; i < length && values.length > 0; i++) {
      values = values.flatMap((value) => this.#nextDigit(value, depth, 16));
    }
    return values;
  }

  #nextDigit({ value, end }: Value, depth: number, base: number): Value[] {
    return this.#at(end, depth).flatMap(({ bytes, end: to }) => {
      const digit = digitOf(bytes);
      return digit < base ? [{ value: value * base + digit, end: to }] : [];
    });
  }

  /** Where these characters end. */
  #expect(expected: string, at: number, depth: number): number[] {
    let ends = [at];
    for (const char of expected) {
      ends = ends.flatMap((end) =>
        this.#at(end, depth).flatMap((reading) => (reading.bytes === char ? reading.end : [])),
      );
    }
    return ends;
  }
}

export function isIntroducer(char: string): boolean {
  return char === "\\" || char === "%" || char === "&" || char === "+";
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

function digitOf(char: string): number {
  const code = char.length === 1 ? char.charCodeAt(0) : 0;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : Number.POSITIVE_INFINITY;
}

const asByte = ({ value, end }: Value): Reading => ({ bytes: String.fromCharCode(value), end });

const asText = ({ value, end }: Value): Reading[] =>
  value <= MOST_CODE_POINT ? [{ bytes: toUtf8(String.fromCodePoint(value)), end }] : [];
