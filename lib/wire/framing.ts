/**
 * Decides from a body's first characters how it is framed, because agents mislabel bodies: the
 * bytes outrank the content type, the content type outranks nothing.
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
  /** Where the text ends, and the last frame in it. */
  #seen = 0;
  #framed = 0;
  #isGivenUp = false;

  /**
   * `longest`: after so many characters without an end there is one more frame, which says so.
   * `isKnown`: is a text known to be JSON, without parsing it?
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
    const place = { start: this.#framed, end: this.#seen };
    this.#emit({ kind: "stray", ...place, data: "", issues: FrameIssue.TooLong });
  }

  #take(text: string): void {
    if (this.#framer) return this.#framer.push(text);
    this.#held += text;
    if (text.trim() === "") return;
    const start = this.#held.trimStart();
    if (start.length >= SNIFF_LENGTH || /^[:[{"]|[:\r\n{[]/.test(start)) this.#decide();
  }

  /** Passes over an event that somebody else has read; false where it must be read here. */
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
