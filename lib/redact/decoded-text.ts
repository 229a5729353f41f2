/**
 * Editable views of a text with one encoding removed: JSON escapes, percent encoding, HTML
 * character references or UTF-8. Characters that are not encoded stay as they are, so the source
 * may be any text.
 */

import { ENTITIES } from "../secrets/encodings.ts";
import { decodeBinaryString, decodeStrict, getUtf8Length, toBinaryString } from "../wire/utf8.ts";
import type { EditableText, TextOrigin } from "./editable-text.ts";

interface EscapeCodec {
  /** In as many characters as there are; `null` where there is no such spelling. */
  encode(text: string, room: number): string | null;
  decode(spelled: string): string;
}

/** Stretches that are spelled otherwise, in order: where they stand here, and where below. */
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

  constructor(below: EditableText, text: string, spans: EscapeSpans, code: EscapeCodec) {
    this.text = text;
    this.#source = below;
    this.#spans = spans;
    this.#codec = code;
  }

  getCurrent(from: number, to: number): string {
    let now = "";
    this.#visitSpans(from, to, {
      plain: (at, end) => {
        now += this.#source.getCurrent(at, end);
      },
      spelled: (at, end) => {
        now += this.#codec.decode(this.#source.getCurrent(at, end));
      },
    });
    return now;
  }

  write(from: number, text: string): void {
    let done = 0;
    this.#visitSpans(from, from + text.length, {
      plain: (at, end) => {
        this.#source.write(at, text.slice(done, done + end - at));
        done += end - at;
      },
      spelled: (at, end, length) => {
        const spelled = this.#codec.encode(text.slice(done, done + length), end - at);
        if (spelled?.length === end - at) this.#source.write(at, spelled);
        done += length;
      },
    });
  }

  getOrigin(at: number): TextOrigin {
    return this.#source.getOrigin(this.#toSourcePosition(at));
  }

  #toSourcePosition(at: number): number {
    const i = this.#findSpanBefore(at);
    const { at: ats, length, from, size } = this.#spans;
    const start = ats[i];
    if (start === undefined) return at;
    const behind = at - start - (length[i] ?? 0);
    return behind < 0 ? (from[i] ?? 0) : (from[i] ?? 0) + (size[i] ?? 0) + behind;
  }

  /** The last span that begins at or before a place; −1 where none does. */
  #findSpanBefore(place: number): number {
    const { at } = this.#spans;
    let low = -1;
    let high = at.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((at[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  #visitSpans(
    from: number,
    to: number,
    visit: {
      plain(at: number, end: number): void;
      spelled(at: number, end: number, length: number): void;
    },
  ): void {
    const { at, length, from: below, size } = this.#spans;
    let place = from;
    let i = this.#findSpanBefore(from);
    if (i < 0 || (at[i] ?? 0) + (length[i] ?? 0) <= from) i++;
    while (place < to) {
      const start = at[i] ?? Number.POSITIVE_INFINITY;
      if (start > place) {
        const end = Math.min(start, to);
        const beneath = this.#toSourcePosition(place);
        visit.plain(beneath, beneath + end - place);
        place = end;
        continue;
      }
      const span = length[i] ?? 1;
      visit.spelled(below[i] ?? 0, (below[i] ?? 0) + (size[i] ?? 0), span);
      place = start + span;
      i++;
    }
  }
}

/** Collects what is spelled otherwise, going through a text from its beginning. */
class EscapeCollector {
  readonly spans: EscapeSpans = { at: [], length: [], from: [], size: [] };
  text = "";
  #from = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  add(from: number, size: number, says: string): void {
    this.text += this.#source.slice(this.#from, from);
    this.spans.at.push(this.text.length);
    this.spans.length.push(says.length);
    this.spans.from.push(from);
    this.spans.size.push(size);
    this.text += says;
    this.#from = from + size;
  }

  finish(): this {
    this.text += this.#source.slice(this.#from);
    return this;
  }
}

const JSON_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const JSON_CODEC: EscapeCodec = {
  encode: (unit, room) =>
    room === 6 ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : null,
  decode: (spelled) => spelled.replace(JSON_ESCAPE, decodeJsonEscape),
};

const decodeJsonEscape = (_: string, hex: string | undefined, short: string) =>
  hex === undefined
    ? (SHORT_ESCAPES[short] ?? short)
    : String.fromCharCode(Number.parseInt(hex, 16));

