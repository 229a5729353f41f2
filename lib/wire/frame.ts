/**
 * A frame: the smallest piece of a body that means something by itself. Framers cut bodies into
 * frames and report all they saw; what a frame says is decided later.
 */

export type FrameKind =
  /** Something with content: an SSE event, a JSON value. */
  | "data"
  /** An SSE comment: keep-alives. */
  | "comment"
  /** SSE fields that dispatch nothing (`id:`, `retry:`, an empty block of `event:`). */
  | "fields"
  /** Text that is no frame of this framing: HTML, a JSON body inside SSE, a log line. */
  | "stray";

export interface Frame {
  kind: FrameKind;
  /** Where the frame stands in the body's text: an SSE event with its blank line, else bare. */
  start: number;
  end: number;
  /** The content: joined `data:` lines, the JSON text, the comment, the stray text. */
  data: string;
  /** The value of `data`, where finding the frame's end needed parsing it. */
  value?: unknown;
  /** The SSE `event:` field of this frame, if it had one. */
  event?: string;
  /** The SSE `id:` field of this frame, if it had one. */
  id?: string;
  /** The SSE `retry:` field of this frame in milliseconds, if it had one. */
  retry?: number;
  /** Bits of `FrameNote`. */
  issues: number;
}

/** What was irregular about a frame's bytes. */
export const FrameIssue = {
  /** The body began with a byte order mark. */
  Bom: 1,
  /** The body ended inside this frame: the SSE standard would drop it. */
  Unterminated: 2,
  /** Lines with field names that SSE does not know. */
  UnknownField: 4,
  /** The text holds U+FFFD where the bytes were not UTF-8. */
  InvalidUtf8: 8,
  /** The content is compressed, and cannot be read. */
  Compressed: 16,
  /** It goes on without an end: nothing of the body is read from its beginning on. */
  TooLong: 32,
} as const;

/** So many characters of a body may come without a frame; a text of twice as many cannot be. */
export const MAX_FRAME_LENGTH = 1 << 28;

/** What JSON text sequences put before each value; some agents do so inside other framings. */
export const RECORD_SEPARATOR = "\u001e";

/** A frame's content without what stands before its JSON. */
export function stripRecordSeparator(data: string): string {
  return data.startsWith(RECORD_SEPARATOR) ? data.slice(RECORD_SEPARATOR.length) : data;
}

export type FrameSink = (frame: Frame) => void;

export interface Framer {
  push(text: string): void;
  /** The body is over. */
  end(): void;
}
