/**
 * Table of the encodings in which an agent may echo a secret, one row per encoding.
 *
 * Guarantees: a row encodes from the front, so an encoded prefix is a prefix of the encoded text;
 * base64 rows yield only the characters that depend on the text alone.
 */

import { toBinaryString } from "../text/utf8.ts";
import { encodeBase64At, STANDARD_ALPHABET, URL_ALPHABET } from "./base64.ts";

export interface Encoding {
  readonly name: string;
  /**
   * `case` changes upper and lower case; `escape` escapes single characters and can be decoded
   * without knowing the secret (`escape-reader.ts`); `bytes` encodes all bytes.
   */
  readonly kind: "case" | "escape" | "bytes";
  encode(text: string): string;
  /** `offset` other bytes precede the secret. */
  readonly base64?: { readonly offset: number; readonly alphabet: string };
}

/** The UTF-8 bytes as a text with one character per byte. */
export const toUtf8 = (text: string): string =>
  isAscii(text) ? text : toBinaryString(new TextEncoder().encode(text));

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

const hexDigits = (value: number, length: number) => value.toString(16).padStart(length, "0");

const mapCodeUnits = (text: string, write: (unit: number) => string) =>
  Array.from({ length: text.length }, (_, i) => write(text.charCodeAt(i))).join("");

const toHex = (text: string) => mapCodeUnits(toUtf8(text), (byte) => hexDigits(byte, 2));
const toUnicodeEscapes = (text: string) => mapCodeUnits(text, (unit) => `\\u${hexDigits(unit, 4)}`);
const toPercents = (text: string) => mapCodeUnits(toUtf8(text), (byte) => `%${hexDigits(byte, 2)}`);
const toReferences = (text: string) =>
  Array.from(text, (char) => `&#x${(char.codePointAt(0) ?? 0).toString(16)};`).join("");

const RESERVED = /[^A-Za-z0-9_.!~*'()-]+/g;
/** Forms leave fewer characters unencoded. */
const RESERVED_IN_FORMS = /[^A-Za-z0-9_.*-]+/g;

/** Like `encodeURIComponent`, which however throws on lone surrogates. */
const toUrlComponent = (text: string) =>
  text.replace(RESERVED, (run) => toPercents(run).toUpperCase());

const toJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** Like `json.dumps` in Python. */
const toAsciiJson = (text: string) => toJson(text).replace(/[^\0-\x7f]+/g, toUnicodeEscapes);

/** What a backslash and one character stand for in JSON and in program code. */
export const SHORT_ESCAPES: Readonly<Record<string, string>> = {
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

export const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
/** The entity of each character that has a name. */
export const ENTITY_BY_CHARACTER: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([name, char]) => [char, `&${name};`]),
);
const toEntities = (text: string) =>
  text.replace(/[&<>"']/g, (char) => ENTITY_BY_CHARACTER.get(char) ?? char);

/** Converts hexadecimal digits to upper case, not the prefixes of the escapes. */
const withUpperDigits = (encoded: string) =>
  encoded.replace(/(\\u|%|&#x)([0-9a-f]+)/g, (_, sign: string, digits: string) =>
    sign.concat(digits.toUpperCase()),
  );

const createBase64Encodings = ([alphabet, label]: readonly [string, string]): Encoding[] =>
  [0, 1, 2].map((offset) => ({
    name: `${label} at offset ${offset}`,
    kind: "bytes",
    encode: (text) => encodeBase64At(toUtf8(text), offset, alphabet),
    base64: { offset, alphabet },
  }));

export const ENCODINGS: readonly Encoding[] = [
  { name: "upper case", kind: "case", encode: (text) => text.toUpperCase() },
  { name: "lower case", kind: "case", encode: (text) => text.toLowerCase() },
  { name: "JSON", kind: "escape", encode: toJson },
  { name: "JSON in ASCII", kind: "escape", encode: toAsciiJson },
  { name: "JSON with \\/", kind: "escape", encode: (text) => toJson(text).replaceAll("/", "\\/") },
  // The default of PHP; the next one is the default of Go.
  {
    name: "JSON in ASCII with \\/",
    kind: "escape",
    encode: (text) => toAsciiJson(text).replaceAll("/", "\\/"),
  },
  {
    name: "JSON for HTML",
    kind: "escape",
    encode: (text) => toJson(text).replace(/[<>&]/g, toUnicodeEscapes),
  },
  { name: "\\u", kind: "escape", encode: toUnicodeEscapes },
  { name: "\\U", kind: "escape", encode: (text) => withUpperDigits(toUnicodeEscapes(text)) },
  { name: "percent", kind: "escape", encode: toUrlComponent },
  {
    name: "percent in lower case",
    kind: "escape",
    encode: (text) => text.replace(RESERVED, (run) => toPercents(run)),
  },
  {
    name: "percent but for /",
    kind: "escape",
    encode: (text) => toUrlComponent(text).replaceAll("%2F", "/"),
  },
  {
    name: "form",
    kind: "escape",
    encode: (text) =>
      text
        .replace(RESERVED_IN_FORMS, (run) => toPercents(run).toUpperCase())
        .replaceAll("%20", "+"),
  },
  { name: "percent throughout", kind: "escape", encode: toPercents },
  {
    name: "percent throughout in upper case",
    kind: "escape",
    encode: (text) => withUpperDigits(toPercents(text)),
  },
  { name: "HTML", kind: "escape", encode: toEntities },
  {
    name: "HTML in numbers",
    kind: "escape",
    encode: (text) => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join(""),
  },
  { name: "HTML in hex", kind: "escape", encode: toReferences },
  {
    name: "HTML in upper hex",
    kind: "escape",
    encode: (text) => withUpperDigits(toReferences(text)),
  },
  ...createBase64Encodings([STANDARD_ALPHABET, "base64"]),
  ...createBase64Encodings([URL_ALPHABET, "base64url"]),
  { name: "hex", kind: "bytes", encode: toHex },
  { name: "hex in upper case", kind: "bytes", encode: (text) => toHex(text).toUpperCase() },
  // Covers both byte orders, which differ in a zero byte at one end. Omits text beyond ASCII.
  {
    name: "UTF-16",
    kind: "bytes",
    encode: (text) => (isAscii(text) ? text.split("").join("\0") : ""),
  },
];

/** Fewer characters of base64 or hex occur in ids by chance. */
const MIN_ENCODED_LENGTH = 7;
/** A shorter text in another case is too likely to be another word. */
const MIN_RECASED_LENGTH = 8;

/** Whether the encoded text is long enough to search for. */
export function isSearchable({ kind }: Encoding, text: string, encoded: string): boolean {
  if (encoded === text || encoded === "") return false;
  if (kind === "escape") return true;
  return encoded.length >= (kind === "case" ? MIN_RECASED_LENGTH : MIN_ENCODED_LENGTH);
}
