/**
 * Ingest: turns records into a timeline, for live exchanges and saved logs alike. Each record is
 * read once, in order; each frame is folded as soon as its last byte arrives.
 *
 * `#readData` and `#readFrames` are the path: records → text → frames → events → fold → observer.
 */

import type { DecodedEvent } from "../protocol/classify.ts";
import { toProtocolError } from "../protocol/grpc/status.ts";
import { readRecordedRequest } from "../protocol/request-from-record.ts";
import { type Frame, MAX_FRAME_LENGTH } from "../wire/frame.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type {
  DataRecord,
  EditRecord,
  EndRecord,
  HeadRecord,
  OpenRecord,
  SkippedInput,
  Time,
  WireRecord,
} from "../wire/record.ts";
import { SKIPPED_TEXT_LIMIT } from "../wire/record.ts";
import type { TextSource } from "../wire/text-source.ts";
import { decodeFrame } from "./decode-frame.ts";
import type { StreamSource } from "./duplicate-streams.ts";
import { Exchange, type StampedRecord } from "./exchange.ts";
import { isCall } from "./exchange-queries.ts";
import { foldEvent } from "./fold.ts";
import { applyRequest } from "./fold-task.ts";
import { getGrpcStatus, isGrpcResponse } from "./grpc-frame.ts";
import { addTappedCall, connectReportedCalls } from "./hops/call-edges.ts";
import {
  addEditEntry,
  addEndEntry,
  addKeepAliveEntry,
  addNoteEntry,
  addOversizedEventEntry,
  addRequestEntry,
  addResponseEntry,
} from "./http-entries.ts";
import { Timeline } from "./timeline.ts";
import type { TimelineObserver } from "./timeline-observer.ts";
import { TokenFastPath } from "./token-fast-path/token-fast-path.ts";

interface IngestOptions {
  /** Fold only the events before this ordinal. */
  limit?: number;
  /** Existing timeline and list to fill; both must be empty. */
  into?: { readonly timeline: Timeline; readonly skipped: SkippedInput[] };
  /** Rereads the text of records that have a byte offset, so that it need not stay in memory. */
  source?: TextSource;
  observer?: TimelineObserver;
  /** Maximum characters of a response without the end of an event. */
  maxEventLength?: number;
  /** Decode and fold every frame, even a token that repeats. Tests compare both ways. */
  decodeEveryFrame?: boolean;
}

export class Ingest {
  readonly timeline: Timeline;
  /** Input that could not be read, in order. */
  readonly skipped: SkippedInput[];
  readonly #limit: number;
  readonly #source: TextSource | null;
  readonly #observer: TimelineObserver | null;
  readonly #maxEventLength: number;
  readonly #tokens: TokenFastPath | null;
  /** An event came after the limit: nothing more is read. */
  #isFull = false;

