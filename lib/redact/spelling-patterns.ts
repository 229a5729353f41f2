/**
 * Finds many secrets at once: as they are, in upper or lower case, and encoded as base64,
 * hexadecimal digits and UTF-16.
 */

import { getInnerRange } from "../secrets/base64.ts";
import { ENCODINGS, type Encoding, isSearchable, toUtf8 } from "../secrets/encodings.ts";
import { PatternIndex } from "../secrets/pattern-index.ts";
import { overwriteBase64 } from "./base64-runs.ts";
import type { EditableText } from "./editable-text.ts";
import { isProtocolWord } from "./protocol-words.ts";

/** The encoding of a pattern. */
interface SpellingCodec {
  /** The secret itself, possibly in upper or lower case. */
  readonly isPlain: boolean;
  encode(text: string): string;
  /** Writes a replacement where a pattern was found. */
  write(surface: EditableText, at: number, filler: string): void;
}

export interface SpellingPattern {
  /** The secret that this pattern spells. */
  readonly secret: string;
  /** The secret, possibly in upper or lower case; the replacement is created for this. */
  readonly source: string;
  readonly text: string;
  readonly code: SpellingCodec;
}

export interface PatternHit {
  readonly pattern: SpellingPattern;
  readonly from: number;
  readonly to: number;
}

const MIN_LENGTH = 2;

export class SpellingPatterns {
  readonly #index: PatternIndex<readonly SpellingPattern[]>;

  constructor(patterns: Iterable<SpellingPattern>) {
    const byText = new Map<string, SpellingPattern[]>();
    for (const pattern of patterns) {
      if (pattern.text.length < MIN_LENGTH) continue;
      const same = byText.get(pattern.text);
      if (same) same.push(pattern);
      else byText.set(pattern.text, [pattern]);
    }
    this.#index = new PatternIndex(byText);
  }

  /** The length of the longest pattern. */
  get longest(): number {
    return this.#index.longest;
  }

  /** All hits, overlapping ones too, in order. */
  findIn(text: string): PatternHit[] {
    const hits: PatternHit[] = [];
    this.#index.forEachHit(text, (patterns, from, to) => {
      for (const pattern of patterns) hits.push({ pattern, from, to });
    });
    return hits;
  }
}

function createCodec(encode: (text: string) => string, isPlain: boolean): SpellingCodec {
  return {
    isPlain,
    encode,
    write: (surface, at, filler) => surface.write(at, encode(filler)),
  };
}

const TEXT_CODEC = createCodec((text) => text, true);
const BYTES_CODEC = createCodec(toUtf8, true);

const CASE_ENCODINGS = ENCODINGS.filter(({ kind }) => kind === "case");
const BYTE_ENCODINGS = ENCODINGS.filter(({ kind }) => kind === "bytes");
const UTF_16 = BYTE_ENCODINGS.find(({ name }) => name === "UTF-16");

interface PatternRow {
  readonly code: SpellingCodec;
  spell(secret: string): string | null;
}

const PATTERN_ROWS: readonly PatternRow[] = BYTE_ENCODINGS.flatMap((encoding) => {
  const { base64 } = encoding;
  if (!base64) return [createRow(encoding, createCodec(encoding.encode, false))];
  const inner = UTF_16 ? [toUtf8, UTF_16.encode] : [toUtf8];
  return inner.map((encode) =>
    createRow(encoding, createBase64Codec(encoding, base64, encode), encode),
  );
});

function createRow(
  encoding: Encoding,
  code: SpellingCodec,
  inner = (text: string) => text,
): PatternRow {
  return {
    code,
    spell: (secret) => {
      const text = inner(secret) === "" ? "" : code.encode(secret);
      return isSearchable(encoding, secret, text) ? text : null;
    },
  };
}

/** Bytes begin at one of three offsets in four characters; the pattern has only characters of these bytes. */
function createBase64Codec(
  { encode: toBase64 }: Encoding,
  { offset, alphabet }: NonNullable<Encoding["base64"]>,
  encode: (text: string) => string,
): SpellingCodec {
  const [skip] = getInnerRange(offset, 0);
  return {
    isPlain: false,
    encode: (text) => toBase64(encode(text)),
    write: (surface, at, filler) => {
      const written = encode(filler);
      if (at >= skip) overwriteBase64(surface, at - skip, offset, written, alphabet);
      else surface.write(at, toBase64(written));
    },
  };
}

/** Patterns for the spellings of secrets in a text. */
export function* createTextPatterns(secrets: Iterable<string>): Generator<SpellingPattern> {
  for (const secret of secrets) yield* createSecretPatterns(secret, TEXT_CODEC);
}

/** Patterns for the spellings of secrets in bytes, one character per byte. */
export function* createBytePatterns(secrets: Iterable<string>): Generator<SpellingPattern> {
  for (const secret of secrets) yield* createSecretPatterns(secret, BYTES_CODEC);
}

/** Patterns for secrets without encoding, also in upper or lower case. */
export function* createPlainPatterns(secrets: Iterable<string>): Generator<SpellingPattern> {
  for (const secret of secrets) yield* createCasePatterns(secret, TEXT_CODEC);
}

/** A pattern for exactly this text. */
export function createExactPattern(secret: string, text: string): SpellingPattern {
  return { secret, source: secret, text, code: TEXT_CODEC };
}

function* createSecretPatterns(secret: string, plain: SpellingCodec): Generator<SpellingPattern> {
  yield* createCasePatterns(secret, plain);
  const seen = new Set<string>();
  for (const { code, spell } of PATTERN_ROWS) {
    const text = spell(secret);
    if (text === null || seen.has(text)) continue;
    seen.add(text);
    yield { secret, source: secret, text, code };
  }
}

function* createCasePatterns(secret: string, code: SpellingCodec): Generator<SpellingPattern> {
  yield { secret, source: secret, text: code.encode(secret), code };
  for (const source of getCaseVariants(secret)) {
    yield { secret, source, text: code.encode(source), code };
  }
}

/** Variants of keys only: a plain word may occur anywhere in another case. */
function getCaseVariants(secret: string): string[] {
  if (!/[^\p{L}\s]/u.test(secret)) return [];
  return CASE_ENCODINGS.map((encoding) => ({ encoding, text: encoding.encode(secret) }))
    .filter(({ encoding, text }) => isSearchable(encoding, secret, text) && !isProtocolWord(text))
    .map(({ text }) => text);
}
