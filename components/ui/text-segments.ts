import { countAtMost } from "../../lib/collections/bisect.ts";

// Splits a long text into segments that a browser can lay out: at line endings, and within long lines
// every 2,000 characters. Segments are offsets; no text is copied.

export type LineEnding = "" | "\n" | "\r" | "\r\n";

export interface TextSegment {
  from: number;
  /** End of the characters, before the line ending. */
  to: number;
  ending: LineEnding;
  /** Whether the segment begins a line. */
  first: boolean;
  line: number;
}

export const SEGMENT_LENGTH = 2000;

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer than any emoji. */
const CUT_DISTANCE = 128;

/** The nearest offset at or before `wanted` that does not split a grapheme. */
export function findCutPoint(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const from = Math.max(0, wanted - CUT_DISTANCE);
  const around = GRAPHEMES.segment(text.slice(from, wanted + CUT_DISTANCE));
  const begin = from + (around.containing(wanted - from)?.index ?? 0);
  if (begin > from) return begin;
  return isHighSurrogate(text.charCodeAt(wanted - 1)) ? wanted - 1 : wanted;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Segments of a text that may grow at its end; finished lines are not scanned again. */
export class TextSegments {
  #text = "";
  #starts: number[] = [];
  #lines: number[] = [];
  /** Bytes before each segment, computed on demand. */
  #bytes: number[] = [];

  get count(): number {
    return this.#starts.length;
  }

  update(text: string): void {
    if (text === this.#text) return;
    const grown =
      this.#text !== "" && text.length > this.#text.length && text.startsWith(this.#text);
    if (!grown) this.#clear();
    const from = this.#removeLastLine();
    this.#text = text;
    this.#split(from);
  }

  at(index: number): TextSegment | undefined {
    const from = this.#starts[index];
    const line = this.#lines[index];
    if (from === undefined || line === undefined) return undefined;
    const end = this.#starts[index + 1] ?? this.#text.length;
    const ending = this.#getLineEnding(end, from);
    const first = index === 0 || this.#lines[index - 1] !== line;
    return { from, to: end - ending.length, ending, first, line };
  }

  /** The segment that contains a character. */
  indexOf(offset: number): number {
    return Math.max(0, countAtMost(this.#starts, offset) - 1);
  }

  /** UTF-8 bytes before a segment. */
  bytesBefore(index: number): number {
    const bytes = this.#bytes;
    if (bytes.length === 0) bytes.push(0);
    while (bytes.length <= index) {
      const last = bytes.length - 1;
      const from = this.#starts[last] ?? this.#text.length;
      const to = this.#starts[last + 1] ?? this.#text.length;
      bytes.push((bytes[last] ?? 0) + countUtf8Bytes(this.#text, from, to));
    }
    return bytes[index] ?? 0;
  }

  #clear(): void {
    this.#text = "";
    this.#starts = [];
    this.#lines = [];
    this.#bytes = [];
  }

  #removeLastLine(): number {
    const line = this.#lines.at(-1);
    let from = this.#text.length;
    while (line !== undefined && this.#lines.at(-1) === line) {
      from = this.#starts.pop() ?? 0;
      this.#lines.pop();
    }
    this.#bytes.length = Math.min(this.#bytes.length, this.#starts.length);
    return from;
  }

  #split(begin: number): void {
    const text = this.#text;
    let line = (this.#lines.at(-1) ?? -1) + 1;
    let from = begin;
    let nextLf = -2;
    let nextCr = -2;
    while (from < text.length) {
      if (nextLf !== -1 && nextLf < from) nextLf = text.indexOf("\n", from);
      if (nextCr !== -1 && nextCr < from) nextCr = text.indexOf("\r", from);
      const at = nextLf === -1 ? nextCr : nextCr === -1 ? nextLf : Math.min(nextLf, nextCr);
      const crlf = at !== -1 && at === nextCr && nextLf === at + 1;
      const end = at === -1 ? text.length : at + (crlf ? 2 : 1);
      this.#splitLine(from, end, at === -1 ? end : at, line);
      from = end;
      line++;
    }
  }

  #splitLine(from: number, end: number, content: number, line: number): void {
    let at = from;
    do {
      this.#starts.push(at);
      this.#lines.push(line);
      at = content - at > SEGMENT_LENGTH ? findCutPoint(this.#text, at + SEGMENT_LENGTH) : end;
    } while (at < end);
  }

  #getLineEnding(end: number, from: number): LineEnding {
    const last = end > from ? this.#text[end - 1] : "";
    if (last === "\r") return "\r";
    if (last !== "\n") return "";
    return end - 2 >= from && this.#text[end - 2] === "\r" ? "\r\n" : "\n";
  }
}

export function countUtf8Bytes(text: string, from: number, to: number): number {
  let bytes = to - from;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair is two code units and four bytes.
    if (code < 0x800) bytes += 1;
    else if (isHighSurrogate(code) && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00 && i + 1 < to) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}
