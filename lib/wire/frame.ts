/**
 * A frame: the smallest unit of a body with a meaning of its own. Framers split bodies into frames
 * and report everything they see; frames are decoded later.
 */

type FrameKind =
  /** Something with content: an SSE event, a JSON value. */
  | "data"
  /** An SSE comment: keep-alives. */
  | "comment"
  /** SSE fields that dispatch nothing (`id:`, `retry:`, an empty block of `event:`). */
  | "fields"
  /** Text that is not a frame of this framing: HTML, a JSON body inside SSE, a log line. */
  | "stray";

export interface Frame {
  kind: FrameKind;
  /** Range in the body's text: an SSE event includes its blank line. */
  start: number;
  end: number;
  /** The content: joined `data:` lines, the JSON text, the comment, the stray text. */
  data: string;
  /** The value of `data`, if it had to be parsed to find the frame's end. */
  value?: unknown;
  /** The SSE `event:` field of this frame, if it had one. */
  event?: string;
  /** The SSE `id:` field of this frame, if it had one. */
  id?: string;
  /** The SSE `retry:` field of this frame in milliseconds, if it had one. */
  retry?: number;
  /** Bits of `FrameIssue`. */
  issues: number;
}

/** Issues in a frame's bytes. */
export const FrameIssue = {
  /** The body began with a byte order mark. */
  Bom: 1,
  /** The body ended inside this frame: the SSE standard would drop it. */
  Unterminated: 2,
  /** Lines with unknown SSE field names. */
  UnknownField: 4,
  /** The text contains U+FFFD for bytes that are not UTF-8. */
  InvalidUtf8: 8,
  /** The content is compressed and cannot be read. */
  Compressed: 16,
} as const;

/**
 * Maximum characters of a body without a complete frame; a JavaScript string cannot hold twice as
 * many.
 */
export const MAX_FRAME_LENGTH = 1 << 28;

/** Precedes each value in JSON text sequences; some agents also send it inside other framings. */
export const RECORD_SEPARATOR = "\u001e";

/** Removes the record separator before a frame's JSON. */
export function stripRecordSeparator(data: string): string {
  return data.startsWith(RECORD_SEPARATOR) ? data.slice(RECORD_SEPARATOR.length) : data;
}

export interface Framer {
  /** Reads on in the body; returns the frames that end in this text. */
  push(text: string): readonly Frame[];
  /** Ends the body; returns its last frames, which may be cut off. */
  end(): readonly Frame[];
}

export const NO_FRAMES: readonly Frame[] = [];

/** The frames of a whole body. */
export function splitIntoFrames(framer: Framer, body: string): Frame[] {
  return [...framer.push(body), ...framer.end()];
}
