/**
 * Finds many texts at once, each as it is spelled, in other letters, and as base64, hexadecimal
 * digits and UTF-16 spell it.
 */

import { getInnerRange } from "../secrets/base64.ts";
import { ENCODINGS, type Encoding, isTelling, toUtf8 } from "../secrets/encodings.ts";
import { PatternIndex } from "../secrets/pattern-index.ts";
import { write64 } from "./base64.ts";
import { isOwnWord } from "./own-words.ts";
import type { Surface } from "./surface.ts";

/** How a needle is spelled. */
interface Code {
  /** It is the secret itself, in one of its letters. */
  readonly isPlain: boolean;
  encode(text: string): string;
  /** Puts a replacement where a needle was found. */
  write(surface: Surface, at: number, filler: string): void;
}

export interface Needle {
  /** What it is a spelling of. */
  readonly secret: string;
  /** The same in other letters, or the secret itself: what a replacement is made for. */
  readonly source: string;
  readonly text: string;
  readonly code: Code;
}

export interface Hit {
  readonly needle: Needle;
  readonly from: number;
  readonly to: number;
}

const SHORTEST = 2;

export class Needles {
  readonly #index: PatternIndex<readonly Needle[]>;

  constructor(needles: Iterable<Needle>) {
    const byText = new Map<string, Needle[]>();
    for (const needle of needles) {
      if (needle.text.length < SHORTEST) continue;
      const same = byText.get(needle.text);
      if (same) same.push(needle);
      else byText.set(needle.text, [needle]);
    }
    this.#index = new PatternIndex(byText);
  }

  /** How many characters the longest one has. */
  get longest(): number {
    return this.#index.longest;
  }

  /** All of them, overlapping ones too, in order. */
  in(text: string): Hit[] {
    const hits: Hit[] = [];
    this.#index.each(text, (needles, from, to) => {
      for (const needle of needles) hits.push({ needle, from, to });
    });
    return hits;
  }
}

function writing(encode: (text: string) => string, isPlain: boolean): Code {
  return {
    isPlain,
    encode,
    write: (surface, at, filler) => surface.write(at, encode(filler)),
  };
}

const IN_TEXT = writing((text) => text, true);
const IN_BYTES = writing(toUtf8, true);

const CASES = ENCODINGS.filter(({ kind }) => kind === "case");
const BYTES = ENCODINGS.filter(({ kind }) => kind === "bytes");
const UTF_16 = BYTES.find(({ name }) => name === "UTF-16");

interface Row {
  readonly code: Code;
  spell(secret: string): string | null;
}

const ROWS: readonly Row[] = BYTES.flatMap((encoding) => {
  const { base64 } = encoding;
  if (!base64) return [rowOf(encoding, writing(encoding.encode, false))];
  const inner = UTF_16 ? [toUtf8, UTF_16.encode] : [toUtf8];
  return inner.map((encode) => rowOf(encoding, inBase64(encoding, base64, encode), encode));
});

function rowOf(encoding: Encoding, code: Code, inner = (text: string) => text): Row {
  return {
    code,
    spell: (secret) => {
      const text = inner(secret) === "" ? "" : code.encode(secret);
      return isTelling(encoding, secret, text) ? text : null;
    },
  };
}

/** Bytes begin in one of three places of four characters; those that they fill alone are found. */
function inBase64(
  { encode: toBase64 }: Encoding,
  { offset, alphabet }: NonNullable<Encoding["base64"]>,
  encode: (text: string) => string,
): Code {
  const [skip] = getInnerRange(offset, 0);
  return {
    isPlain: false,
    encode: (text) => toBase64(encode(text)),
    write: (surface, at, filler) => {
      const written = encode(filler);
      if (at >= skip) write64(surface, at - skip, offset, written, alphabet);
      else surface.write(at, toBase64(written));
    },
  };
}

/** The spellings of secrets in a text. */
export function* spellings(secrets: Iterable<string>): Generator<Needle> {
  for (const secret of secrets) yield* spellingsOf(secret, IN_TEXT);
}

/** The spellings of secrets in bytes, one character each. */
export function* spellingsInBytes(secrets: Iterable<string>): Generator<Needle> {
  for (const secret of secrets) yield* spellingsOf(secret, IN_BYTES);
}

/** As they are, in whatever letters. */
export function* plainSpellings(secrets: Iterable<string>): Generator<Needle> {
  for (const secret of secrets) yield* plainOf(secret, IN_TEXT);
}

/** A text that is looked for as it is. */
export function plainNeedle(secret: string, text: string): Needle {
  return { secret, source: secret, text, code: IN_TEXT };
}

function* spellingsOf(secret: string, plain: Code): Generator<Needle> {
  yield* plainOf(secret, plain);
  const seen = new Set<string>();
  for (const { code, spell } of ROWS) {
    const text = spell(secret);
    if (text === null || seen.has(text)) continue;
    seen.add(text);
    yield { secret, source: secret, text, code };
  }
}

function* plainOf(secret: string, code: Code): Generator<Needle> {
  yield { secret, source: secret, text: code.encode(secret), code };
  for (const source of inOtherLetters(secret)) {
    yield { secret, source, text: code.encode(source), code };
  }
}

/** Of a key, not of a word: that may stand anywhere in other letters. */
function inOtherLetters(secret: string): string[] {
  if (!/[^\p{L}\s]/u.test(secret)) return [];
  return CASES.map((encoding) => ({ encoding, text: encoding.encode(secret) }))
    .filter(({ encoding, text }) => isTelling(encoding, secret, text) && !isOwnWord(text))
    .map(({ text }) => text);
}
