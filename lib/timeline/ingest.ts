/**
 * Ingest: turns records into a timeline, for live exchanges and saved logs alike. Each record is
 * read once, in order; each frame is folded as soon as its last byte arrives.
 */

import { parseExactJson } from "../json/exact-json.ts";
import { Decoder } from "../protocol/decode.ts";
import type { DecodeFlags } from "../protocol/decode-flags.ts";
import { toPlainErrorText } from "../protocol/envelope.ts";
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
import { formatPlural } from "../text/plural.ts";
import { getUtf8Length } from "../text/utf8.ts";
import { type Frame, FrameIssue, MAX_FRAME_LENGTH, stripRecordSeparator } from "../wire/frame.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { getHeaderValue } from "../wire/headers.ts";
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
import type { TextSource } from "../wire/text-source.ts";
import type { StreamSource } from "./duplicate-streams.ts";
import { Exchange, type StampedRecord } from "./exchange.ts";
import { type FrameExtent, foldEvent } from "./fold.ts";
import { applyRequest } from "./fold-task.ts";
import {
  createDecodeContext,
  getFrameIssues,
  isKeepAlive,
  isNonJsonContent,
} from "./frame-context.ts";
import { FrameTemplateMatcher } from "./frame-template-matcher.ts";
import {
  decodeGrpcMessage,
  findUnreadableMessage,
  getGrpcStatus,
  isGrpcResponse,
} from "./grpc-frame.ts";
import {
  addEndEntry,
  addKeepAliveEntry,
  addNoteEntry,
  addOversizedEventEntry,
  addRequestEntry,
  addResponseEntry,
} from "./http-entries.ts";
import { readLoneFrame } from "./lone-response.ts";
import { Timeline } from "./timeline.ts";
import type { TimelineObserver } from "./timeline-observer.ts";
import { isCall } from "./timeline-queries.ts";
import { TokenFastPath } from "./token-fast-path.ts";

export interface IngestOptions {
  /** Fold only the events before this ordinal. */
  limit?: number;
  /** Existing timeline and list to fill; both must be empty. */
  into?: { readonly timeline: Timeline; readonly skipped: SkippedInput[] };
  /** Rereads the text of records that have a byte offset, so that it need not stay in memory. */
  source?: TextSource;
  observer?: TimelineObserver;
  /** Maximum characters of a response without the end of an event. */
  maxEventLength?: number;
  /** Parse every frame, even one that matches a template. Tests compare both ways. */
  parseEveryFrame?: boolean;
}

export class Ingest {
  readonly timeline: Timeline;
  /** Input that could not be read, in order. */
  readonly skipped: SkippedInput[];
  readonly #limit: number;
  readonly #source: TextSource | null;
  readonly #observer: TimelineObserver | null;
  readonly #maxEventLength: number;
  readonly #parseEveryFrame: boolean;
  readonly #decoder: Decoder;
  #exchange: Exchange | null = null;
  #frame: Pick<Frame, "start" | "end"> | null = null;
  /** The value of the current frame. */
  #value: unknown;
  /** Reusable values of templates, and whether the last event may keep a reference to its value. */
  readonly #templateValues = new WeakMap<TokenTemplate, TemplateValue>();
  #isValueKept = false;
  /** The last folded event, and the fast path for similar ones that follow. */
  #lastEvent: ProtocolEvent | null = null;
  #fastPath: TokenFastPath | null = null;
  #time = Number.NaN;
  #record = -1;
  #isStopped = false;

  constructor(options: IngestOptions = {}) {
    this.#source = options.source ?? null;
    this.#observer = options.observer ?? null;
    this.#maxEventLength = options.maxEventLength ?? MAX_FRAME_LENGTH;
    this.#parseEveryFrame = options.parseEveryFrame ?? false;
    this.timeline = options.into?.timeline ?? new Timeline();
    this.skipped = options.into?.skipped ?? [];
    this.#limit = options.limit ?? Number.POSITIVE_INFINITY;
    this.#decoder = new Decoder((event, notes, raw) => this.#onEvent(event, notes, raw));
  }

