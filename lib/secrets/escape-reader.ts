/**
 * Reads a character that may be escaped: in JSON, in a URL or form, in HTML, in a literal of a
 * programming language, and nested in each other.
 *
 * Guarantees: finds every way to read it, even if it is unclear which of several backslashes is the
 * first; reading a character costs the same whatever surrounds it.
 */

import { ENTITIES, SHORT_ESCAPES, toUtf8 } from "./encodings.ts";

/** One way to read a character: its bytes in UTF-8, one character each, and where it ends. */
interface EscapeReading {
  readonly bytes: string;
  readonly end: number;
}

interface DigitValue {
  readonly value: number;
  readonly end: number;
}

/** Characters that begin an escape. */
export const ESCAPE_INTRODUCERS = ["\\", "%", "&", "+"] as const;
const ENTITY_NAMES = Object.keys(ENTITIES);
/** More digits than a code point has, to allow leading zeros. */
const MAX_DIGITS = 8;
/** Exceeds the maximum nesting depth of escapes. */
const DEPTH_LEVELS = 4;
const MAX_CODE_POINT = 0x10ffff;

/** More than one read needs. */
const MAX_CACHED = 1 << 14;

/** Every way to read a character. */
interface EscapeReadings {
  /** The unescaped character first. */
  readonly all: readonly EscapeReading[];
  /** The text ends inside a possible escape. */
  readonly isCut: boolean;
}

const NO_READINGS: EscapeReadings = { all: [], isCut: true };

export class EscapeReader {
  readonly #text: string;
  /** Cached readings of escapes: many paths lead to the same position. */
  readonly #cache = new Map<number, EscapeReadings>();
  #isCut = false;

  /** `text` has one character per byte. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the character at a position, with escapes nested up to `depth` levels. */
  read(at: number, depth: number): EscapeReadings {
    const char = this.#text[at];
    if (char === undefined) return NO_READINGS;
    if (depth === 0 || !isEscapeIntroducer(char)) {
      return { all: [{ bytes: char, end: at + 1 }], isCut: false };
    }
    const key = at * DEPTH_LEVELS + depth;
    const known = this.#cache.get(key);
    if (known) return known;
    const outer = this.#isCut;
    this.#isCut = false;
    const within = this.#readAt(at, depth - 1);
    const all = [...within];
    for (const reading of within) this.#addEscaped(reading, depth - 1, all);
    const readings = { all, isCut: this.#isCut };
    this.#isCut = outer;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, readings);
    return readings;
  }

  #readAt(at: number, depth: number): readonly EscapeReading[] {
    const { all, isCut } = this.read(at, depth);
    this.#isCut ||= isCut;
    return all;
  }

