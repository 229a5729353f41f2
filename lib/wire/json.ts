/**
 * JSON bodies of every habit, cut into values: one value, JSON Lines, concatenated or
 * pretty-printed values, the elements of an array. What is between values is reported as stray.
 *
 * Guarantees: the frames do not depend on how the text was cut into pieces; a broken value costs
 * its own lines, not what follows.
 */

import { FrameNote, type Framer, type FrameSink } from "./frame.ts";
import { JsonScanner } from "./json-scanner.ts";

export class JsonFramer implements Framer {
  readonly #emit: FrameSink;
  #pieces: string[] = [];
  /** Position of the first character of the pending line. */
  #lineStart = 0;
  /** A value that goes on over several lines. */
  #open: { start: number; lines: string[]; scanner: JsonScanner } | null = null;
  #stray: { start: number; end: number; text: string } | null = null;
  /** Inside the brackets of a top-level array. */
  #inArray = false;

  constructor(emit: FrameSink) {
    this.#emit = emit;
  }

  push(text: string): void {
    let from = 0;
    for (let lf = text.indexOf("\n"); lf >= 0; lf = text.indexOf("\n", from)) {
      this.#pieces.push(text.slice(from, lf + 1));
      this.#endLine();
      from = lf + 1;
    }
    if (from < text.length) this.#pieces.push(text.slice(from));
  }

  end(): void {
    if (this.#pieces.length > 0) this.#endLine();
    if (this.#open) {
      const { start, lines } = this.#open;
      this.#open = null;
      this.#flushStray();
      const data = lines.join("");
      const end = start + data.length;
      this.#emit({ kind: "data", start, end, data, notes: FrameNote.Unterminated });
    }
    this.#flushStray();
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
    if (at === line.length) return at;
    const char = line[at];
    if (char === "[" && !this.#inArray) {
      this.#inArray = true;
      return at + 1;
    }
    if (char === "]" && this.#inArray) {
      this.#inArray = false;
      return at + 1;
    }
    const whole = this.#inArray ? undefined : parsed(line, at);
    if (whole) {
      const end = lineStart + at + whole.text.length;
      this.#flushStray();
      this.#emit({
        kind: "data",
        start: lineStart + at,
        end,
        data: whole.text,
        value: whole.value,
        notes: 0,
      });
      return line.length;
    }
    if (char === "{" || char === "[" || this.#inArray) {
      this.#open = { start: lineStart + at, lines: [], scanner: new JsonScanner(this.#inArray) };
      return at;
    }
    this.#addStray(line.slice(at), lineStart + at);
    return line.length;
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
      // The value ends where this line begins, or with it when it began here.
      const head = open.lines.join("");
      if (head.length > 0) {
        this.#addStray(head, open.start);
        return from;
      }
      this.#addStray(line.slice(from), lineStart + from);
      return line.length;
    }
    open.lines.push(line.slice(from, stop));
    const data = open.lines.join("").trimEnd();
    this.#flushStray();
    this.#emit({ kind: "data", start: open.start, end: open.start + data.length, data, notes: 0 });
    return stop;
  }

  #addStray(text: string, start: number): void {
    const end = start + text.length;
    if (this.#stray) this.#stray = { start: this.#stray.start, end, text: this.#stray.text + text };
    else this.#stray = { start, end, text };
  }

  #flushStray(): void {
    const stray = this.#stray;
    if (!stray) return;
    this.#stray = null;
    const data = stray.text.trimEnd();
    this.#emit({
      kind: "stray",
      start: stray.start,
      end: stray.start + data.length,
      data,
      notes: 0,
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

function parsed(line: string, from: number): { text: string; value: unknown } | undefined {
  const text = line.slice(from).trimEnd();
  if (text.startsWith("[")) return undefined;
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
