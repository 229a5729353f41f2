/**
 * Splits server-sent events exactly as the standard says, and reports what the standard drops:
 * comments, unknown fields, text that is not SSE, and an event cut off by the end.
 *
 * **Guarantees:** the frames do not depend on how the text was split; every character of the body
 * is read once.
 */

import { type Frame, FrameIssue, type Framer, NO_FRAMES } from "./frame.ts";

const LF = 10;
const SPACE = 32;
const COLON = 58;
const D = 100;

type LineEnd = "" | "\n" | "\r" | "\r\n";

export class SseFramer implements Framer {
  /** The frames since the last call. */
  #frames: Frame[] = [];
  /** Length of the text so far. */
  #seen = 0;
  /** Pieces of an incomplete line. */
  #pieces: string[] = [];
  #lineStart = 0;
  /** The text so far ends in CR; a following LF belongs to it. */
  #afterCr = false;
  /** A complete block waits for the LF of its CRLF. */
  #waiting = false;
  #lastEnd: LineEnd = "";

  #blockStart = 0;
  #blockEmpty = true;
  #data: string | null = null;
  #stray: string | null = null;
  #event: string | undefined;
  #id: string | undefined;
  #retry: number | undefined;
  #notes = 0;

  push(text: string): readonly Frame[] {
    const event = this.#readSingleEvent(text);
    if (event) return [event];
    if (text.length > 0) this.#readLines(text);
    return this.#takeFrames();
  }

  /** Reads a text that is one whole event of one data line, as most live reads are. */
  #readSingleEvent(text: string): Frame | null {
    const stop = text.length - 2;
    if (!text.startsWith("data: ") || text.indexOf("\n") !== stop || !text.endsWith("\n\n")) {
      return null;
    }
    const start = this.#seen;
    if (text.includes("\r") || !this.skipEvent(text.length)) return null;
    return { kind: "data", start, end: this.#seen, data: text.slice(6, stop), issues: 0 };
  }

  /** Skips an event that the caller has read itself; false if no event may start here. */
  skipEvent(length: number): boolean {
    if (!this.#isBetweenEvents) return false;
    this.#seen += length;
    this.#lineStart = this.#seen;
    this.#blockStart = this.#seen;
    this.#lastEnd = "\n";
    return true;
  }

  get #isBetweenEvents(): boolean {
    const isBetween = this.#blockEmpty && this.#pieces.length === 0 && this.#notes === 0;
    return isBetween && !this.#afterCr && !this.#waiting;
  }

  #readLines(text: string): void {
    const base = this.#seen;
    this.#seen += text.length;
    let from = 0;
    if (base === 0 && text.charCodeAt(0) === 0xfeff) {
      this.#notes |= FrameIssue.Bom;
      this.#lineStart = 1;
      from = 1;
    }
    if (this.#afterCr) from = this.#resolveCr(text, base);

    let lf = text.indexOf("\n", from);
    let cr = text.indexOf("\r", from);
    while (lf >= 0 || cr >= 0) {
      const atCr = cr >= 0 && (lf < 0 || cr < lf);
      const stop = atCr ? cr : lf;
      const begin = from;
      from = stop + 1;
      let end: LineEnd = "\n";
      if (atCr) {
        end = "\r";
        if (from === text.length) {
          this.#afterCr = true;
          this.#endLine(text, begin, stop, base + from, end);
          return;
        }
        if (text.charCodeAt(from) === LF) {
          end = "\r\n";
          from++;
        }
        cr = text.indexOf("\r", from);
      }
      if (lf >= 0 && lf < from) lf = text.indexOf("\n", from);
      this.#endLine(text, begin, stop, base + from, end);
    }
    if (from < text.length) this.#pieces.push(from === 0 ? text : text.slice(from));
  }

  end(): readonly Frame[] {
    if (this.#waiting) this.#dispatch(this.#seen);
    this.#afterCr = false;
    if (this.#pieces.length > 0) {
      const line = this.#takeLine("");
      this.#notes |= FrameIssue.Unterminated;
      this.#line(line, 0, line.length, this.#seen);
    }
    if (!this.#blockEmpty) {
      this.#notes |= FrameIssue.Unterminated;
      this.#dispatch(this.#seen);
    }
    return this.#takeFrames();
  }

  #takeFrames(): readonly Frame[] {
    const frames = this.#frames;
    if (frames.length === 0) return NO_FRAMES;
    this.#frames = [];
    return frames;
  }

