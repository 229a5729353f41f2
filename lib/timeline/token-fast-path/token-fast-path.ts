/**
 * Fast path for tokens that repeat: a frame that differs from the one before only in one word is
 * compared as text and added to the timeline, without being parsed, decoded, folded or shown to the
 * observer.
 *
 * **Guarantees:** what is appended leaves the timeline as decoding and folding would. Whatever comes
 * between two tokens and could change that ends the fast path; tokens of other exchanges could not.
 */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import type { Frame } from "../../wire/frame.ts";
import type { DataRecord } from "../../wire/record.ts";
import type { DecodedFrame } from "../decode-frame.ts";
import type { Exchange } from "../exchange.ts";
import { getFrameIssues, isKeepAlive } from "../frame-context.ts";
import type { Timeline } from "../timeline.ts";
import type { TimelineObserver } from "../timeline-observer.ts";
import { TokenAppender } from "./token-appender.ts";
import { TokenMatcher } from "./token-matcher.ts";
import { TokenRecord } from "./token-record.ts";

/** What can repeat in an exchange: a template, and where its tokens are added. */
interface RepeatedToken {
  readonly matcher: TokenMatcher;
  readonly appender: TokenAppender;
}

export class TokenFastPath {
  readonly #timeline: Timeline;
  readonly #observer: TimelineObserver | null;
  readonly #limit: number;
  readonly #matchers = new WeakMap<Exchange, TokenMatcher>();
  /** The exchanges whose next frame may repeat the one before. */
  readonly #repeated = new Map<Exchange, RepeatedToken>();

  /** `limit`: maximum number of events on the timeline. */
  constructor(timeline: Timeline, observer: TimelineObserver | null, limit: number) {
    this.#timeline = timeline;
    this.#observer = observer;
    this.#limit = limit;
  }

  /** Adds the token of a record that the body has just received; false if it must be framed. */
  appendRecord(exchange: Exchange, record: DataRecord, time: number): boolean {
    const repeated = this.#repeated.get(exchange);
    if (!repeated || !(record instanceof TokenRecord) || this.#isFull) return false;
    const { matcher, appender } = repeated;
    const { body, framer } = exchange;
    if (!matcher.matchesEvents(record.template) || !appender.canAppend(record.word)) return false;
    // The body's text is the record's only if no incomplete character preceded it.
    if (!body.isClean || !framer?.skipEvent(record.text.length)) return false;
    const end = body.length;
    const start = end - record.text.length;
    appender.append(record.word, { start, end, bytes: record.n, time });
    body.releaseBefore(start);
    return true;
  }

  /** Adds the token of a frame; false if the frame must be decoded. */
  append(exchange: Exchange, frame: Frame, time: number): boolean {
    const repeated = this.#repeated.get(exchange);
    if (!repeated || this.#isFull) return false;
    const { matcher, appender } = repeated;
    const word = matcher.match(frame.data);
    if (word === null || !isPlain(exchange, frame) || !appender.canAppend(word)) return false;
    const { body } = exchange;
    const { start, end } = frame;
    const bytes = body.byteLength(start, end);
    appender.append(copyText(word), { start, end, bytes, time });
    body.releaseBefore(start);
    return true;
  }

  /**
   * Learns from a frame that was decoded and folded. Unless it was a token like an earlier one of its
   * exchange, which only appends, it ends the fast path of all exchanges.
   */
  learn(exchange: Exchange, frame: Frame, decoded: DecodedFrame): void {
    const matcher = this.#getMatcher(exchange);
    const isKnown = matcher.match(frame.data) !== null;
    const appender = this.#createAppender(exchange, frame, decoded, matcher);
    if (!isKnown || appender === null) this.stop();
    if (appender) this.#repeated.set(exchange, { matcher, appender });
  }

  #createAppender(
    exchange: Exchange,
    frame: Frame,
    { value, events }: DecodedFrame,
    matcher: TokenMatcher,
  ): TokenAppender | null {
    const [decoded, ...others] = events;
    if (decoded?.event.kind !== "artifact" || others.length > 0) return null;
    if (!isPlain(exchange, frame)) return null;
    // An id that is not the response's own is judged frame by frame.
    const isForeign = (decoded.decodeIssues & DecodeIssue.WrongId) !== 0;
    if ((exchange.request === null && isForeign) || !matcher.learn(frame.data, value)) return null;
    return TokenAppender.create(this.#timeline, decoded.event, this.#observer);
  }

  /** Ends the fast path of all exchanges, because something other than data came. */
  stop(): void {
    if (this.#repeated.size > 0) this.#repeated.clear();
  }

  get #isFull(): boolean {
    return this.#timeline.events.length >= this.#limit;
  }

  #getMatcher(exchange: Exchange): TokenMatcher {
    const known = this.#matchers.get(exchange);
    if (known) return known;
    const matcher = new TokenMatcher();
    this.#matchers.set(exchange, matcher);
    return matcher;
  }
}

/** Is the frame one of JSON without issues of its own? */
function isPlain(exchange: Exchange, frame: Frame): boolean {
  if (frame.kind !== "data" || exchange.body.isBinary) return false;
  return getFrameIssues(frame, exchange) === 0 && !isKeepAlive(frame);
}

/** Copies a text so that a slice does not keep its whole source string alive. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}
