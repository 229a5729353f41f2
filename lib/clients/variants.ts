/**
 * Variants of a recorded response: other bytes that mean the same, so that a client that is right hands
 * over the same events for each.
 *
 * **Guarantees:** pure; what a variant cannot be made of is `null`; Loupe's own decoder reads the same
 * from every variant.
 */

import { copyExactDigits, parseJson } from "../json/exact-json.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { isArray, isObject, type JsonObject } from "../protocol/json.ts";
import { decodeStrict } from "../text/utf8.ts";
import type { HeaderList } from "../wire/record.ts";

/** The bytes of a response, which a variant replaces. */
export interface ResponseBytes {
  readonly headers: HeaderList;
  readonly isSse: boolean;
  /** The pieces in which it is sent. */
  readonly writes: readonly Uint8Array[];
}

export interface AlteredResponse extends ResponseBytes {
  /** Milliseconds before the head, and between the writes. */
  readonly headDelay?: number;
  readonly pause?: number;
}

export interface Variant {
  /** Never reused: lists of known failures name it. */
  readonly id: string;
  /** What is special about its bytes. */
  readonly title: string;
  /** The text that allows it; `null` for what later versions may bring. */
  readonly spec: string | null;
  /** `null` if the response cannot be sent so. */
  alter(response: ResponseBytes): AlteredResponse | null;
}

const SSE = "WHATWG HTML §9.2";
const JSON_TEXT = "RFC 8259";
const CHUNKS = "RFC 9112 §7.1";
const MEDIA_TYPE = "RFC 9110 §8.3.1";

export const VARIANTS: readonly Variant[] = [
  {
    id: "ONE-WRITE",
    title: "the whole body in one write",
    spec: CHUNKS,
    alter: (response) => ({ ...response, writes: [joinBytes(response.writes)] }),
  },
  {
    id: "SPLIT",
    title: "writes that end inside characters, fields and line ends",
    spec: CHUNKS,
    alter: (response) => splitAtCuts(response, listCuts(joinBytes(response.writes))),
  },
  {
    id: "SLOW",
    title: "pauses inside lines",
    spec: CHUNKS,
    alter: (response) => {
      const body = joinBytes(response.writes);
      const size = Math.max(1, Math.ceil(body.length / SLOW_WRITES));
      return { ...response, writes: splitBytes(body, size), pause: SLOW_PAUSE_MS };
    },
  },
  {
    id: "LATE-HEAD",
    title: "the head after a pause, the body at once with it",
    spec: CHUNKS,
    alter: (response) => ({
      ...response,
      headDelay: LATE_HEAD_MS,
      writes: [joinBytes(response.writes)],
    }),
  },
  {
    id: "CHARSET",
    title: "a parameter behind the media type",
    spec: MEDIA_TYPE,
    alter: (response) =>
      alterContentType(response, (value) =>
        value.includes(";") ? value : `${value}; charset=utf-8`,
      ),
  },
  {
    id: "MEDIA-TYPE-CASE",
    title: "the media type in other letters",
    spec: MEDIA_TYPE,
    alter: (response) =>
      alterContentType(response, (value) =>
        value.replace(/^[^;]+/, (type) =>
          type.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
        ),
      ),
  },
  defineSseVariant("CRLF", "lines that end in CR LF", ({ lines }) => joinLines(lines, "\r\n")),
  defineSseVariant("CR", "lines that end in CR", ({ lines }) => joinLines(lines, "\r")),
  {
    id: "CRLF-SPLIT",
    title: "writes that end between CR and LF",
    spec: SSE,
    alter: alterCrlfSplit,
  },
  defineSseVariant("COMMENTS", "comments before, between and inside events", ({ lines }) =>
    joinLines([": keep-alive", "", ...lines.flatMap((line) => [":", line])]),
  ),
  defineSseVariant("FIELDS", "the fields id and retry, and one that nobody knows", ({ lines }) =>
    joinLines(["id: 7", "retry: 3000", "x-trace: on", ...lines]),
  ),
  defineSseVariant("NO-SPACE", "no space after the colon", ({ lines }) =>
    joinLines(lines.map((line) => line.replace(/^data: /, "data:"))),
  ),
  defineSseVariant("DATA-LINES", "an event over several lines of data", (block) =>
    replaceData(block, (value) => stringifyJson(value, 1)),
  ),
  {
    id: "BOM",
    title: "a byte order mark at the start",
    spec: SSE,
    alter: (response) => {
      const [first, ...rest] = response.writes;
      if (!response.isSse || !first || startsWithMark(first)) return null;
      return { ...response, writes: [joinBytes([MARK, first]), ...rest] };
    },
  },
  defineJsonVariant("UNKNOWN-MEMBERS", "members that a later version may add", null, (value) =>
    stringifyJson(addUnknownMembers(value)),
  ),
  defineJsonVariant("ESCAPES", "every character of a text as an escape", JSON_TEXT, (value) =>
    stringifyJson(value).replace(/[^\0-\x7f]/g, escapeCharacter),
  ),
  defineJsonVariant("MEMBER-ORDER", "members in reverse order", JSON_TEXT, (value) =>
    stringifyJson(reverseMembers(value)),
  ),
  defineJsonVariant("SPACES", "white space between the tokens", JSON_TEXT, (value) =>
    stringifyJson(value, 2).replace(/\n\s*/g, " \t"),
  ),
];

