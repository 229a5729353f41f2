/**
 * Editable views of a text with one encoding removed: JSON escapes, percent encoding, HTML
 * character references or UTF-8. Characters that are not encoded stay as they are, so the source
 * may be any text.
 */

import { countAtMost } from "../collections/bisect.ts";
import { ENTITIES, ENTITY_BY_CHARACTER, SHORT_ESCAPES } from "../secrets/encodings.ts";
import { decodeBinaryString, decodeStrict, getUtf8Length, toBinaryString } from "../text/utf8.ts";
import type { EditableText, TextOrigin } from "./editable-text.ts";

const ENCODER = new TextEncoder();

interface EscapeCodec {
  /** Encodes for a space of `room` characters; `null` if no encoding fits. */
  encode(text: string, room: number): string | null;
  decode(encoded: string): string;
}

/** Encoded ranges in order: `at` and `length` in the decoded text, `from` and `size` in the source. */
interface EscapeSpans {
  readonly at: number[];
  readonly length: number[];
  readonly from: number[];
  readonly size: number[];
}

class DecodedText implements EditableText {
  readonly text: string;
  readonly #source: EditableText;
  readonly #spans: EscapeSpans;
  readonly #codec: EscapeCodec;

  constructor(source: EditableText, text: string, spans: EscapeSpans, codec: EscapeCodec) {
    this.text = text;
    this.#source = source;
    this.#spans = spans;
    this.#codec = codec;
  }

  getCurrent(from: number, to: number): string {
    let now = "";
    this.#visitSpans(from, to, {
      plain: (at, end) => {
        now += this.#source.getCurrent(at, end);
      },
      encoded: (at, end) => {
        now += this.#codec.decode(this.#source.getCurrent(at, end));
      },
    });
    return now;
  }

  write(from: number, text: string): void {
    let done = 0;
    let start = 0;
    let written = "";
    const flush = () => {
      if (written !== "") this.#source.write(start, written);
      written = "";
    };
    const append = (at: number, encoded: string) => {
      if (written === "") start = at;
      written += encoded;
    };
    this.#visitSpans(from, from + text.length, {
      plain: (at, end) => {
        append(at, text.slice(done, done + end - at));
        done += end - at;
      },
      encoded: (at, end, length) => {
        const encoded = this.#codec.encode(text.slice(done, done + length), end - at);
        if (encoded?.length === end - at) append(at, encoded);
        else flush();
        done += length;
      },
    });
    flush();
  }

  getOrigin(at: number): TextOrigin {
    return this.#source.getOrigin(this.#toSourcePosition(at));
  }

  #toSourcePosition(at: number): number {
    const i = countAtMost(this.#spans.at, at) - 1;
    const { at: ats, length, from, size } = this.#spans;
    const start = ats[i];
    if (start === undefined) return at;
    const beyond = at - start - (length[i] ?? 0);
    return beyond < 0 ? (from[i] ?? 0) : (from[i] ?? 0) + (size[i] ?? 0) + beyond;
  }

  #visitSpans(
    from: number,
    to: number,
    visit: {
      plain(at: number, end: number): void;
      encoded(at: number, end: number, length: number): void;
    },
  ): void {
    const { at, length, from: sourceStarts, size } = this.#spans;
    let position = from;
    let i = countAtMost(at, from) - 1;
    if (i < 0 || (at[i] ?? 0) + (length[i] ?? 0) <= from) i++;
    while (position < to) {
      const start = at[i] ?? Number.POSITIVE_INFINITY;
      if (start > position) {
        const end = Math.min(start, to);
        const inSource = this.#toSourcePosition(position);
        visit.plain(inSource, inSource + end - position);
        position = end;
        continue;
      }
      const span = length[i] ?? 1;
      const inSource = sourceStarts[i] ?? 0;
      visit.encoded(inSource, inSource + (size[i] ?? 0), span);
      position = start + span;
      i++;
    }
  }
}

/** Collects the encoded ranges of a text from its beginning, and builds the decoded text. */
class EscapeCollector {
  readonly spans: EscapeSpans = { at: [], length: [], from: [], size: [] };
  text = "";
  #from = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  add(from: number, size: number, decoded: string): void {
    this.text += this.#source.slice(this.#from, from);
    this.spans.at.push(this.text.length);
    this.spans.length.push(decoded.length);
    this.spans.from.push(from);
    this.spans.size.push(size);
    this.text += decoded;
    this.#from = from + size;
  }

  finish(): this {
    this.text += this.#source.slice(this.#from);
    return this;
  }
}

const JSON_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;

const SHORT_ESCAPE_BY_CHARACTER = new Map(
  Array.from('"\\/bfnrt', (short) => [SHORT_ESCAPES[short] ?? short, `\\${short}`]),
);

const JSON_CODEC: EscapeCodec = {
  encode: (unit, room) => {
    if (room === 2) return SHORT_ESCAPE_BY_CHARACTER.get(unit) ?? null;
    return room === 6 ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : null;
  },
  decode: (encoded) => encoded.replace(JSON_ESCAPE, decodeJsonEscape),
};

