/**
 * Decides from a body's first characters how it is framed, because agents mislabel bodies: the
 * bytes outrank the content type, the content type outranks nothing.
 */

import type { Framer, FrameSink } from "./frame.ts";
import { GrpcFramer } from "./grpc.ts";
import { JsonFramer } from "./json.ts";
import type { Framing } from "./record.ts";
import { looksLikeSse, SseFramer } from "./sse.ts";

/** Enough characters to tell a field name from anything else. */
const ENOUGH = 16;

export function framingOf(start: string, contentType: string | null): Framing {
  if (looksLikeSse(start)) return "sse";
  if (/^[\s\uFEFF]*[[{"]/.test(start)) return "json";
  return contentType !== null && /^text\/event-stream\b/i.test(contentType) ? "sse" : "json";
}

export class SniffingFramer implements Framer {
  /** Set as soon as it is known. */
  framing: Framing | null;
  readonly #emit: FrameSink;
  readonly #contentType: string | null;
  #held = "";
  #framer: Framer | null = null;

  constructor(known: Framing | null, contentType: string | null, emit: FrameSink) {
    this.framing = known;
    this.#contentType = contentType;
    this.#emit = emit;
    if (known) this.#framer = this.#make(known);
  }

  push(text: string): void {
    if (this.#framer) return this.#framer.push(text);
    this.#held += text;
    if (text.trim() === "") return;
    const start = this.#held.trimStart();
    if (start.length >= ENOUGH || /^[:[{"]|[:\r\n{[]/.test(start)) this.#decide();
  }

  end(): void {
    if (!this.#framer) this.#decide();
    this.#framer?.end();
  }

  #decide(): void {
    this.framing = framingOf(this.#held, this.#contentType);
    this.#framer = this.#make(this.framing);
    this.#framer.push(this.#held);
    this.#held = "";
  }

  #make(framing: Framing): Framer {
    if (framing === "grpc") return new GrpcFramer(this.#emit);
    return framing === "sse" ? new SseFramer(this.#emit) : new JsonFramer(this.#emit);
  }
}
