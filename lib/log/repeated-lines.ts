/**
 * Reads log lines that differ from an earlier one only in time, token and byte count, by comparing
 * text instead of parsing.
 *
 * **Guarantees:** a line is read exactly as parsing would read it, or not at all.
 */

import { getUtf8Length } from "../text/utf8.ts";
import { Backoff } from "../timeline/token-fast-path/token-matcher.ts";
import { TokenRecord } from "../timeline/token-fast-path/token-record.ts";
import {
  findTokenTemplateInEvent,
  isUnescapedText,
  type TokenTemplate,
} from "../timeline/token-fast-path/token-template.ts";
import type { DataRecord, WireRecord } from "../wire/record.ts";

/** Maximum number of parallel streams. */
const MAX_TEMPLATES = 4;
const MAX_DIGITS = 15;

/** Most words are plain ASCII. */
const PLAIN_ASCII = /^[ !#-[\]-~]*$/;

const DOT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = "\\";

export class RepeatedLines {
  /** Most recently used first. */
  readonly #templates: LineTemplate[] = [];
  readonly #backoff = new Backoff();

  /** The record of a line that repeats an earlier one; `null` if the line must be parsed. */
  read(line: string): TokenRecord | null {
    const templates = this.#templates;
    for (let i = 0; i < templates.length; i++) {
      const template = templates[i];
      const record = template?.read(line);
      if (!template || !record) continue;
      if (i > 0) templates.unshift(...templates.splice(i, 1));
      return record;
    }
    return null;
  }

  /** Learns a template from a parsed line. */
  learn(line: string, record: WireRecord): void {
    if (record.r !== "data" || !this.#backoff.shouldRetry(this.#templates[0]?.uses ?? 0)) return;
    const template = LineTemplate.create(line, record);
    if (!template) return;
    this.#templates.unshift(template);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
  }

  /** Forgets all templates. */
  reset(): void {
    this.#templates.length = 0;
  }
}

/** Template of the lines of one exchange that deliver similar tokens, as Loupe writes them. */
class LineTemplate {
  uses = 0;
  readonly #exchange: string;
  readonly #template: TokenTemplate;
  /** Bytes of the text without its word. */
  readonly #bytes: number;
  /** The line up to the time, from there to the word, and from there to the count. */
  readonly #head: string;
  readonly #middle: string;
  readonly #tail: string;

  private constructor(template: TokenTemplate, exchange: string) {
    const { before, after } = template;
    this.#exchange = exchange;
    this.#template = template;
    this.#bytes = getUtf8Length(before) + getUtf8Length(after);
    this.#head = `{"r":"data","x":${JSON.stringify(exchange)},"t":`;
    this.#middle = `,"text":${JSON.stringify(before).slice(0, -1)}`;
    this.#tail = `${JSON.stringify(after).slice(1)},"n":`;
  }

  /** `null` if the line is written differently or its text is not a single token. */
  static create(line: string, { x, t, text = "" }: DataRecord): LineTemplate | null {
    const template = findTokenTemplateInEvent(text);
    if (!template || t === null) return null;
    const lineTemplate = new LineTemplate(template, x);
    const record = lineTemplate.read(line);
    lineTemplate.uses = 0;
    const isSame = record !== null && record.t === t && record.text === text;
    return isSame ? lineTemplate : null;
  }

  read(line: string): TokenRecord | null {
    if (!hasTextAt(line, 0, this.#head)) return null;
    const timeEnd = findNumberEnd(line, this.#head.length);
    if (timeEnd < 0 || !hasTextAt(line, timeEnd, this.#middle)) return null;
    const from = timeEnd + this.#middle.length;
    // The word ends with an escaped quote.
    const to = line.indexOf(BACKSLASH, from);
    if (to < 0 || !hasTextAt(line, to, this.#tail)) return null;
    if (!isCountAndEnd(line, to + this.#tail.length)) return null;
    const word = line.slice(from, to);
    const isAscii = PLAIN_ASCII.test(word);
    if (!isAscii && !isUnescapedText(word)) return null;
    this.uses++;
    const time = Number(line.slice(this.#head.length, timeEnd));
    const bytes = this.#bytes + (isAscii ? word.length : getUtf8Length(word));
    return new TokenRecord(this.#exchange, time, bytes, this.#template, word);
  }
}

/** Is the rest of the line the count and the end? */
function isCountAndEnd(line: string, at: number): boolean {
  const end = findDigitsEnd(line, at);
  return end >= 0 && end === line.length - 1 && line.endsWith("}");
}

/**
 * Does the line contain the text at this position? `slice` and `===` are faster here than
 * `startsWith`.
 */
function hasTextAt(line: string, at: number, text: string): boolean {
  return line.slice(at, at + text.length) === text;
}

/** The end of a number without sign and exponent; −1 if there is none. */
function findNumberEnd(line: string, at: number): number {
  const whole = findDigitsEnd(line, at);
  if (whole < 0 || line.charCodeAt(whole) !== DOT) return whole;
  let end = whole + 1;
  while (isDigit(line.charCodeAt(end))) end++;
  return end > whole + 1 ? end : -1;
}

/** The end of an integer that is exact in JavaScript; JSON allows no leading zeros. */
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
