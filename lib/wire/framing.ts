/**
 * Detects the framing of a body from its first characters, because agents mislabel bodies: the
 * bytes take precedence over the content type.
 */

import { Body } from "./body.ts";
import { type Frame, type Framer, NO_FRAMES } from "./frame.ts";
import { GrpcFramer } from "./grpc-framer.ts";
import { JsonFramer } from "./json-framer.ts";
import type { DataRecord, Framing } from "./record.ts";
import { looksLikeSse, SseFramer } from "./sse-framer.ts";

/** `binary`: no text, such as an image or an archive. */
export type BodyFraming = Framing | "binary";

/** Enough characters to tell a field name, and text, from anything else. */
const SNIFF_LENGTH = 16;

export function detectFraming(start: string, contentType: string | null): BodyFraming {
  if (looksLikeSse(start)) return "sse";
  if (/^[\s\uFEFF]*[[{"]/.test(start)) return "json";
  if (isEventStream(contentType)) return "sse";
  return looksBinary(start.trimStart().slice(0, SNIFF_LENGTH)) ? "binary" : "json";
}

const isEventStream = (contentType: string | null): boolean =>
  contentType !== null && /^text\/event-stream\b/i.test(contentType);

export class SniffingFramer implements Framer {
  /** Set as soon as it is known. */
  framing: BodyFraming | null;
  readonly #contentType: string | null;
  readonly #longest: number;
  #held = "";
  #framer: Framer | null = null;
  /** End of the text so far, and of its last frame. */
  #seen = 0;
  #framed = 0;
  /** Start of a frame that is longer than the limit. Nothing is read from there on. */
  oversizedFrom: number | null = null;

  /** `longest`: maximum characters without the end of a frame. */
  constructor(
    known: BodyFraming | null,
    contentType: string | null,
    longest = Number.POSITIVE_INFINITY,
  ) {
    this.framing = known;
    this.#contentType = contentType;
    this.#longest = longest;
    if (known) this.#framer = createFramer(known);
  }

  push(text: string): readonly Frame[] {
    if (this.oversizedFrom !== null) return NO_FRAMES;
    this.#seen += text.length;
    const frames = this.#framer ? this.#framer.push(text) : this.#sniff(text);
    this.#framed = frames.at(-1)?.end ?? this.#framed;
    // Nothing of it is held.
    if (this.framing === "binary") this.#framed = this.#seen;
    if (this.#seen - this.#framed > this.#longest) this.#giveUp();
    return frames;
  }

  /** End of the last frame in the text so far. */
  get framedEnd(): number {
    return this.#framed;
  }

  /** Skips an event that the caller has read itself; false if no event may start here. */
  skipEvent(length: number): boolean {
    if (!(this.#framer instanceof SseFramer) || length > this.#longest) return false;
    if (!this.#framer.skipEvent(length)) return false;
    this.#seen += length;
    this.#framed = this.#seen;
    return true;
  }

  end(): readonly Frame[] {
    if (this.oversizedFrom !== null) return NO_FRAMES;
    if (this.#framer) return this.#framer.end();
    const { framer, frames } = this.#decide();
    return [...frames, ...framer.end()];
  }

  #sniff(text: string): readonly Frame[] {
    this.#held += text;
    if (text.trim() === "") return NO_FRAMES;
    const start = this.#held.trimStart();
    const isBegun = isEventStream(this.#contentType)
      ? /[:\r\n{[]/.test(start)
      : looksLikeSse(this.#held);
    const isEnough = start.length >= SNIFF_LENGTH || /^[[{"]/.test(start) || isBegun;
    return isEnough ? this.#decide().frames : NO_FRAMES;
  }

  #decide(): { framer: Framer; frames: readonly Frame[] } {
    this.framing = detectFraming(this.#held, this.#contentType);
    const framer = createFramer(this.framing);
    const frames = framer.push(this.#held);
    this.#framer = framer;
    this.#held = "";
    return { framer, frames };
  }

  #giveUp(): void {
    this.oversizedFrom = this.#framed;
    this.#framer = null;
    this.#held = "";
  }
}

function createFramer(framing: BodyFraming): Framer {
  if (framing === "binary") return new BinaryFramer();
  if (framing === "grpc") return new GrpcFramer();
  return framing === "sse" ? new SseFramer() : new JsonFramer();
}

/** The frames of a recorded body, whose records are added to `body`. */
export function* readFrames(
  framer: Framer,
  records: readonly DataRecord[],
  body = new Body(),
): Generator<Frame> {
  for (const [i, record] of records.entries()) yield* framer.push(body.push(record, i));
  yield* framer.push(body.end(records.length));
  yield* framer.end();
}

/** As much as anything quotes. */
const MAX_BEGINNING = 4096;
/** Text in another encoding than UTF-8 has single ones. */
const MANY_INVALID = 3;
/** Escape and the record separator, which precede text. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x1b, 0x1e]);

/** Does a body that begins like this contain no text? */
function looksBinary(start: string): boolean {
  let invalid = 0;
  for (let i = 0; i < start.length; i++) {
    const code = start.charCodeAt(i);
    if (code === 0xfffd) invalid += 1;
    const isSpace = code >= 9 && code <= 13;
    if (code < 32 && !isSpace && !TEXT_CONTROLS.has(code)) return true;
  }
  return invalid >= MANY_INVALID;
}

/**
 * Reads a body that is no text as one frame without content: its beginning, as stray text, and holds
 * no more than that.
 */
class BinaryFramer implements Framer {
  #beginning = "";
  #length = 0;

  push(text: string): readonly Frame[] {
    this.#length += text.length;
    const room = MAX_BEGINNING - this.#beginning.length;
    if (room > 0) this.#beginning += text.slice(0, room);
    return NO_FRAMES;
  }

  end(): readonly Frame[] {
    if (this.#length === 0) return NO_FRAMES;
    return [{ kind: "stray", start: 0, end: this.#length, data: this.#beginning, issues: 0 }];
  }
}
