/**
 * Records in, timeline out: the one path for live exchanges and for saved logs. Each record is
 * taken once, in order; each frame is folded the moment its last byte is there.
 */

import { Decoder } from "../protocol/decode.ts";
import { type DecodeFlags, DecodeIssue } from "../protocol/decode-flags.ts";
import { plainWords } from "../protocol/envelope.ts";
import { toProtocolError } from "../protocol/grpc/status.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { ProtocolEvent } from "../protocol/model.ts";
import { readRecordedRequest } from "../protocol/request-from-record.ts";
import {
  type MatchedToken,
  type TemplateMatch,
  TemplateValue,
  type TokenTemplate,
} from "../protocol/token-template.ts";
import type { TextSource } from "../wire/body.ts";
import { parseExactJson } from "../wire/exact-json.ts";
import { type Frame, FrameIssue, MAX_FRAME_LENGTH, stripRecordSeparator } from "../wire/frame.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { getHeaderValue } from "../wire/headers.ts";
import { formatPlural } from "../wire/plural.ts";
import type {
  DataRecord,
  EndRecord,
  HeadRecord,
  OpenRecord,
  SkippedInput,
  Time,
  WireRecord,
} from "../wire/record.ts";
import { SKIPPED_TEXT_LIMIT } from "../wire/record.ts";
import { getUtf8Length } from "../wire/utf8.ts";
import { AlikeFrames } from "./alike-frames.ts";
import { Exchange, type Stamped } from "./exchange.ts";
import { type FramePlace, fold } from "./fold.ts";
import { noteAsked } from "./fold-task.ts";
import { contextOf, irregularOf, isKeepAlive, isOtherContent } from "./frame-reading.ts";
import { answersInGrpc, readMessage, statusIn, whyUnreadable } from "./grpc-frame.ts";
import { answered, ended, keptAlive, noted, opened, unread } from "./happenings.ts";
import { readLoneFrame } from "./lone-response.ts";
import { isCall } from "./read.ts";
import { Repetition } from "./repetition.ts";
import type { Teller } from "./tellers.ts";
import { Timeline } from "./timeline.ts";
import type { Watcher } from "./watcher.ts";

export interface IngestOptions {
  /** Take what came before the event of this ordinal, and nothing from there on. */
  limit?: number;
  /** What to fill, where that is at hand already: both still empty. */
  into?: { readonly timeline: Timeline; readonly skipped: SkippedInput[] };
  /** Where the text of records that have a place can be read again, so that it need not be held. */
  source?: TextSource;
  /** Who looks on. */
  watcher?: Watcher;
  /** So many characters of an answer may come without the end of an event. */
  longest?: number;
  /** Parse each frame, also one that is like the one before: to hold against it what is not parsed. */
  parsesAll?: boolean;
}

export class Ingest {
  readonly timeline: Timeline;
  /** What could not be read, in order. */
  readonly skipped: SkippedInput[];
  readonly #limit: number;
  readonly #source: TextSource | null;
  readonly #watcher: Watcher | null;
  readonly #longest: number;
  readonly #parsesAll: boolean;
  readonly #decoder: Decoder;
  #exchange: Exchange | null = null;
  #frame: Pick<Frame, "start" | "end"> | null = null;
  /** What the frame says. */
  #value: unknown;
  /** What events say that are like others, and whether somebody may keep what the last one said. */
  readonly #likes = new WeakMap<TokenTemplate, TemplateValue>();
  #isKept = false;
  /** The event that was folded last, and how it goes on where the next one is like it. */
  #newest: ProtocolEvent | null = null;
  #repetition: Repetition | null = null;
  #time = Number.NaN;
  #record = -1;
  #stopped = false;

  constructor({ limit, into, source, watcher, longest, parsesAll }: IngestOptions = {}) {
    this.#source = source ?? null;
    this.#watcher = watcher ?? null;
    this.#longest = longest ?? MAX_FRAME_LENGTH;
    this.#parsesAll = parsesAll ?? false;
    this.timeline = into?.timeline ?? new Timeline();
    this.skipped = into?.skipped ?? [];
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
    this.#decoder = new Decoder((event, notes, raw) => this.#onEvent(event, notes, raw));
  }