const decodeJsonEscape = (_: string, hex: string | undefined, short: string) =>
  hex === undefined
    ? (SHORT_ESCAPES[short] ?? short)
    : String.fromCharCode(Number.parseInt(hex, 16));

/** Decodes JSON escapes; returns the same text if it has none. */
export function decodeJsonEscapes(source: EditableText): EditableText {
  if (!source.text.includes("\\")) return source;
  const collector = new EscapeCollector(source.text);
  for (const match of source.text.matchAll(JSON_ESCAPE)) {
    collector.add(
      match.index,
      match[0].length,
      decodeJsonEscape(match[0], match[1], match[2] ?? ""),
    );
  }
  if (collector.spans.at.length === 0) return source;
  const { text, spans } = collector.finish();
  return new DecodedText(source, text, spans, JSON_CODEC);
}

const PERCENT_RUN = /(?:%[0-9a-fA-F]{2})+/g;
const PERCENT_RUN_OR_PLUS = /(?:%[0-9a-fA-F]{2})+|\+/g;

const PERCENT_CODEC: EscapeCodec = {
  encode: (text, room) => {
    if (room === 1) return text === " " ? "+" : text;
    let encoded = "";
    for (const byte of ENCODER.encode(text)) {
      encoded += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    }
    return encoded;
  },
  decode: (encoded) => {
    if (!encoded.startsWith("%")) return encoded === "+" ? " " : encoded;
    return decodeStrict(parsePercentBytes(encoded)) ?? "";
  },
};

/** Decodes percent encoding, and a plus as a space if `plusIsSpace`. */
export function decodePercents(source: EditableText, plusIsSpace: boolean): EditableText {
  const collector = new EscapeCollector(source.text);
  for (const { 0: run, index } of source.text.matchAll(
    plusIsSpace ? PERCENT_RUN_OR_PLUS : PERCENT_RUN,
  )) {
    if (run === "+") {
      collector.add(index, 1, " ");
      continue;
    }
    const text = decodeStrict(parsePercentBytes(run));
    let from = index;
    for (const char of text ?? "") {
      const size = 3 * getUtf8Length(char);
      collector.add(from, size, char);
      from += size;
    }
  }
  if (collector.spans.at.length === 0) return source;
  const { text, spans } = collector.finish();
  return new DecodedText(source, text, spans, PERCENT_CODEC);
}

function parsePercentBytes(run: string): Uint8Array {
  return Uint8Array.from(run.slice(1).split("%"), (hex) => Number.parseInt(hex, 16));
}

const HTML_REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,8})|([a-z]{2,4}));/g;

/** Encodes by name if that has the right length, else as a zero-padded number; upper case if that is too long. */
const HTML_CODEC: EscapeCodec = {
  encode: (char, room) => {
    const entity = ENTITY_BY_CHARACTER.get(char);
    if (entity?.length === room) return entity;
    for (const one of [char, char.toUpperCase()]) {
      const digits = String(one.codePointAt(0));
      if (digits.length + 3 <= room) return `&#${digits.padStart(room - 3, "0")};`;
    }
    return null;
  },
  decode: (encoded) => encoded.replace(HTML_REFERENCE, decodeHtmlReference),
};

function decodeHtmlReference(all: string, decimal?: string, hex?: string, name = ""): string {
  if (decimal === undefined && hex === undefined) return ENTITIES[name] ?? all;
  const code = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : all;
}

/** Decodes HTML character references; returns the same text if it has none. */
export function decodeHtmlReferences(source: EditableText): EditableText {
  const collector = new EscapeCollector(source.text);
  for (const { 0: all, 1: decimal, 2: hex, 3: name, index } of source.text.matchAll(
    HTML_REFERENCE,
  )) {
    const decoded = decodeHtmlReference(all, decimal, hex, name);
    if (decoded !== all) collector.add(index, all.length, decoded);
  }
  if (collector.spans.at.length === 0) return source;
  const { text, spans } = collector.finish();
  return new DecodedText(source, text, spans, HTML_CODEC);
}

const UTF8_CODEC: EscapeCodec = {
  encode: (text) => toBinaryString(ENCODER.encode(text)),
  decode: (encoded) => decodeStrict(decodeBinaryString(encoded)) ?? "",
};

/** Decodes UTF-8; `null` if the bytes are not valid UTF-8. */
export function decodeUtf8Text(binary: EditableText): EditableText | null {
  const text = decodeStrict(decodeBinaryString(binary.text));
  if (text === null) return null;
  if (text.length === binary.text.length) return binary;
  const collector = new EscapeCollector(binary.text);
  let from = 0;
  for (const char of text) {
    const size = char.length === 2 ? 4 : char < "\u0080" ? 1 : char < "\u0800" ? 2 : 3;
    if (size > 1) collector.add(from, size, char);
    from += size;
  }
  const { spans } = collector.finish();
  return new DecodedText(binary, text, spans, UTF8_CODEC);
}