  /** Handles a CR at the end of the previous text. Returns the start of this text's first line. */
  #resolveCr(text: string, base: number): number {
    this.#afterCr = false;
    const isCrLf = text.charCodeAt(0) === LF;
    const from = isCrLf ? 1 : 0;
    if (isCrLf) this.#lastEnd = "\r\n";
    this.#lineStart = base + from;
    if (this.#waiting) this.#dispatch(base + from);
    else if (this.#blockEmpty) this.#blockStart = base + from;
    return from;
  }

  /** Returns the pending line with its rest. */
  #takeLine(rest: string): string {
    this.#pieces.push(rest);
    const line = this.#pieces.join("");
    this.#pieces = [];
    return line;
  }

  /** Ends a line: `text` from `begin` to `stop`, after the pending pieces. */
  #endLine(text: string, begin: number, stop: number, next: number, end: LineEnd): void {
    const before = this.#lastEnd;
    this.#lastEnd = end;
    if (this.#pieces.length > 0) {
      const line = this.#takeLine(text.slice(begin, stop));
      this.#line(line, 0, line.length, next);
    } else if (stop > begin) {
      this.#line(text, begin, stop, next);
    } else if (this.#blockEmpty) {
      this.#blockStart = next;
    } else if (end === "\r" && this.#afterCr && before === "\r\n") {
      // A CRLF stream split inside its blank line: the event ends with the next LF.
      this.#waiting = true;
    } else {
      // Only in a CRLF stream does the blank line include its LF; otherwise a split would change
      // the frame's end.
      const strayLf = end === "\r\n" && before !== "\r\n";
      this.#dispatch(strayLf ? next - 1 : next);
      this.#blockStart = next;
    }
    this.#lineStart = next;
  }

  #line(text: string, begin: number, stop: number, next: number): void {
    const first = text.charCodeAt(begin);
    if (first === COLON) return this.#comment(text.slice(begin, stop), next);
    if (this.#blockEmpty) this.#blockStart = this.#lineStart;
    this.#blockEmpty = false;
    if (first === D && text.startsWith("data:", begin)) {
      const value = text.charCodeAt(begin + 5) === SPACE ? begin + 6 : begin + 5;
      return this.#addData(text.slice(value, stop));
    }
    this.#field(text.slice(begin, stop));
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : getValueAfter(line, colon);
    if (name === "data") this.#addData(value);
    else if (name === "event") this.#event = value;
    else if (name === "id") {
      if (!value.includes("\0")) this.#id = value;
    } else if (name === "retry") {
      if (/^\d+$/.test(value)) this.#retry = Number(value);
    } else {
      this.#notes |= FrameIssue.UnknownField;
      this.#stray = this.#stray === null ? line : `${this.#stray}\n${line}`;
    }
  }

  #addData(value: string): void {
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
  }

  #comment(line: string, next: number): void {
    if (this.#blockEmpty) this.#blockStart = next;
    const start = this.#lineStart;
    const notes = this.#notes & FrameIssue.Bom;
    this.#notes &= ~FrameIssue.Bom;
    this.#frames.push({
      kind: "comment",
      start,
      end: start + line.length,
      data: getValueAfter(line, 0),
      issues: notes,
    });
  }

  #dispatch(end: number): void {
    const frame: Frame = {
      kind: this.#data !== null ? "data" : this.#stray !== null ? "stray" : "fields",
      start: this.#blockStart,
      end,
      data: this.#data ?? this.#stray ?? "",
      issues: this.#notes,
    };
    if (this.#event !== undefined) frame.event = this.#event;
    if (this.#id !== undefined) frame.id = this.#id;
    if (this.#retry !== undefined) frame.retry = this.#retry;
    this.#waiting = false;
    this.#blockEmpty = true;
    this.#blockStart = end;
    this.#data = null;
    this.#stray = null;
    this.#event = undefined;
    this.#id = undefined;
    this.#retry = undefined;
    this.#notes = 0;
    this.#frames.push(frame);
  }
}

function getValueAfter(line: string, colon: number): string {
  return line.charCodeAt(colon + 1) === SPACE ? line.slice(colon + 2) : line.slice(colon + 1);
}

/** Does a body with this start look like server-sent events? */
export function looksLikeSse(start: string): boolean {
  return /^\uFEFF?(?:[\r\n]*)(?::|(?:data|event|id|retry)(?::|[\r\n]))/.test(start);
}