  /**
   * `place`: where its line, or its text, begins in the file that can be read again. `alike`: what
   * its text has in common with others, if whoever read it knows.
   */
  push(record: WireRecord, place = -1, alike?: TemplateMatch): void {
    const number = this.timeline.records++;
    if (this.#stopped) return;
    this.#record = number;
    if (record.r !== "data" || record.x !== this.#repetition?.exchange.id) this.#repetition = null;
    switch (record.r) {
      case "loupe":
        this.timeline.at = record.at ?? null;
        this.timeline.name = record.name ?? null;
        return;
      case "open":
        return this.#open(record);
      case "redirect":
        this.#known(record.x)?.redirects.push(this.#stamp(record));
        return;
      case "head":
        return this.#head(record);
      case "data":
        return this.#data(record, place, alike);
      case "end":
        return this.#end(record);
      case "note":
        if (noted(this.timeline, record)) return;
        return this.#skip("a note before the first exchange", record.text);
      case "resume":
        // The recorder was stopped: what had not ended by then ended with it.
        return this.finish();
    }
  }

  /**
   * Takes a token that goes on as the one before did, where nobody needs its record: false where it
   * is to be pushed.
   */
  goOn(token: MatchedToken): boolean {
    const exchange = this.#repetition?.exchange;
    if (this.#stopped || token.place < 0 || !exchange?.body.canReread) return false;
    if (!this.#goOn(token, null, this.timeline.records)) return false;
    this.timeline.records++;
    return true;
  }

  #stamp<R extends { t: Time }>(record: R): Stamped<R> {
    return { birth: this.timeline.lastEvent, time: record.t ?? Number.NaN, record };
  }

  #open(record: OpenRecord): void {
    const { timeline } = this;
    if (timeline.exchangeById.has(record.x))
      return this.#skip("an exchange opened twice", record.x);
    const request = readRecordedRequest(record);
    const versionHeader = getHeaderValue(record.headers, "a2a-version");
    const index = timeline.exchanges.length;
    const exchange = new Exchange(index, this.#stamp(record), request, versionHeader);
    exchange.body.source = this.#source;
    timeline.exchanges.push(exchange);
    if (isCall(exchange)) timeline.calls++;
    if (record.inbound) exchange.teller = this.#inboxAt(exchange);
    timeline.exchangeById.set(exchange.id, exchange);
    if (request) noteAsked(timeline, exchange, request);
    opened(timeline, exchange);
    this.#watcher?.opened(timeline, exchange);
  }

  /** An inbox was told to the agent before anything else was, and hears everything. */
  #inboxAt({ index, open }: Exchange): Teller {
    const { inboxes } = this.timeline;
    const known = inboxes.get(open.record.url) ?? { index, birth: -1 };
    inboxes.set(open.record.url, known);
    return known;
  }

  #head(record: HeadRecord): void {
    const exchange = this.#known(record.x);
    if (!exchange) return;
    if (exchange.head) return this.#skip("a second head of one answer", record.x);
    exchange.head = this.#stamp(record);
    answered(this.timeline, exchange, record);
    this.#watcher?.answered(this.timeline, exchange);
  }

  #data(record: DataRecord, place: number, alike?: TemplateMatch): void {
    const exchange = this.#known(record.x);
    if (!exchange) return;
    this.#time = record.t ?? Number.NaN;
    if (exchange.body.bytes === 0) exchange.firstByte = this.#time;
    if (!exchange.ended) exchange.lastByte = this.#time;
    if (!exchange.framer) exchange.body.isBinary = answersInGrpc(exchange);
    if (exchange.ended) this.#skip("bytes after the end of their exchange", record.text ?? "");
    if (alike && this.#pass(exchange, record, place, alike)) return;
    let text: string;
    try {
      text = exchange.body.push(record, this.#record, place);
    } catch {
      return this.#skip("bytes that are not base64", record.b64 ?? "");
    }
    this.#feed(exchange, text);
  }

  /** An event that is like others need not be parsed; false where it cannot be told to begin here. */
  #pass(exchange: Exchange, record: DataRecord, place: number, alike: TemplateMatch): boolean {
    const { x, text = "", n } = record;
    const { likeness, word } = alike;
    const bytes = n ?? getUtf8Length(text);
    const token = { x, likeness, word, time: this.#time, bytes, place };
    if (this.#goOn(token, text, this.#record)) return true;
    const { body, framer } = exchange;
    const value = this.#valueOf(alike);
    if (value === undefined || !body.isClean || !framer?.skipEvent(text.length)) return false;
    const { length: start } = body;
    body.add(text, text.length, bytes, this.#record, place);
    this.timeline.frames++;
    this.#like(exchange, alike, value, { start, end: body.length, bytes, time: this.#time });
    return true;
  }

  /** One more row, where it is nothing else; `text` where it is to be held. */
  #goOn(token: MatchedToken, text: string | null, record: number): boolean {
    const { likeness, word, time, bytes, place } = token;
    const repetition = this.#repetition;
    if (!repetition?.takes(token) || this.timeline.events.length >= this.#limit) return false;
    const { exchange } = repetition;
    const { body, framer } = exchange;
    const units = likeness.before.length + word.length + likeness.after.length;
    if (!framer?.skipEvent(units)) return false;
    this.#time = time;
    exchange.lastByte = time;
    const { length: start } = body;
    body.add(text, units, bytes, record, place);
    this.timeline.frames++;
    repetition.add(word, { start, end: body.length, bytes, time });
    body.releaseBefore(start);
    return true;
  }

  #like(exchange: Exchange, { likeness }: TemplateMatch, value: unknown, frame: FramePlace): void {
    this.#exchange = exchange;
    this.#frame = frame;
    this.#isKept = false;
    this.#decode(exchange, value, 0, likeness);
    if (this.#isKept) this.#likes.delete(likeness);
  }

  /** `likeness`: what the value has in common with others, if it is like any. */
  #decode(
    exchange: Exchange,
    value: unknown,
    noticed: number,
    likeness: TokenTemplate | null,
  ): void {
    const before = { evidence: exchange.seenEvidence, events: this.timeline.events.length };
    this.#value = value;
    this.#newest = null;
    const isLone = exchange.request === null && exchange.framer?.framing === "sse";
    const envelope = isLone ? readLoneFrame(this.timeline, exchange, value) : 0;
    this.#decoder.decodeValue(value, contextOf(exchange), noticed | envelope);
    // What is wrong with an envelope is counted with each event that has it.
    this.#repetition =
      likeness && envelope === 0
        ? Repetition.of(this.timeline, this.#newest, before, likeness, this.#watcher)
        : null;
  }

  #valueOf({ likeness, word }: TemplateMatch): unknown {
    let like = this.#likes.get(likeness);
    if (!like) {
      like = new TemplateValue(likeness);
      this.#likes.set(likeness, like);
    }
    return like.with(word);
  }

  #feed(exchange: Exchange, text: string): void {
    this.#exchange = exchange;
    exchange.framer ??= this.#framer(exchange);
    exchange.framer.push(text);
  }

  #end(record: EndRecord): void {
    const exchange = this.#known(record.x);
    if (!exchange) return;
    if (exchange.ended) return this.#skip("a second end of one exchange", record.x);
    this.#time = record.t ?? Number.NaN;
    if (!exchange.framer) exchange.body.isBinary = answersInGrpc(exchange);
    this.#feed(exchange, exchange.body.end(this.#record));
    exchange.framer?.end();
    if (exchange.body.isBinary) this.#status(exchange, record);
    if (this.#stopped) return;
    exchange.ended = this.#stamp(record);
    keptAlive(this.timeline, exchange, this.timeline.lastEvent, this.#time);
    ended(this.timeline, exchange, record);
    if (record.cause !== "unknown" || exchange.isAlone)
      this.#watcher?.ended(this.timeline, exchange);
  }

  /** gRPC says in its trailers, or in the head of an answer without a body, how a call ended. */
  #status(exchange: Exchange, { cause, trailers }: EndRecord): void {
    const status = statusIn(exchange, trailers);
    exchange.lacksStatus = status === null && cause === "complete";
    if (status === null || status.code === 0) return;
    const { length } = exchange.body;
    this.#frame = { start: length, end: length };
    this.#value = undefined;
    this.#onEvent(
      { kind: "error", error: toProtocolError(status) },
      { evidence: 0, irregular: 0 },
      null,
    );
  }

  /** The log is over: exchanges that never ended end here, nobody knows how. */
  finish(): void {
    if (this.#stopped) return;
    for (const exchange of this.timeline.exchanges) {
      if (!exchange.ended) this.#end({ r: "end", x: exchange.id, t: null, cause: "unknown" });
    }
  }

  #framer(exchange: Exchange): SniffingFramer {
    const head = exchange.head?.record;
    const type = head ? getHeaderValue(head.headers, "content-type") : null;
    const { framing = null } = exchange.open.record;
    // What was asked in gRPC may be answered in anything.
    const known = exchange.body.isBinary ? "grpc" : framing === "grpc" ? null : framing;
    const alike = this.#parsesAll ? null : new AlikeFrames();
    const take = (frame: Frame) => {
      if (frame.issues & FrameIssue.TooLong) this.#onTooLong(exchange, frame);
      else if (exchange.body.isBinary) this.#onMessage(exchange, frame);
      else this.#onFrame(exchange, frame, alike);
    };
    const isKnown = alike ? (text: string) => alike.read(text) !== null : undefined;
    return new SniffingFramer(known, type, take, this.#longest, isKnown);
  }

  /** A frame that does not end: what follows in its body is kept, and not read. */
  #onTooLong(exchange: Exchange, { start, end }: Frame): void {
    if (this.#stopped) return;
    const reason = `nothing ends within ${this.#longest} characters: not read from here on`;
    const text = exchange.body.slice(start, Math.min(end, start + SKIPPED_TEXT_LIMIT));
    this.skipped.push({ at: exchange.body.byteOffset(start), reason, text, x: exchange.id });
    exchange.unread = { birth: this.timeline.lastEvent, longest: this.#longest };
    unread(this.timeline, exchange, this.#time);
  }

  /** A message of gRPC, whole or not. */
  #onMessage(exchange: Exchange, frame: Frame): void {
    if (this.#stopped) return;
    this.timeline.frames++;
    if (frame.issues & FrameIssue.Unterminated) return this.#cutOff(exchange, frame);
    this.#frame = frame;
    const why = whyUnreadable(frame);
    if (why !== null) {
      this.#value = undefined;
      const isCompressed = (frame.issues & FrameIssue.Compressed) !== 0;
      const title = isCompressed ? "A compressed message" : "No message of gRPC";
      const irregular = isCompressed ? DecodeIssue.Compressed : DecodeIssue.Stray;
      return this.#decoder.emitOther(title, why, contextOf(exchange), irregular);
    }
    const { value, irregular } = readMessage(exchange, frame);
    this.#value = value;
    this.#decoder.decodeValue(value, contextOf(exchange), irregular);
  }

  #cutOff(exchange: Exchange, { start, end }: Frame): void {
    const reason = "cut off by the end of the stream";
    const text = `${formatPlural(end - start, "byte")} of a message`;
    this.skipped.push({ at: start, reason, text, x: exchange.id });
    exchange.tail = { birth: this.timeline.lastEvent, start, end };
  }

  #onFrame(exchange: Exchange, frame: Frame, others: AlikeFrames | null): void {
    if (this.#stopped) return;
    this.timeline.frames++;
    const repetition = this.#repetition;
    this.#repetition = null;
    if (isKeepAlive(frame)) {
      exchange.commentBirths.push(this.timeline.events.length);
      return exchange.comments.push(this.#time);
    }
    if (frame.kind === "fields") return;
    this.#frame = frame;
    const noticed = irregularOf(frame, exchange);
    const alike = noticed === 0 && others ? others.read(frame.data) : null;
    if (alike && repetition && this.#repeats(repetition, alike, frame)) return;
    let { value } = frame;
    if (value === undefined) {
      try {
        value = parseExactJson(stripRecordSeparator(frame.data));
      } catch (error) {
        this.#value = undefined;
        return this.#unreadable(exchange, frame, error, noticed);
      }
    }
    this.#decode(exchange, value, noticed, alike?.likeness ?? null);
    if (!alike && noticed === 0) others?.learn(frame.data);
  }

  /** One more row, where a frame is nothing else. */
  #repeats(repetition: Repetition, alike: TemplateMatch, { start, end }: Frame): boolean {
    const { exchange } = repetition;
    const isOver = this.timeline.events.length >= this.#limit;
    if (isOver || !repetition.takes({ x: exchange.id, ...alike })) return false;
    const bytes = exchange.body.byteLength(start, end);
    repetition.add(alike.word, { start, end, bytes, time: this.#time });
    exchange.body.releaseBefore(start);
    this.#repetition = repetition;
    return true;
  }

  /** Not JSON: an event that says so, unless no event was ever finished there. */
  #unreadable(exchange: Exchange, frame: Frame, error: unknown, noticed: number): void {
    const isCut = (frame.issues & FrameIssue.Unterminated) !== 0;
    const isTail = isCut && (frame.kind === "data" || exchange.events.count > 0);
    const isShown = exchange.head !== null || exchange.open.record.inbound === true;
    const isNoise = frame.kind === "stray" && !isShown;
    const reason = isTail ? "cut off by the end of the stream" : "not JSON";
    const at = exchange.body.byteOffset(frame.start);
    const skipped = { at, reason, text: frame.data.slice(0, SKIPPED_TEXT_LIMIT) };
    this.skipped.push(isShown ? { ...skipped, x: exchange.id } : skipped);
    if (isTail) {
      exchange.tail = { birth: this.timeline.lastEvent, start: frame.start, end: frame.end };
    }
    if (isTail || isNoise) return;
    const context = contextOf(exchange);
    if (frame.kind === "stray" && isOtherContent(exchange)) {
      const message = error instanceof Error ? error.message : String(error);
      const hasFailed = (context.httpStatus ?? 0) >= 400;
      const why = hasFailed ? plainWords(frame.data) : message;
      return this.#decoder.emitOther("Not JSON", why, context, noticed);
    }
    this.#decoder.emitUnreadable(frame.data, error, context, noticed);
  }

  #onEvent(event: ProtocolEvent, notes: Readonly<DecodeFlags>, raw: JsonObject | null): void {
    const exchange = this.#exchange;
    const frame = this.#frame;
    if (!exchange || !frame || this.#stopped) return;
    if (this.timeline.events.length >= this.#limit) {
      this.#stopped = true;
      return;
    }
    keptAlive(this.timeline, exchange, this.timeline.events.length, this.#time);
    const { start, end } = frame;
    const bytes = exchange.body.byteLength(start, end);
    const place = { start, end, bytes, time: this.#time };
    const disorder = fold(this.timeline, exchange, event, notes, place);
    this.#newest = event;
    this.#isKept ||= event.kind !== "artifact";
    if (this.#watcher) {
      const { timeline } = this;
      const ordinal = timeline.lastEvent;
      const { evidence, irregular } = notes;
      const frame = this.#value;
      this.#watcher.saw({
        timeline,
        exchange,
        ordinal,
        event,
        raw,
        frame,
        evidence,
        irregular,
        disorder,
      });
    }
    exchange.body.releaseBefore(start);
  }

  #skip(reason: string, text: string): void {
    this.skipped.push({ at: 0, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }

  #known(id: string): Exchange | null {
    const exchange = this.timeline.exchangeById.get(id);
    if (!exchange) this.#skip("a record of an exchange that was never opened", id);
    return exchange ?? null;
  }
}