  constructor(options: IngestOptions = {}) {
    this.timeline = options.into?.timeline ?? new Timeline();
    this.skipped = options.into?.skipped ?? [];
    this.#limit = options.limit ?? Number.POSITIVE_INFINITY;
    this.#source = options.source ?? null;
    this.#observer = options.observer ?? null;
    this.#maxEventLength = options.maxEventLength ?? MAX_FRAME_LENGTH;
    this.#tokens = options.decodeEveryFrame
      ? null
      : new TokenFastPath(this.timeline, this.#observer, this.#limit);
  }

  /** Reads one record. `offset`: where its line or text begins in a file that can be reread. */
  push(record: WireRecord, offset = -1): void {
    this.timeline.records++;
    if (this.#isFull) return;
    if (record.r !== "data") this.#tokens?.stop();
    switch (record.r) {
      case "loupe":
        this.timeline.at = record.at ?? null;
        this.timeline.id ||= record.id;
        this.timeline.name = record.name ?? null;
        return;
      case "open":
        return this.#open(record);
      case "redirect":
        this.#findExchange(record.x)?.redirects.push(this.#stamp(record));
        return;
      case "head":
        return this.#readHead(record);
      case "data":
        return this.#readData(record, offset);
      case "end":
        return this.#end(record);
      case "note":
        if (addNoteEntry(this.timeline, record)) return;
        return this.#skip("a note before the first exchange", record.text);
      case "edge":
        return this.timeline.callTree.addRecordedDecision(record.x, record.parent);
      case "edit":
        return this.#addEdit(record);
      case "resume":
        this.timeline.resumes.push(record);
        // The recorder had stopped: whatever was open ended there.
        return this.finish();
    }
  }

  /** Ends all open exchanges with an unknown cause, at the end of the log. */
  finish(): void {
    if (this.#isFull) return;
    this.#tokens?.stop();
    for (const exchange of this.timeline.exchanges) {
      if (!exchange.end) this.#end({ r: "end", x: exchange.id, t: null, cause: "unknown" });
    }
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
    addTappedCall(timeline.callTree, exchange, timeline.tasks);
    if (isCall(exchange)) timeline.calls++;
    if (record.inbound) exchange.streamSource = this.#getInboxSource(exchange);
    timeline.exchangeById.set(exchange.id, exchange);
    if (request) applyRequest(timeline, exchange, request);
    timeline.turns.open(exchange);
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

  #readHead(record: HeadRecord): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    if (exchange.head) return this.#skip("a second head for one response", record.x);
    exchange.head = this.#stamp(record);
    addResponseEntry(this.timeline, exchange, record);
    this.#observer?.onHead(this.timeline, exchange);
  }

  /** Reads bytes of a body: as text, as frames, as events. */
  #readData(record: DataRecord, offset: number): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    const { body } = exchange;
    const time = record.t ?? Number.NaN;
    if (body.bytes === 0) exchange.firstByteTime = time;
    if (!exchange.end) exchange.lastByteTime = time;
    else this.#skip("bytes after the end of their exchange", record.text ?? "");
    if (!exchange.framer) body.isBinary = isGrpcResponse(exchange);
    let text: string;
    try {
      text = body.push(record, this.timeline.records - 1, offset);
    } catch {
      return this.#skip("bytes that are not base64", record.b64 ?? "");
    }
    if (this.#tokens?.appendRecord(exchange, record, time)) this.timeline.frames++;
    else this.#readText(exchange, text, time);
  }

  #readText(exchange: Exchange, text: string, time: number): SniffingFramer {
    const framer = this.#getFramer(exchange);
    this.#readFrames(exchange, framer.push(text), time);
    const { oversizedFrom } = framer;
    if (oversizedFrom !== null) this.#reportOversizedEvent(exchange, oversizedFrom, time);
    return framer;
  }

  /** Here frames become a timeline: a frame is decoded, and each of its events is folded. */
  #readFrames(exchange: Exchange, frames: readonly Frame[], time: number): void {
    const { timeline, skipped } = this;
    if (this.#isFull) return;
    for (const frame of frames) {
      timeline.frames++;
      if (this.#tokens?.append(exchange, frame, time)) continue;
      const decoded = decodeFrame(timeline, skipped, exchange, frame, time);
      for (const event of decoded.events) this.#fold(exchange, frame, decoded.value, event, time);
      if (this.#isFull) return;
      this.#tokens?.learn(exchange, frame, decoded);
    }
  }

  /** Folds an event and shows it to the observer. `value`: the value of its frame. */
  #fold(
    exchange: Exchange,
    { start, end }: Pick<Frame, "start" | "end">,
    value: unknown,
    decoded: DecodedEvent,
    time: number,
  ): void {
    const { timeline } = this;
    const ordinal = timeline.events.length;
    this.#isFull ||= ordinal >= this.#limit;
    if (this.#isFull) return;
    const { event, raw, evidence, decodeIssues } = decoded;
    addKeepAliveEntry(timeline, exchange, ordinal, time);
    const extent = { start, end, bytes: exchange.body.byteLength(start, end), time };
    const orderIssues = foldEvent(timeline, exchange, event, decoded, extent);
    connectReportedCalls(timeline.callTree, exchange, event, ordinal);
    this.#observer?.onEvent({
      timeline,
      exchange,
      ordinal,
      event,
      raw,
      frame: value,
      evidence,
      decodeIssues,
      orderIssues,
    });
    exchange.body.releaseBefore(start);
  }

  #end(record: EndRecord): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    if (exchange.end) return this.#skip("a second end for one exchange", record.x);
    const { body } = exchange;
    const time = record.t ?? Number.NaN;
    if (!exchange.framer) body.isBinary = isGrpcResponse(exchange);
    const framer = this.#readText(exchange, body.end(this.timeline.records - 1), time);
    this.#readFrames(exchange, framer.end(), time);
    if (body.isBinary) this.#readGrpcStatus(exchange, record, time);
    if (this.#isFull) return;
    exchange.end = this.#stamp(record);
    addKeepAliveEntry(this.timeline, exchange, this.timeline.lastEvent, time);
    addEndEntry(this.timeline, exchange, record);
    if (record.cause !== "unknown" || exchange.isAlone)
      this.#observer?.onEnd(this.timeline, exchange);
  }

  /** Reads the gRPC status in the trailers, or in the head of a response without a body. */
  #readGrpcStatus(exchange: Exchange, { cause, trailers }: EndRecord, time: number): void {
    const status = getGrpcStatus(exchange, trailers);
    exchange.isMissingGrpcStatus = status === null && cause === "complete";
    if (status === null || status.code === 0) return;
    const { length } = exchange.body;
    const event = { kind: "error", error: toProtocolError(status) } as const;
    const decoded = { event, raw: null, evidence: 0, decodeIssues: 0 };
    this.#fold(exchange, { start: length, end: length }, undefined, decoded, time);
  }

  #getFramer(exchange: Exchange): SniffingFramer {
    if (exchange.framer) return exchange.framer;
    const { framing = null } = exchange.open.record;
    // A gRPC request may get any kind of response.
    const known = exchange.body.isBinary ? "grpc" : framing === "grpc" ? null : framing;
    const type = exchange.head && getHeaderValue(exchange.head.record.headers, "content-type");
    exchange.framer = new SniffingFramer(known, type, this.#maxEventLength);
    return exchange.framer;
  }

  /** An event that does not end: the rest of the body is stored but not read. */
  #reportOversizedEvent(exchange: Exchange, start: number, time: number): void {
    if (this.#isFull || exchange.oversizedFrom) return;
    const { body } = exchange;
    const reason = `no event ends within ${this.#maxEventLength} characters: not read from here on`;
    const text = body.slice(start, Math.min(body.length, start + SKIPPED_TEXT_LIMIT));
    this.skipped.push({ at: body.byteOffset(start), reason, text, x: exchange.id });
    exchange.oversizedFrom = { firstEvent: this.timeline.lastEvent, limit: this.#maxEventLength };
    addOversizedEventEntry(this.timeline, exchange, time);
  }

  #addEdit(record: EditRecord): void {
    const exchange = this.#findExchange(record.x);
    if (!exchange) return;
    const { timeline } = this;
    timeline.edits.push({ firstEvent: timeline.lastEvent, exchange: exchange.index, record });
    addEditEntry(timeline, exchange, record);
  }

  #stamp<R extends { t: Time }>(record: R): StampedRecord<R> {
    return { firstEvent: this.timeline.lastEvent, time: record.t ?? Number.NaN, record };
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