/** Without the escapes of JSON; the surface itself where it has none. */
export function decodeJsonEscapes(below: EditableText): EditableText {
  if (!below.text.includes("\\")) return below;
  const spelling = new EscapeCollector(below.text);
  for (const match of below.text.matchAll(JSON_ESCAPE)) {
    spelling.add(
      match.index,
      match[0].length,
      decodeJsonEscape(match[0], match[1], match[2] ?? ""),
    );
  }
  if (spelling.spans.at.length === 0) return below;
  const { text, spans } = spelling.finish();
  return new DecodedText(below, text, spans, JSON_CODEC);
}

const PERCENT_RUN = /(?:%[0-9a-fA-F]{2})+/g;
const PERCENT_RUN_OR_PLUS = /(?:%[0-9a-fA-F]{2})+|\+/g;

const PERCENT_CODEC: EscapeCodec = {
  encode: (text, room) => {
    if (room === 1) return text === " " ? "+" : text;
    const bytes = new TextEncoder().encode(text);
    return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(
      "",
    );
  },
  decode: (spelled) => {
    if (!spelled.startsWith("%")) return spelled === "+" ? " " : spelled;
    return decodeStrict(parsePercentBytes(spelled)) ?? "";
  },
};

/** Without the percent signs of URLs, and where that is asked for a plus as a space. */
export function decodePercents(below: EditableText, plusIsSpace: boolean): EditableText {
  const spelling = new EscapeCollector(below.text);
  for (const { 0: run, index } of below.text.matchAll(
    plusIsSpace ? PERCENT_RUN_OR_PLUS : PERCENT_RUN,
  )) {
    if (run === "+") {
      spelling.add(index, 1, " ");
      continue;
    }
    const text = decodeStrict(parsePercentBytes(run));
    let from = index;
    for (const char of text ?? "") {
      const size = 3 * getUtf8Length(char);
      spelling.add(from, size, char);
      from += size;
    }
  }
  if (spelling.spans.at.length === 0) return below;
  const { text, spans } = spelling.finish();
  return new DecodedText(below, text, spans, PERCENT_CODEC);
}

function parsePercentBytes(run: string): Uint8Array {
  return Uint8Array.from(run.slice(1).split("%"), (hex) => Number.parseInt(hex, 16));
}

const HTML_REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,8})|([a-z]{2,4}));/g;

/** As a number with zeroes before it, or where that is too long in upper case or by its name. */
const HTML_CODEC: EscapeCodec = {
  encode: (char, room) => {
    const name = Object.entries(ENTITIES).find(([, one]) => one === char)?.[0];
    if (name !== undefined && name.length + 2 === room) return `&${name};`;
    for (const one of [char, char.toUpperCase()]) {
      const digits = String(one.codePointAt(0));
      if (digits.length + 3 <= room) return `&#${digits.padStart(room - 3, "0")};`;
    }
    return null;
  },
  decode: (spelled) => spelled.replace(HTML_REFERENCE, decodeHtmlReference),
};

function decodeHtmlReference(all: string, decimal?: string, hex?: string, name = ""): string {
  if (decimal === undefined && hex === undefined) return ENTITIES[name] ?? all;
  const code = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : all;
}

/** Without the references of HTML; the surface itself where it has none. */
export function decodeHtmlReferences(below: EditableText): EditableText {
  const spelling = new EscapeCollector(below.text);
  for (const { 0: all, 1: decimal, 2: hex, 3: name, index } of below.text.matchAll(
    HTML_REFERENCE,
  )) {
    const says = decodeHtmlReference(all, decimal, hex, name);
    if (says !== all) spelling.add(index, all.length, says);
  }
  if (spelling.spans.at.length === 0) return below;
  const { text, spans } = spelling.finish();
  return new DecodedText(below, text, spans, HTML_CODEC);
}

const UTF8_CODEC: EscapeCodec = {
  encode: (text) => toBinaryString(new TextEncoder().encode(text)),
  decode: (spelled) => decodeStrict(decodeBinaryString(spelled)) ?? "",
};

/** The text of bytes; `null` where they are none. */
export function decodeUtf8Text(binary: EditableText): EditableText | null {
  const text = decodeStrict(decodeBinaryString(binary.text));
  if (text === null) return null;
  if (text.length === binary.text.length) return binary;
  const spelling = new EscapeCollector(binary.text);
  let from = 0;
  for (const char of text) {
    const size = char.length === 2 ? 4 : char < "\u0080" ? 1 : char < "\u0800" ? 2 : 3;
    if (size > 1) spelling.add(from, size, char);
    from += size;
  }
  const { spans } = spelling.finish();
  return new DecodedText(binary, text, spans, UTF8_CODEC);
}