  #addEscaped({ bytes, end }: EscapeReading, depth: number, into: EscapeReading[]): void {
    if (bytes === "+") addReading(into, " ", end);
    else if (bytes === "\\") this.#addJsonEscapes(end, depth, into);
    else if (bytes === "&") this.#addHtmlEscapes(end, depth, into);
    else if (bytes === "%") {
      for (const { value, end: to } of this.#readDigits({ value: 0, end }, depth, 2)) {
        addReading(into, String.fromCharCode(value), to);
      }
    }
  }

  #addJsonEscapes(at: number, depth: number, into: EscapeReading[]): void {
    for (const { bytes, end } of this.#readAt(at, depth)) {
      const char = SHORT_ESCAPES[bytes];
      if (char !== undefined) addReading(into, char, end);
      else if (bytes === "x") {
        for (const { value, end: to } of this.#readDigits({ value: 0, end }, depth, 2)) {
          addReading(into, String.fromCharCode(value), to);
        }
      } else if (bytes === "u") {
        for (const unit of this.#readDigits({ value: 0, end }, depth, 4)) {
          if (!isHighSurrogate(unit.value)) addCodePoint(into, unit);
          else this.#addSurrogatePairs(unit, depth, into);
        }
      }
    }
  }

  #addSurrogatePairs({ value, end }: DigitValue, depth: number, into: EscapeReading[]): void {
    for (const from of this.#findEnds("\\u", end, depth)) {
      for (const { value: low, end: to } of this.#readDigits({ value: 0, end: from }, depth, 4)) {
        if (low < 0xdc00 || low >= 0xe000) continue;
        addCodePoint(into, { value: 0x10000 + ((value - 0xd800) << 10) + low - 0xdc00, end: to });
      }
    }
  }

  #addHtmlEscapes(at: number, depth: number, into: EscapeReading[]): void {
    for (const { bytes, end } of this.#readAt(at, depth)) {
      if (bytes === "#") this.#addNumericReferences(end, depth, into);
      for (const name of ENTITY_NAMES) {
        if (name[0] !== bytes) continue;
        for (const to of this.#findEnds(`${name.slice(1)};`, end, depth)) {
          addReading(into, ENTITIES[name] ?? "", to);
        }
      }
    }
  }

  #addNumericReferences(at: number, depth: number, into: EscapeReading[]): void {
    this.#addReference(at, depth, 10, into);
    for (const { bytes, end } of this.#readAt(at, depth)) {
      if (bytes === "x" || bytes === "X") this.#addReference(end, depth, 16, into);
    }
  }

  #addReference(at: number, depth: number, base: number, into: EscapeReading[]): void {
    let values: readonly DigitValue[] = [{ value: 0, end: at }];
    for (let length = 0; length < MAX_DIGITS && values.length > 0; length++) {
      values = this.#readNextDigits(values, depth, base);
      for (const { value, end } of values) {
        for (const to of this.#findEnds(";", end, depth)) addCodePoint(into, { value, end: to });
      }
    }
  }

  #readDigits(start: DigitValue, depth: number, length: number): readonly DigitValue[] {
    let values: readonly DigitValue[] = [start];
    for (let i = 0; i < length && values.length > 0; i++) {
      values = this.#readNextDigits(values, depth, 16);
    }
    return values;
  }

  #readNextDigits(
    values: readonly DigitValue[],
    depth: number,
    base: number,
  ): readonly DigitValue[] {
    const next: DigitValue[] = [];
    for (const { value, end } of values) {
      for (const { bytes, end: to } of this.#readAt(end, depth)) {
        const digit = getDigit(bytes);
        if (digit < base) next.push({ value: value * base + digit, end: to });
      }
    }
    return next;
  }

  /** The positions after the expected characters. */
  #findEnds(expected: string, at: number, depth: number): readonly number[] {
    let ends: readonly number[] = [at];
    for (let i = 0; i < expected.length && ends.length > 0; i++) {
      const next: number[] = [];
      for (const end of ends) {
        for (const reading of this.#readAt(end, depth)) {
          if (reading.bytes === expected[i]) next.push(reading.end);
        }
      }
      ends = next;
    }
    return ends;
  }
}

/** Adds a reading unless an equal one exists. */
function addReading(readings: EscapeReading[], bytes: string, end: number): void {
  for (const known of readings) if (known.end === end && known.bytes === bytes) return;
  readings.push({ bytes, end });
}

function addCodePoint(readings: EscapeReading[], { value, end }: DigitValue): void {
  if (value <= MAX_CODE_POINT) addReading(readings, toUtf8(String.fromCodePoint(value)), end);
}

export function isEscapeIntroducer(char: string): boolean {
  return char === "\\" || char === "%" || char === "&" || char === "+";
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

function getDigit(char: string): number {
  const code = char.length === 1 ? char.charCodeAt(0) : 0;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.POSITIVE_INFINITY;
}

const isEntityStart = (char: string) =>
  char === "#" || ENTITY_NAMES.some((name) => name[0] === char);
const NO_CHARACTER = -1;
const BACKSLASHES = "\\".repeat(2 ** (DEPTH_LEVELS - 1));

/**
 * The code of the character that an escape of two or three plain characters stands for; −1 if there
 * is no escape, `null` if only an `EscapeReader` can tell.
 */
export function readShortEscape(text: string, at: number): number | null {
  const char = text[at];
  const next = text[at + 1];
  if (char === "+") return 0x20;
  // This many backslashes stand for a backslash at any depth.
  if (text.startsWith(BACKSLASHES, at)) return BACKSLASHES.charCodeAt(0);
  if (next === undefined || isEscapeIntroducer(next)) return null;
  if (char === "\\") {
    if (next === "u" || next === "x") return null;
    return SHORT_ESCAPES[next]?.charCodeAt(0) ?? NO_CHARACTER;
  }
  if (char === "&") return isEntityStart(next) ? null : NO_CHARACTER;
  const last = text[at + 2];
  if (getDigit(next) >= 16) return NO_CHARACTER;
  if (last === undefined || isEscapeIntroducer(last)) return null;
  if (getDigit(last) >= 16) return NO_CHARACTER;
  const code = getDigit(next) * 16 + getDigit(last);
  return isEscapeIntroducer(String.fromCharCode(code)) ? null : code;
}
