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
export const INTRODUCERS = ["\\", "%", "&", "+"] as const;
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
/** Escapes are read less deep than this. */
const LEVELS = 4;
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
    const within = this.#at(at, depth - 1);
    const all = [...within];
    for (const reading of within) this.#escapedBy(reading, depth - 1, all);
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

  #escapedBy({ bytes, end }: Reading, depth: number, into: Reading[]): void {
    if (bytes === "+") add(into, " ", end);
    else if (bytes === "\\") this.#inJson(end, depth, into);
    else if (bytes === "&") this.#inHtml(end, depth, into);
    else if (bytes === "%") {
      for (const { value, end: to } of this.#digits({ value: 0, end }, depth, 2)) {
        add(into, String.fromCharCode(value), to);
      }
    }
  }

  #inJson(at: number, depth: number, into: Reading[]): void {
    for (const { bytes, end } of this.#at(at, depth)) {
      const char = SHORT[bytes];
      if (char !== undefined) add(into, char, end);
      else if (bytes === "x") {
        for (const { value, end: to } of this.#digits({ value: 0, end }, depth, 2)) {
          add(into, String.fromCharCode(value), to);
        }
      } else if (bytes === "u") {
        for (const unit of this.#digits({ value: 0, end }, depth, 4)) {
          if (!isHighSurrogate(unit.value)) addCodePoint(into, unit);
          else this.#withLowSurrogate(unit, depth, into);
        }
      }
    }
  }

  #withLowSurrogate({ value: high, end }: Value, depth: number, into: Reading[]): void {
    for (const from of this.#expect("\\u", end, depth)) {
      for (const { value: low, end: to } of this.#digits({ value: 0, end: from }, depth, 4)) {
        if (low < 0xdc00 || low >= 0xe000) continue;
        addCodePoint(into, { value: 0x10000 + ((high - 0xd800) << 10) + low - 0xdc00, end: to });
      }
    }
  }

  #inHtml(at: number, depth: number, into: Reading[]): void {
    for (const { bytes, end } of this.#at(at, depth)) {
      if (bytes === "#") this.#inReference(end, depth, into);
      for (const name of ENTITY_NAMES) {
        if (name[0] !== bytes) continue;
        for (const to of this.#expect(`${name.slice(1)};`, end, depth)) {
          add(into, ENTITIES[name] ?? "", to);
        }
      }
    }
  }

  #inReference(at: number, depth: number, into: Reading[]): void {
    this.#reference(at, depth, 10, into);
    for (const { bytes, end } of this.#at(at, depth)) {
      if (bytes === "x" || bytes === "X") this.#reference(end, depth, 16, into);
    }
  }

  #reference(at: number, depth: number, base: number, into: Reading[]): void {
    let values: readonly Value[] = [{ value: 0, end: at }];
    for (let length = 0; length < MOST_DIGITS && values.length > 0; length++) {
      values = this.#nextDigits(values, depth, base);
      for (const { value, end } of values) {
        for (const to of this.#expect(";", end, depth)) addCodePoint(into, { value, end: to });
      }
    }
  }

  #digits(start: Value, depth: number, length: number): readonly Value[] {
    let values: readonly Value[] = [start];
    for (let i = 0; i < length && values.length > 0; i++) {
      values = this.#nextDigits(values, depth, 16);
    }
    return values;
  }

  #nextDigits(values: readonly Value[], depth: number, base: number): readonly Value[] {
    const next: Value[] = [];
    for (const { value, end } of values) {
      for (const { bytes, end: to } of this.#at(end, depth)) {
        const digit = digitOf(bytes);
        if (digit < base) next.push({ value: value * base + digit, end: to });
      }
    }
    return next;
  }

  /** Where these characters end. */
  #expect(expected: string, at: number, depth: number): readonly number[] {
    let ends: readonly number[] = [at];
    for (let i = 0; i < expected.length && ends.length > 0; i++) {
      const next: number[] = [];
      for (const end of ends) {
        for (const reading of this.#at(end, depth)) {
          if (reading.bytes === expected[i]) next.push(reading.end);
        }
      }
      ends = next;
    }
    return ends;
  }
}

/** Once, though several ways lead there. */
function add(readings: Reading[], bytes: string, end: number): void {
  for (const known of readings) if (known.end === end && known.bytes === bytes) return;
  readings.push({ bytes, end });
}

function addCodePoint(readings: Reading[], { value, end }: Value): void {
  if (value <= MOST_CODE_POINT) add(readings, toUtf8(String.fromCodePoint(value)), end);
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

const isInEntity = (char: string) => char === "#" || ENTITY_NAMES.some((name) => name[0] === char);
const NO_CHARACTER = -1;
const BACKSLASHES = "\\".repeat(2 ** (LEVELS - 1));

/**
 * The code of the character that an escape of two or three plain characters stands for, −1 where
 * there is no escape; `null` where it takes a reader to know.
 */
export function readShortEscape(text: string, at: number): number | null {
  const char = text[at];
  const next = text[at + 1];
  if (char === "+") return 0x20;
  // However deep they are read, so many backslashes are one.
  if (text.startsWith(BACKSLASHES, at)) return BACKSLASHES.charCodeAt(0);
  if (next === undefined || isIntroducer(next)) return null;
  if (char === "\\") {
    if (next === "u" || next === "x") return null;
    return SHORT[next]?.charCodeAt(0) ?? NO_CHARACTER;
  }
  if (char === "&") return isInEntity(next) ? null : NO_CHARACTER;
  const last = text[at + 2];
  if (digitOf(next) >= 16) return NO_CHARACTER;
  if (last === undefined || isIntroducer(last)) return null;
  if (digitOf(last) >= 16) return NO_CHARACTER;
  const code = digitOf(next) * 16 + digitOf(last);
  return isIntroducer(String.fromCharCode(code)) ? null : code;
}