/** Not the same bytes: a client must hand over what arrived before. */
export const CUT = {
  id: "CUT",
  title: "a connection that is cut",
  spec: "RFC 9112 §8",
} as const;

/** The whole exchange in other words, for clients that speak both versions. */
export const RESPELLED = {
  id: "OTHER-VERSION",
  title: "the spelling of the other version, 0.3 or 1.0",
  spec: "A2A 1.0 §3.6",
} as const;

/** All that a client is stressed with. */
export const STRESS_CHECKS: readonly Pick<Variant, "id" | "title" | "spec">[] = [
  ...VARIANTS,
  RESPELLED,
  CUT,
];

const SLOW_WRITES = 24;
const SLOW_PAUSE_MS = 20;
const LATE_HEAD_MS = 250;

const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const startsWithMark = (bytes: Uint8Array) => MARK.every((byte, i) => bytes[i] === byte);

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export function splitBytes(bytes: Uint8Array, size = 1): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** `null` if the response has no media type, or it stays the same. */
function alterContentType(
  response: ResponseBytes,
  change: (value: string) => string,
): AlteredResponse | null {
  const { headers } = response;
  const at = headers.findIndex(([name]) => name.toLowerCase() === "content-type");
  const [name, value] = headers[at] ?? [];
  if (name === undefined || value === undefined || change(value) === value) return null;
  return { ...response, headers: headers.toSpliced(at, 1, [name, change(value)]) };
}

/** The lines of one event. */
interface SseBlock {
  readonly lines: readonly string[];
}

const joinLines = (lines: readonly string[], end = "\n"): string =>
  [...lines, ""].map((line) => line + end).join("");

/** `format`: the text of an event with its empty line. */
function defineSseVariant(
  id: string,
  title: string,
  format: (block: SseBlock) => string | null,
): Variant {
  return {
    id,
    title,
    spec: SSE,
    alter: (response) => (response.isSse ? alterBlocks(response, format) : null),
  };
}

/** Sends each event in a write of its own. What is behind the last event stays as it is. */
function alterBlocks(
  response: ResponseBytes,
  format: (block: SseBlock) => string | null,
): AlteredResponse | null {
  const text = decodeStrict(joinBytes(response.writes));
  if (text === null) return null;
  const writes: Uint8Array[] = [];
  let isChanged = false;
  for (const { whole, lines, isEnded } of readBlocks(text)) {
    const formatted = isEnded && lines.some(isData) ? format({ lines }) : null;
    isChanged ||= formatted !== null && formatted !== whole;
    writes.push(encode(formatted ?? whole));
  }
  return isChanged ? { ...response, writes } : null;
}

const isData = (line: string) => line.startsWith("data");

/** Splits an event stream at its empty lines. */
function* readBlocks(text: string) {
  let from = 0;
  for (const found of text.matchAll(/(?:\r\n|\n|\r(?!\n)){2}/g)) {
    const to = found.index + found[0].length;
    const whole = text.slice(from, to);
    const bare = text.slice(from, found.index).replace(/^\uFEFF/, "");
    yield { whole, lines: bare.split(/\r\n|\n|\r/).filter((line) => line !== ""), isEnded: true };
    from = to;
  }
  if (from < text.length) yield { whole: text.slice(from), lines: [], isEnded: false };
}

function alterCrlfSplit(response: ResponseBytes): AlteredResponse | null {
  const altered = response.isSse
    ? alterBlocks(response, ({ lines }) => joinLines(lines, "\r\n"))
    : null;
  if (!altered) return null;
  const body = joinBytes(altered.writes);
  const ends = [...body.keys()].filter((i) => body[i] === CR && body[i + 1] === LF);
  return splitAtCuts(
    altered,
    ends.map((end) => end + 1),
  );
}

