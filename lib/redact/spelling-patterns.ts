/**
 * Finds many secrets at once: as they are, in upper or lower case, and encoded as base64,
 * hexadecimal digits and UTF-16.
 */

import { getInnerRange } from "../secrets/base64.ts";
import { ENCODINGS, type Encoding, isAscii, isSearchable, toUtf8 } from "../secrets/encodings.ts";
import { ANCHOR_LENGTH, PatternIndex, type PatternList } from "../secrets/pattern-index.ts";
import { overwriteBase64 } from "./base64-runs.ts";
import type { EditableText } from "./editable-text.ts";
import { isProtocolWord } from "./protocol-words.ts";

/** The encoding of a spelling. */
interface SpellingCodec {
  /** The secret itself, possibly in upper or lower case. */
  readonly isPlain: boolean;
  encode(text: string): string;
  /** Writes a replacement where a spelling was found. */
  write(surface: EditableText, at: number, filler: string): void;
}

export interface SpellingHit {
  readonly secret: string;
  /** The secret, possibly in upper or lower case; the replacement is created for this. */
  readonly source: string;
  readonly code: SpellingCodec;
  readonly from: number;
  readonly to: number;
}

/** One way to spell a secret. */
interface SpellingRow {
  readonly code: SpellingCodec;
  /** The secret in another case, or as it is; `null` if it is not searched for in this case. */
  getSource(secret: string): string | null;
  /** `null` if the spelling is too short to search for. */
  spell(source: string): string | null;
}

const MIN_LENGTH = 2;
/** Any encoding of this many characters is long enough to search for, and to be an anchor. */
const BEGINNING_LENGTH = ANCHOR_LENGTH + 1;

export class SpellingPatterns {
  readonly #secrets: readonly string[];
  readonly #rows: readonly SpellingRow[];
  readonly #index: PatternIndex;

  /** `isBinary` finds secrets in bytes, one character per byte. */
  constructor(secrets: Iterable<string>, { isBinary = false } = {}) {
    this.#secrets = [...new Set(secrets)];
    this.#rows = isBinary ? BINARY_ROWS : TEXT_ROWS;
    this.#index = new PatternIndex(createPatternList(this.#secrets, this.#rows));
  }

  /** At least the length of the longest spelling. */
  get longest(): number {
    let longest = 0;
    for (const secret of this.#secrets) {
      const bytes = isAscii(secret) ? secret.length : toUtf8(secret).length;
      longest = Math.max(longest, bytes * MAX_CHARACTERS_PER_BYTE);
    }
    return longest;
  }

  /** All hits, overlapping ones too, in order. */
  find(text: string): SpellingHit[] {
    return this.#find(text);
  }

  /** The hits without encoding, also in upper or lower case. */
  findPlain(text: string): SpellingHit[] {
    return this.#find(text, (pattern) => pattern % this.#rows.length < PLAIN_ROW_COUNT);
  }

  #find(text: string, accepts?: (pattern: number) => boolean): SpellingHit[] {
    const hits: SpellingHit[] = [];
    for (const { pattern, from, to } of this.#index.find(text, accepts)) {
      const row = this.#rows[pattern % this.#rows.length];
      const secret = this.#secrets[Math.floor(pattern / this.#rows.length)] ?? "";
      const last = hits.at(-1);
      // Spellings in two alphabets may be equal: the first counts.
      if (!row || (last?.from === from && last.to === to && last.secret === secret)) continue;
      hits.push({ secret, source: row.getSource(secret) ?? secret, code: row.code, from, to });
    }
    return hits;
  }
}

/** UTF-16 in base64 takes 8 characters for 3 bytes of ASCII. */
const MAX_CHARACTERS_PER_BYTE = 3;

function createPatternList(secrets: readonly string[], rows: readonly SpellingRow[]): PatternList {
  const width = rows.length;
  const spell = (pattern: number, of: (secret: string) => string) => {
    const row = rows[pattern % width];
    const source = row?.getSource(secrets[Math.floor(pattern / width)] ?? "") ?? null;
    const text = source === null ? null : row?.spell(of(source));
    return text && text.length >= MIN_LENGTH ? text : "";
  };
  return {
    count: secrets.length * width,
    getBeginning: (pattern) => spell(pattern, getBeginning),
    getText: (pattern) => spell(pattern, (source) => source),
  };
}

/** Complete characters only. */
function getBeginning(text: string): string {
  const last = text.charCodeAt(BEGINNING_LENGTH - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? BEGINNING_LENGTH + 1 : BEGINNING_LENGTH);
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

const ENCODED_ROWS: readonly SpellingRow[] = BYTE_ENCODINGS.flatMap((encoding) => {
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
): SpellingRow {
  return {
    code,
    getSource: (secret) => secret,
    spell: (secret) => {
      const text = inner(secret) === "" ? "" : code.encode(secret);
      return isSearchable(encoding, secret, text) ? text : null;
    },
  };
}

/** Bytes begin at one of three offsets in four characters; the spelling has only characters of these bytes. */
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

/** The secret as it is, and in upper and lower case. */
const createPlainRows = (code: SpellingCodec): readonly SpellingRow[] => [
  { code, getSource: (secret) => secret, spell: code.encode },
  ...CASE_ENCODINGS.map((encoding) => ({
    code,
    getSource: (secret: string) => recase(secret, encoding),
    spell: code.encode,
  })),
];

/** Of keys only: a plain word may occur anywhere in another case. */
function recase(secret: string, encoding: Encoding): string | null {
  const text = encoding.encode(secret);
  if (!isSearchable(encoding, secret, text) || !/[^\p{L}\s]/u.test(secret)) return null;
  return isProtocolWord(text) ? null : text;
}

const PLAIN_ROW_COUNT = 1 + CASE_ENCODINGS.length;
const TEXT_ROWS = [...createPlainRows(TEXT_CODEC), ...ENCODED_ROWS];
const BINARY_ROWS = [...createPlainRows(BYTES_CODEC), ...ENCODED_ROWS];
