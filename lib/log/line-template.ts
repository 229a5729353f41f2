/**
 * Lines of a log that are like one before but for a time, a token and a count: read by comparing,
 * not by parsing.
 *
 * Guarantee: a line is read as it would be by parsing it, or not at all.
 */

import {
  Backoff,
  findTokenTemplate,
  isUnescapedText,
  type MatchedToken,
  type TokenTemplate,
} from "../protocol/token-template.ts";
import type { DataRecord, WireRecord } from "../wire/record.ts";
import { getUtf8Length } from "../wire/utf8.ts";

/** A line that was read: the same object each time. */
export interface MatchedLine extends MatchedToken {
  /** Does it say how many bytes its text has? */
  readonly hasByteCount: boolean;
}

/** The record that it is. */
export function toDataRecord({
  x,
  time,
  template,
  word,
  bytes,
  hasByteCount,
}: MatchedLine): DataRecord {
  const text = template.before + word + template.after;
  return { r: "data", x, t: time, text, ...(hasByteCount && { n: bytes }) };
}

/** Streams that run side by side. */
const MAX_TEMPLATES = 4;
const MAX_DIGITS = 15;

/** What most words are. */
const PLAIN_ASCII = /^[ !#-[\]-~]*$/;

const DOT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = "\\";

export class LineTemplateMatcher {
  /** The one that was followed last comes first. */
  readonly #templates: LineTemplate[] = [];
  readonly #backoff = new Backoff();

  /** `place`: where the line begins in its file. */
  match(line: string, place: number): MatchedLine | null {
    const forms = this.#templates;
    for (let i = 0; i < forms.length; i++) {
      const form = forms[i];
      const found = form?.match(line, place);
      if (!form || !found) continue;
      if (i > 0) forms.unshift(...forms.splice(i, 1));
      return found;
    }
    return null;
  }

  /** A line that was parsed, for those to come. */
  learn(line: string, record: WireRecord): void {
    if (record.r !== "data" || !this.#backoff.shouldRetry(this.#templates[0]?.uses ?? 0)) return;
    const form = LineTemplate.create(line, record);
    if (!form) return;
    this.#templates.unshift(form);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
  }

  /** What follows may mean something else. */
  reset(): void {
    this.#templates.length = 0;
  }
}

/** The lines of one exchange that bring words of one likeness, as Loupe writes them. */
class LineTemplate {
  uses = 0;
  readonly #line: { -readonly [key in keyof MatchedLine]: MatchedLine[key] };
  /** Bytes of a text without its word. */
  readonly #bytes: number;
  /** Up to the time, from there to the word, and from there to the count or to the end. */
  readonly #head: string;
  readonly #middle: string;
  readonly #tail: string;

  private constructor(template: TokenTemplate, x: string, counts: boolean) {
    const { before, after } = template;
    this.#line = {
      x,
      template: template,
      word: "",
      time: 0,
      bytes: 0,
      offset: -1,
      hasByteCount: counts,
    };
    this.#bytes = getUtf8Length(before) + getUtf8Length(after);
    this.#head = `{"r":"data","x":${JSON.stringify(x)},"t":`;
    this.#middle = `,"text":${JSON.stringify(before).slice(0, -1)}`;
    this.#tail = `${JSON.stringify(after).slice(1)}${counts ? ',"n":' : "}"}`;
  }

  /** `null` where the line is written in another way, or its text is no single token. */
  static create(line: string, { x, t, n, text = "" }: DataRecord): LineTemplate | null {
    const template = findTokenTemplate(text);
    if (!template || t === null) return null;
    const form = new LineTemplate(template, x, n !== undefined);
    const read = form.match(line, -1);
    form.uses = 0;
    return read !== null && read.time === t && toDataRecord(read).text === text ? form : null;
  }

  match(line: string, place: number): MatchedLine | null {
    if (!hasTextAt(line, 0, this.#head)) return null;
    const timeEnd = findNumberEnd(line, this.#head.length);
    if (timeEnd < 0 || !hasTextAt(line, timeEnd, this.#middle)) return null;
    const from = timeEnd + this.#middle.length;
    // Behind the word comes an escaped quote.
    const to = line.indexOf(BACKSLASH, from);
    if (to < 0 || !hasTextAt(line, to, this.#tail)) return null;
    if (!this.#endsAt(line, to + this.#tail.length)) return null;
    const word = line.slice(from, to);
    const isAscii = PLAIN_ASCII.test(word);
    if (!isAscii && !isUnescapedText(word)) return null;
    this.uses++;
    const read = this.#line;
    read.word = word;
    read.time = Number(line.slice(this.#head.length, timeEnd));
    read.bytes = this.#bytes + (isAscii ? word.length : getUtf8Length(word));
    read.offset = place;
    return read;
  }

  /** Is the rest of the line a count, where there should be one, and its end? */
  #endsAt(line: string, at: number): boolean {
    if (!this.#line.hasByteCount) return at === line.length;
    const end = findDigitsEnd(line, at);
    return end >= 0 && end === line.length - 1 && line.endsWith("}");
  }
}

/** Does the text stand there? Compared as `wordIn` does. */
function hasTextAt(line: string, at: number, text: string): boolean {
  return line.slice(at, at + text.length) === text;
}

/** Where a number without sign and exponent ends; −1 where there is none. */
function findNumberEnd(line: string, at: number): number {
  const whole = findDigitsEnd(line, at);
  if (whole < 0 || line.charCodeAt(whole) !== DOT) return whole;
  let end = whole + 1;
  while (isDigit(line.charCodeAt(end))) end++;
  return end > whole + 1 ? end : -1;
}

/** Of a number that is exact; JSON has none with zeros before it. */
function findDigitsEnd(line: string, at: number): number {
  let end = at;
  while (isDigit(line.charCodeAt(end))) end++;
  const count = end - at;
  if (count === 0 || count > MAX_DIGITS) return -1;
  return count > 1 && line.charCodeAt(at) === ZERO ? -1 : end;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