const LF = 10;
const CR = 13;

/** More writes with pauses would take too long. */
const MAX_CUTS = 300;
/** Without it, a client would read several writes at once. */
const CUT_PAUSE_MS = 3;

function splitAtCuts(response: ResponseBytes, cuts: readonly number[]): AlteredResponse | null {
  const body = joinBytes(response.writes);
  const step = Math.ceil(cuts.length / MAX_CUTS);
  const kept = cuts.filter((_, i) => i % step === 0);
  if (kept.length === 0) return null;
  const starts = [0, ...kept];
  const writes = starts.map((start, i) => body.subarray(start, starts[i + 1]));
  return { ...response, writes, pause: CUT_PAUSE_MS };
}

/** Where a careless client goes wrong: all positions of a short body. */
function listCuts(body: Uint8Array): number[] {
  const positions = Array.from({ length: Math.max(0, body.length - 1) }, (_, i) => i + 1);
  if (positions.length <= MAX_CUTS) return positions;
  return positions.filter((at) => {
    const [before = 0, after = 0] = [body[at - 1], body[at]];
    const isInCharacter = (after & 0xc0) === 0x80;
    const isInLineEnd = (before === LF || before === CR) && (after === LF || after === CR);
    const isInField = body[at - 2] === LF && before === LETTER_D;
    return isInCharacter || isInLineEnd || isInField;
  });
}

const LETTER_D = 0x64;

/** The event with other JSON, in as many lines of data as that has; `null` if it has no JSON. */
function replaceData({ lines }: SseBlock, format: (value: object) => string): string | null {
  const data = lines.filter((line) => /^data(?::|$)/.test(line));
  const text = data.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return null;
  const others = lines.filter((line) => !data.includes(line));
  return joinLines([
    ...others,
    ...format(value)
      .split("\n")
      .map((line) => `data: ${line}`),
  ]);
}

function defineJsonVariant(
  id: string,
  title: string,
  spec: Variant["spec"],
  format: (value: object) => string,
): Variant {
  return {
    id,
    title,
    spec,
    alter(response) {
      if (response.isSse) return alterBlocks(response, (block) => replaceData(block, format));
      const text = decodeStrict(joinBytes(response.writes));
      const value = text === null ? undefined : parseJson(text);
      if (typeof value !== "object" || value === null) return null;
      const formatted = format(value);
      return formatted === text ? null : { ...response, writes: [encode(formatted)] };
    },
  };
}

/** Members whose content is the agent's own, where every member counts. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(["metadata", "data", "params", "error"]);

/** Members that hold one of several objects, by whose name it is known. */
const WRAPPERS: ReadonlySet<string> = new Set(["result", "task", "message", "statusUpdate"]);

function addUnknownMembers(value: unknown, depth = 0): unknown {
  if (isArray(value)) return value.map((item) => addUnknownMembers(item, depth));
  if (!isObject(value) || depth > MAX_DEPTH) return value;
  const keys = Object.keys(value);
  // What has no members may be no object of A2A.
  if (keys.length === 0) return value;
  const copy = copyMembers(value, keys, (item, key) =>
    OWN_MEMBERS.has(key) ? item : addUnknownMembers(item, depth + 1),
  );
  const isWrapper = keys.length === 1 && WRAPPERS.has(keys[0] ?? "");
  return isWrapper ? copy : Object.assign(copy, { "x-unknown": { nested: [1, null] } });
}

function reverseMembers(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (isArray(value)) {
    const copy = value.map((item) => reverseMembers(item, depth + 1));
    for (const key of copy.keys()) copyExactDigits(value, key, copy);
    return copy;
  }
  if (!isObject(value)) return value;
  return copyMembers(value, Object.keys(value).reverse(), (item) =>
    reverseMembers(item, depth + 1),
  );
}

const MAX_DEPTH = 100;

/** A copy with these members, in this order, and the digits of its numbers. */
function copyMembers(
  value: JsonObject,
  keys: readonly string[],
  map: (item: unknown, key: string) => unknown,
): JsonObject {
  const copy = Object.fromEntries(keys.map((key) => [key, map(value[key], key)]));
  for (const key of keys) copyExactDigits(value, key, copy);
  return copy;
}

const escapeCharacter = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
