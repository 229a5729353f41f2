/**
 * Splits JSON bodies into values: a single value, JSON Lines, concatenated or pretty-printed
 * values, array elements. Text between values is reported as stray.
 *
 * **Guarantees:** the frames do not depend on how the text was split; a broken value costs its own
 * lines, but not what follows, and not the objects that are complete on lines of their own.
 */

import { parseExactJson } from "../json/exact-json.ts";
import { JsonValueScanner } from "../json/json-value-scanner.ts";
import { type Frame, FrameIssue, type Framer, NO_FRAMES } from "./frame.ts";
import { SimilarJson } from "./similar-json.ts";

/** A bracket that starts an array, not the `[INFO]` or `[2026-…` of a log line. */
const ARRAY = /^\[\s*(?:$|[[{"\]]|-?[\d.eE+-]+\s*(?:[,\]]|$)|(?:true|false|null)\b)/;

export class JsonFramer implements Framer {
  /** The frames since the last call. */
  #frames: Frame[] = [];
  /** Most lines are like the one before, and need not be parsed to see that they are whole. */
  readonly #similar = new SimilarJson();
  #pieces: string[] = [];
  /** Position of the first character of the pending line. */
  #lineStart = 0;
  /** A value that spans several lines. */
  #open: { start: number; lines: string[]; scanner: JsonValueScanner } | null = null;
  #stray: { start: number; end: number; text: string } | null = null;
  /** Inside the brackets of a top-level array. */
  #inArray = false;

  push(text: string): readonly Frame[] {
    let from = 0;
    for (let lf = text.indexOf("\n"); lf >= 0; lf = text.indexOf("\n", from)) {
      this.#pieces.push(text.slice(from, lf + 1));
      this.#endLine();
      from = lf + 1;
    }
    if (from < text.length) this.#pieces.push(text.slice(from));
    return this.#takeFrames();
  }

  end(): readonly Frame[] {
    if (this.#pieces.length > 0) this.#endLine();
    if (this.#open) {
      const { start, lines } = this.#open;
      this.#open = null;
      this.#cutOff(start, lines);
    }
    this.#flushStray();
    return this.#takeFrames();
  }

  #takeFrames(): readonly Frame[] {
    const frames = this.#frames;
    if (frames.length === 0) return NO_FRAMES;
    this.#frames = [];
    return frames;
  }

  /** Ends the body inside a value: the last one that started at a line start, or the whole rest. */
  #cutOff(start: number, lines: readonly string[]): void {
    const wholes = lines.findLastIndex((line, i) => i > 0 && parseWholeLine(line, this.#inArray));
    let from = 0;
    if (wholes > 0) {
      from = lines.findLastIndex((line, i) => i > wholes && line.startsWith("{"));
      if (from < 0) from = lines.length;
    }
    const tail = this.#salvage(start, lines.slice(0, from));
    const data = lines.slice(from).join("").trimEnd();
    if (data.length > 0) this.#value(tail, data, undefined, FrameIssue.Unterminated);
  }

  /** Handles an invalid value: complete objects on its later lines are values. Returns its end. */
  #salvage(start: number, lines: readonly string[]): number {
    let at = start;
    for (const [i, line] of lines.entries()) {
      const whole = i > 0 ? parseWholeLine(line, this.#inArray) : undefined;
      if (whole) this.#value(at, whole.text, whole.value);
      else this.#addStray(line, at);
      at += line.length;
    }
    return at;
  }

  #endLine(): void {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] ?? "") : this.#pieces.join("");
    this.#pieces = [];
    const start = this.#lineStart;
    this.#lineStart = start + line.length;
    this.#line(line, start);
  }

  #line(line: string, start: number): void {
    let from = 0;
    while (from < line.length) {
      from = this.#open ? this.#continue(line, from, start) : this.#begin(line, from, start);
    }
  }

  /** Between values: returns where in the line to go on. */
  #begin(line: string, from: number, lineStart: number): number {
    const at = skipBetween(line, from, this.#inArray);
    if (at > from) this.#bridge(line.slice(from, at), lineStart + from);
    if (at === line.length) return at;
    const char = line[at];
    const isArray = char === "[" && !this.#inArray && ARRAY.test(line.slice(at, at + 40));
    if (isArray || (char === "]" && this.#inArray)) {
      this.#inArray = isArray;
      return at + 1;
    }
    if (char === "}" && this.#inArray) {
      this.#addStray(char, lineStart + at);
      return at + 1;
    }
    // After another value on the line there may be a third, so do not try parsing to the end.
    const mayBeWhole = !this.#inArray && (from === 0 || char !== "{");
    const whole = mayBeWhole ? this.#whole(line.slice(at).trimEnd()) : undefined;
    if (whole) {
      this.#value(lineStart + at, whole.text, whole.value);
      return line.length;
    }
    if (char === "{" || this.#inArray) {
      this.#open = {
        start: lineStart + at,
        lines: [],
        scanner: new JsonValueScanner(this.#inArray),
      };
      return at;
    }
    this.#addStray(line.slice(at), lineStart + at);
    return line.length;
  }

  #whole(text: string): WholeValue | undefined {
    if (this.#similar.matches(text)) return { text, value: undefined };
    const whole = parseWhole(text);
    if (whole) this.#similar.learn(text);
    return whole;
  }

  /** Inside a value: returns where in the line to go on. */
  #continue(line: string, from: number, lineStart: number): number {
    const open = this.#open;
    if (!open) return from;
    const { stop, state } = open.scanner.scan(line, from);
    if (state === "open") {
      open.lines.push(line.slice(from));
      return line.length;
    }
    this.#open = null;
    if (state === "broken") {
      // The broken value ends before this line, or with it if it started here.
      if (open.lines.length > 0) {
        this.#salvage(open.start, open.lines);
        return from;
      }
      this.#addStray(line.slice(from), lineStart + from);
      return line.length;
    }
    open.lines.push(line.slice(from, stop));
    const data = open.lines.join("").trimEnd();
    const isValue = /^[[{"]/.test(data) || parseWhole(data) !== undefined;
    if (isValue) this.#value(open.start, data, undefined);
    else this.#addStray(data, open.start);
    return stop;
  }

  #value(start: number, data: string, value: unknown, notes = 0): void {
    this.#flushStray();
    const frame: Frame = { kind: "data", start, end: start + data.length, data, issues: notes };
    if (value !== undefined) frame.value = value;
    this.#frames.push(frame);
  }

  #addStray(text: string, start: number): void {
    if (this.#stray?.end !== start) this.#flushStray();
    this.#stray ??= { start, end: start, text: "" };
    this.#stray.text += text;
    this.#stray.end += text.length;
  }

  /** White space between two pieces of stray text belongs to them. */
  #bridge(gap: string, start: number): void {
    if (this.#stray?.end === start && gap.trim() === "") this.#addStray(gap, start);
  }

  #flushStray(): void {
    const stray = this.#stray;
    if (!stray) return;
    this.#stray = null;
    const data = stray.text.trimEnd();
    this.#frames.push({
      kind: "stray",
      start: stray.start,
      end: stray.start + data.length,
      data,
      issues: 0,
    });
  }
}

function skipBetween(line: string, from: number, inArray: boolean): number {
  let at = from;
  while (at < line.length) {
    const char = line.charCodeAt(at);
    const skipped = char <= 32 || char === 0xfeff || (inArray && char === 44);
    if (!skipped) break;
    at++;
  }
  return at;
}

interface WholeValue {
  readonly text: string;
  readonly value: unknown;
}

function parseWhole(text: string): WholeValue | undefined {
  if (text.startsWith("[")) return undefined;
  try {
    return { text, value: parseExactJson(text) };
  } catch {
    return undefined;
  }
}

/** The object that fills a whole line, except for an array's comma. */
function parseWholeLine(line: string, inArray: boolean): WholeValue | undefined {
  if (!line.startsWith("{")) return undefined;
  const text = line.trimEnd();
  return parseWhole(inArray && text.endsWith(",") ? text.slice(0, -1) : text);
}
