/**
 * Detects the framing of a body from its first characters, because agents mislabel bodies: the
 * bytes take precedence over the content type.
 */

import { FrameIssue, type Framer, type FrameSink } from "./frame.ts";
import { GrpcFramer } from "./grpc-framer.ts";
import { JsonFramer } from "./json-framer.ts";
import type { Framing } from "./record.ts";
import { looksLikeSse, SseFramer } from "./sse-framer.ts";

/** Enough characters to tell a field name from anything else. */
const SNIFF_LENGTH = 16;

export function detectFraming(start: string, contentType: string | null): Framing {
  if (looksLikeSse(start)) return "sse";
  if (/^[\s\uFEFF]*[[{"]/.test(start)) return "json";
  return contentType !== null && /^text\/event-stream\b/i.test(contentType) ? "sse" : "json";
}

export class SniffingFramer implements Framer {
  /** Set as soon as it is known. */
  framing: Framing | null;
  readonly #emit: FrameSink;
  readonly #contentType: string | null;
  readonly #longest: number;
  readonly #isKnown: ((text: string) => boolean) | undefined;
  #held = "";
  #framer: Framer | null = null;
  /** End of the text so far, and of its last frame. */
  #seen = 0;
  #framed = 0;
  #isGivenUp = false;

  /**
   * `longest`: after this many characters without a complete frame, a last frame with
   * `FrameIssue.TooLong` is emitted. `isKnown`: is a text known to be JSON, without parsing it?
   */
  constructor(
    known: Framing | null,
    contentType: string | null,
    emit: FrameSink,
    longest = Number.POSITIVE_INFINITY,
    isKnown?: (text: string) => boolean,
  ) {
    this.#isKnown = isKnown;
    this.framing = known;
    this.#contentType = contentType;
    this.#longest = longest;
    this.#emit = (frame) => {
      this.#framed = frame.end;
      emit(frame);
    };
    if (known) this.#framer = this.#make(known);
  }

  push(text: string): void {
    if (this.#isGivenUp) return;
    this.#seen += text.length;
    this.#take(text);
    if (this.#seen - this.#framed <= this.#longest) return;
    this.#isGivenUp = true;
    this.#framer = null;
    this.#held = "";
    const range = { start: this.#framed, end: this.#seen };
    this.#emit({ kind: "stray", ...range, data: "", issues: FrameIssue.TooLong });
  }

  #take(text: string): void {
    if (this.#framer) return this.#framer.push(text);
    this.#held += text;
    if (text.trim() === "") return;
    const start = this.#held.trimStart();
    if (start.length >= SNIFF_LENGTH || /^[:[{"]|[:\r\n{[]/.test(start)) this.#decide();
  }

  /** Skips an event that the caller has already read; false if it must be framed here. */
  skipEvent(length: number): boolean {
    if (!(this.#framer instanceof SseFramer) || length > this.#longest) return false;
    if (!this.#framer.skipEvent(length)) return false;
    this.#seen += length;
    this.#framed = this.#seen;
    return true;
  }

  end(): void {
    if (this.#isGivenUp) return;
    if (!this.#framer) this.#decide();
    this.#framer?.end();
  }

  #decide(): void {
    this.framing = detectFraming(this.#held, this.#contentType);
    this.#framer = this.#make(this.framing);
    this.#framer.push(this.#held);
    this.#held = "";
  }

  #make(framing: Framing): Framer {
    if (framing === "grpc") return new GrpcFramer(this.#emit);
    return framing === "sse"
      ? new SseFramer(this.#emit)
      : new JsonFramer(this.#emit, this.#isKnown);
  }
}