  /**
   * Reads one record. `offset`: where its line or text begins in a file that can be reread.
   * `match`: the template its text matches, if the reader knows.
   */
  push(record: WireRecord, offset = -1, match?: TemplateMatch): void {
    const number = this.timeline.records++;
    if (this.#isStopped) return;
    this.#record = number;
    if (record.r !== "data" || record.x !== this.#fastPath?.exchange.id) this.#fastPath = null;
    switch (record.r) {
      case "loupe":
        this.timeline.at = record.at ?? null;
        this.timeline.name = record.name ?? null;
        return;
      case "open":
        return this.#open(record);
      case "redirect":
        this.#findExchange(record.x)?.redirects.push(this.#stamp(record));
        return;
      case "head":
        return this.#head(record);
      case "data":
        return this.#data(record, offset, match);
      case "end":
        return this.#end(record);
      case "note":
        if (addNoteEntry(this.timeline, record)) return;
        return this.#skip("a note before the first exchange", record.text);
      case "resume":
        // The recorder had stopped: whatever was open ended there.
        return this.finish();
    }
  }

  /**
   * Reads a token that continues the fast path without creating its record; false if the record
   * must be pushed instead.
   */
  pushToken(token: MatchedToken): boolean {
    const exchange = this.#fastPath?.exchange;
    if (this.#isStopped || token.offset < 0 || !exchange?.body.canReread) return false;
    if (!this.#appendToken(token, null, this.timeline.records)) return false;
    this.timeline.records++;
    return true;
  }

  #stamp<R extends { t: Time }>(record: R): StampedRecord<R> {
    return { firstEvent: this.timeline.lastEvent, time: record.t ?? Number.NaN, record };
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
    if (record.inbound) exchange.streamSource = this.#getInboxSource(exchange);
    timeline.exchangeById.set(exchange.id, exchange);
    if (request) applyRequest(timeline, exchange, request);
    addRequestEntry(timeline, exchange);
    this.#observer?.onOpen(timeline, exchange);
  }

  /**
   * The source shared by all notifications to an inbox. It exists from the start, before any event.
   */
  #getInboxSource({ index, open }: Exchange): StreamSource {
    const { inboxes } = this.timeline;
    const known = inboxes.get(open.record.url) ?? { index, firstEvent: -1 };
    inboxes.set(open.record.url, known);
    return known;
  }

  #head(record: HeadRecord): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    if (exchange.head) return this.#skip("a second head for one response", record.x);
    exchange.head = this.#stamp(record);
    addResponseEntry(this.timeline, exchange, record);
    this.#observer?.onHead(this.timeline, exchange);
  }

  #data(record: DataRecord, offset: number, match?: TemplateMatch): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    this.#time = record.t ?? Number.NaN;
    if (exchange.body.bytes === 0) exchange.firstByteTime = this.#time;
    if (!exchange.end) exchange.lastByteTime = this.#time;
    if (!exchange.framer) exchange.body.isBinary = isGrpcResponse(exchange);
    if (exchange.end) this.#skip("bytes after the end of their exchange", record.text ?? "");
    if (match && this.#pushMatch(exchange, record, offset, match)) return;
    let text: string;
    try {
      text = exchange.body.push(record, this.#record, offset);
    } catch {
      return this.#skip("bytes that are not base64", record.b64 ?? "");
    }
    this.#feed(exchange, text);
  }

  /**
   * Reads an event that matches a template without parsing it; false if an event may not begin
   * here.
   */
  #pushMatch(exchange: Exchange, record: DataRecord, at: number, match: TemplateMatch): boolean {
    const { x, text = "", n } = record;
    const { template, word } = match;
    const bytes = n ?? getUtf8Length(text);
    const token = { x, template, word, time: this.#time, bytes, offset: at };
    if (this.#appendToken(token, text, this.#record)) return true;
    const { body, framer } = exchange;
    const value = this.#getTemplateValue(match);
    if (value === undefined || !body.isClean || !framer?.skipEvent(text.length)) return false;
    const { length: start } = body;
    body.add(text, text.length, bytes, this.#record, at);
    this.timeline.frames++;
    this.#decodeMatch(exchange, match, value, { start, end: body.length, bytes, time: this.#time });
    return true;
  }

  /**
   * Appends a token by the fast path; false if that is not possible. `text` is `null` if it need
   * not be kept.
   */
  #appendToken(token: MatchedToken, text: string | null, record: number): boolean {
    const { template, word, time, bytes, offset } = token;
    const fastPath = this.#fastPath;
    if (!fastPath?.canAppend(token) || this.timeline.events.length >= this.#limit) return false;
    const { exchange } = fastPath;
    const { body, framer } = exchange;
    const units = template.before.length + word.length + template.after.length;
    if (!framer?.skipEvent(units)) return false;
    this.#time = time;
    exchange.lastByteTime = time;
    const { length: start } = body;
    body.add(text, units, bytes, record, offset);
    this.timeline.frames++;
    fastPath.append(word, { start, end: body.length, bytes, time });
    body.releaseBefore(start);
    return true;
  }

  #decodeMatch(
    exchange: Exchange,
    { template }: TemplateMatch,
    value: unknown,
    frame: FrameExtent,
  ): void {
    this.#exchange = exchange;
    this.#frame = frame;
    this.#isValueKept = false;
    this.#decode(exchange, value, 0, template);
    if (this.#isValueKept) this.#templateValues.delete(template);
  }

  /** `template`: the template that the value matches, if any. */
  #decode(
    exchange: Exchange,
    value: unknown,
    noticed: number,
    template: TokenTemplate | null,
  ): void {
    const before = { evidence: exchange.seenEvidence, events: this.timeline.events.length };
    this.#value = value;
    this.#lastEvent = null;
    const isLone = exchange.request === null && exchange.framer?.framing === "sse";
    const envelope = isLone ? readLoneFrame(this.timeline, exchange, value) : 0;
    this.#decoder.decodeValue(value, createDecodeContext(exchange), noticed | envelope);
    // An envelope issue must be counted for each event, so there is no fast path then.
    this.#fastPath =
      template && envelope === 0
        ? TokenFastPath.create(this.timeline, this.#lastEvent, before, template, this.#observer)
        : null;
  }

  #getTemplateValue({ template, word }: TemplateMatch): unknown {
    let known = this.#templateValues.get(template);
    if (!known) {
      known = new TemplateValue(template);
      this.#templateValues.set(template, known);
    }
    return known.with(word);
  }

  #feed(exchange: Exchange, text: string): void {
    this.#exchange = exchange;
    exchange.framer ??= this.#createFramer(exchange);
    exchange.framer.push(text);
  }

  #end(record: EndRecord): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    if (exchange.end) return this.#skip("a second end for one exchange", record.x);
    this.#time = record.t ?? Number.NaN;
    if (!exchange.framer) exchange.body.isBinary = isGrpcResponse(exchange);
    this.#feed(exchange, exchange.body.end(this.#record));
    exchange.framer?.end();
    if (exchange.body.isBinary) this.#addGrpcStatus(exchange, record);
    if (this.#isStopped) return;
    exchange.end = this.#stamp(record);
    addKeepAliveEntry(this.timeline, exchange, this.timeline.lastEvent, this.#time);
    addEndEntry(this.timeline, exchange, record);
    if (record.cause !== "unknown" || exchange.isAlone)
      this.#observer?.onEnd(this.timeline, exchange);
  }

  /** Adds the gRPC status from the trailers, or from the head of a response without a body. */
  #addGrpcStatus(exchange: Exchange, { cause, trailers }: EndRecord): void {
    const status = getGrpcStatus(exchange, trailers);
    exchange.isMissingGrpcStatus = status === null && cause === "complete";
    if (status === null || status.code === 0) return;
    const { length } = exchange.body;
    this.#frame = { start: length, end: length };
    this.#value = undefined;
    const error = toProtocolError(status);
    this.#onEvent({ kind: "error", error }, { evidence: 0, decodeIssues: 0 }, null);
  }

  /** Ends all open exchanges with an unknown cause, at the end of the log. */
  finish(): void {
    if (this.#isStopped) return;
    for (const exchange of this.timeline.exchanges) {
      if (!exchange.end) this.#end({ r: "end", x: exchange.id, t: null, cause: "unknown" });
    }
  }

  #createFramer(exchange: Exchange): SniffingFramer {
    const head = exchange.head?.record;
    const type = head ? getHeaderValue(head.headers, "content-type") : null;
    const { framing = null } = exchange.open.record;
    // A gRPC request may get any kind of response.
    const known = exchange.body.isBinary ? "grpc" : framing === "grpc" ? null : framing;
    const match = this.#parseEveryFrame ? null : new FrameTemplateMatcher();
    const take = (frame: Frame) => {
      if (frame.issues & FrameIssue.TooLong) this.#onTooLong(exchange, frame);
      else if (exchange.body.isBinary) this.#onMessage(exchange, frame);
      else this.#onFrame(exchange, frame, match);
    };
    const isKnown = match ? (text: string) => match.match(text) !== null : undefined;
    return new SniffingFramer(known, type, take, this.#maxEventLength, isKnown);
  }

  /** A frame that does not end: the rest of the body is stored but not read. */
  #onTooLong(exchange: Exchange, { start, end }: Frame): void {
    if (this.#isStopped) return;
    const reason = `no event ends within ${this.#maxEventLength} characters: not read from here on`;
    const text = exchange.body.slice(start, Math.min(end, start + SKIPPED_TEXT_LIMIT));
    this.skipped.push({ at: exchange.body.byteOffset(start), reason, text, x: exchange.id });
    exchange.oversizedFrom = { firstEvent: this.timeline.lastEvent, limit: this.#maxEventLength };
    addOversizedEventEntry(this.timeline, exchange, this.#time);
  }

  /** Reads a gRPC message, complete or cut off. */
  #onMessage(exchange: Exchange, frame: Frame): void {
    if (this.#isStopped) return;
    this.timeline.frames++;
    if (frame.issues & FrameIssue.Unterminated) return this.#addCutOffMessage(exchange, frame);
    this.#frame = frame;
    const unreadable = findUnreadableMessage(frame);
    if (unreadable) {
      this.#value = undefined;
      const { title, reason, decodeIssues } = unreadable;
      return this.#decoder.emitOther(title, reason, createDecodeContext(exchange), decodeIssues);
    }
    const { value, decodeIssues } = decodeGrpcMessage(exchange, frame);
    this.#value = value;
    this.#decoder.decodeValue(value, createDecodeContext(exchange), decodeIssues);
  }

  #addCutOffMessage(exchange: Exchange, { start, end }: Frame): void {
    const reason = "cut off by the end of the stream";
    const text = `${formatPlural(end - start, "byte")} of a message`;
    this.skipped.push({ at: start, reason, text, x: exchange.id });
    exchange.truncatedEvent = { firstEvent: this.timeline.lastEvent, start, end };
  }

  #onFrame(exchange: Exchange, frame: Frame, others: FrameTemplateMatcher | null): void {
    if (this.#isStopped) return;
    this.timeline.frames++;
    const fastPath = this.#fastPath;
    this.#fastPath = null;
    if (isKeepAlive(frame)) {
      exchange.commentEvents.push(this.timeline.events.length);
      return exchange.comments.push(this.#time);
    }
    if (frame.kind === "fields") return;
    this.#frame = frame;
    const noticed = getFrameIssues(frame, exchange);
    const match = noticed === 0 && others ? others.match(frame.data) : null;
    if (match && fastPath && this.#appendFrame(fastPath, match, frame)) return;
    let { value } = frame;
    if (value === undefined) {
      try {
        value = parseExactJson(stripRecordSeparator(frame.data));
      } catch (error) {
        this.#value = undefined;
        return this.#addUnreadableFrame(exchange, frame, error, noticed);
      }
    }
    this.#decode(exchange, value, noticed, match?.template ?? null);
    if (!match && noticed === 0) others?.learn(frame.data);
  }

  /** Appends a frame by the fast path; false if that is not possible. */
  #appendFrame(fastPath: TokenFastPath, match: TemplateMatch, { start, end }: Frame): boolean {
    const { exchange } = fastPath;
    const isOver = this.timeline.events.length >= this.#limit;
    if (isOver || !fastPath.canAppend({ x: exchange.id, ...match })) return false;
    const bytes = exchange.body.byteLength(start, end);
    fastPath.append(match.word, { start, end, bytes, time: this.#time });
    exchange.body.releaseBefore(start);
    this.#fastPath = fastPath;
    return true;
  }

  /** A frame that is not JSON: becomes an event, unless the end of the stream cut it off. */
  #addUnreadableFrame(exchange: Exchange, frame: Frame, error: unknown, noticed: number): void {
    const isCut = (frame.issues & FrameIssue.Unterminated) !== 0;
    const isTail = isCut && (frame.kind === "data" || exchange.events.count > 0);
    const isShown = exchange.head !== null || exchange.open.record.inbound === true;
    const isNoise = frame.kind === "stray" && !isShown;
    const reason = isTail ? "cut off by the end of the stream" : "not JSON";
    const { start, end } = frame;
    const at = exchange.body.byteOffset(start);
    const skipped = { at, reason, text: frame.data.slice(0, SKIPPED_TEXT_LIMIT) };
    this.skipped.push(isShown ? { ...skipped, x: exchange.id } : skipped);
    if (isTail) exchange.truncatedEvent = { firstEvent: this.timeline.lastEvent, start, end };
    if (isTail || isNoise) return;
    const context = createDecodeContext(exchange);
    if (frame.kind === "stray" && isNonJsonContent(exchange)) {
      const message = error instanceof Error ? error.message : String(error);
      const hasFailed = (context.httpStatus ?? 0) >= 400;
      const why = hasFailed ? toPlainErrorText(frame.data) : message;
      return this.#decoder.emitOther("Not JSON", why, context, noticed);
    }
    this.#decoder.emitUnreadable(frame.data, error, context, noticed);
  }

  #onEvent(event: ProtocolEvent, notes: Readonly<DecodeFlags>, raw: JsonObject | null): void {
    const exchange = this.#exchange;
    const frame = this.#frame;
    if (!exchange || !frame || this.#isStopped) return;
    if (this.timeline.events.length >= this.#limit) {
      this.#isStopped = true;
      return;
    }
    addKeepAliveEntry(this.timeline, exchange, this.timeline.events.length, this.#time);
    const { start, end } = frame;
    const bytes = exchange.body.byteLength(start, end);
    const extent = { start, end, bytes, time: this.#time };
    const orderIssues = foldEvent(this.timeline, exchange, event, notes, extent);
    this.#lastEvent = event;
    this.#isValueKept ||= event.kind !== "artifact";
    this.#observer?.onEvent({
      timeline: this.timeline,
      exchange,
      ordinal: this.timeline.lastEvent,
      event,
      raw,
      frame: this.#value,
      evidence: notes.evidence,
      decodeIssues: notes.decodeIssues,
      orderIssues,
    });
    exchange.body.releaseBefore(start);
  }

  #skip(reason: string, text: string): void {
    this.skipped.push({ at: 0, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }

  #findExchange(id: string): Exchange | null {
    const exchange = this.timeline.exchangeById.get(id);
    if (!exchange) this.#skip("a record of an exchange that was never opened", id);
    return exchange ?? null;
  }
}
