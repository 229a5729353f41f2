/**
 * Reads one exchange while it passes a tap, so that its events can be held or changed: Loupe's own
 * timeline, interpretation and linter, for this exchange alone.
 *
 * Guarantees: every byte of the body belongs to one event, or to what is between two events; what
 * cannot be read is between.
 */

import { Interpretation } from "../../../dialects/interpretation.ts";
import { createLinter } from "../../../lint/linter.ts";
import { collectProblemHistories } from "../../../lint/problem-history.ts";
import type { Rule } from "../../../lint/rules/rule.ts";
import { isObject } from "../../../protocol/json.ts";
import type { ProtocolEvent, RpcRequest } from "../../../protocol/model.ts";
import type { Binding, Version } from "../../../protocol/versions.ts";
import type { Exchange } from "../../../timeline/exchange.ts";
import { isCall } from "../../../timeline/exchange-queries.ts";
import { Ingest } from "../../../timeline/ingest.ts";
import type { EventContext, TimelineObserver } from "../../../timeline/timeline-observer.ts";
import { getExchangeVersion } from "../../../timeline/timeline-queries.ts";
import type { HeaderList, HeadRecord, OpenRecord } from "../../../wire/record.ts";
import { createDataRecord, encodeRecordBytes } from "../../exchange/response-body.ts";

/** An event on its way to the caller. */
export interface WatchedEvent {
  /** Within its response, from 1. */
  readonly number: number;
  readonly ordinal: number;
  readonly event: ProtocolEvent;
  /** The value of its frame. */
  readonly value: unknown;
  /** The text of its frame: one character per byte if the body is binary. */
  readonly text: string;
}

/** A stretch of a body: an event, or what is between two events. */
export interface BodyStretch {
  readonly from: number;
  readonly to: number;
  readonly event: WatchedEvent | null;
}

export interface WatchedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly isGrpc: boolean;
  /** Which rules its events break is asked for. */
  readonly checksRules: boolean;
}

const X = "x";

export class WatchedExchange {
  readonly #ingest: Ingest;
  readonly #interpretation: Interpretation;
  readonly #exchange: Exchange;
  readonly #isGrpc: boolean;
  readonly #request: WatchedRequest;
  #head: Pick<HeadRecord, "status" | "headers"> | null = null;
  #read: EventContext[] = [];
  #count = 0;
  /** Bytes of the body that are in stretches. */
  #end = 0;

  constructor(request: WatchedRequest) {
    const { method, url, headers, body, isGrpc, checksRules } = request;
    this.#request = request;
    this.#isGrpc = isGrpc;
    const linter = checksRules ? createLinter() : null;
    const observer: TimelineObserver = {
      onEvent: (seen) => {
        linter?.onEvent(seen);
        this.#read.push(seen);
      },
      appliesToEveryToken: () => false,
      onOpen: (timeline, exchange) => linter?.onOpen(timeline, exchange),
      onHead: (timeline, exchange) => linter?.onHead(timeline, exchange),
      onEnd: (timeline, exchange) => linter?.onEnd(timeline, exchange),
    };
    // The observer must see every event.
    this.#ingest = new Ingest({ observer, decodeEveryFrame: true });
    this.#interpretation = new Interpretation(this.#ingest.timeline);
    const content = body.length === 0 ? null : encodeRecordBytes(body, isGrpc);
    const open: OpenRecord = {
      r: "open",
      x: X,
      t: 0,
      method,
      url,
      headers,
      ...(content && ("text" in content ? { body: content.text } : { bodyB64: content.b64 })),
      ...(isGrpc && { framing: "grpc" as const }),
    };
    this.#ingest.push(open);
    const [exchange] = this.#ingest.timeline.exchanges;
    if (!exchange) throw new Error("the exchange was not opened");
    this.#exchange = exchange;
  }

  /** What it was made of. */
  get watchedRequest(): WatchedRequest {
    return this.#request;
  }

  get request(): RpcRequest | null {
    return this.#exchange.request;
  }

  /** A call of A2A, not the look-up of a card. */
  get isCall(): boolean {
    return (
      this.request !== null && this.request.operation !== "extended-card" && isCall(this.#exchange)
    );
  }

  /** Bytes may follow that belong to an event which is not complete. */
  get end(): number {
    return this.#end;
  }

  get version(): { readonly version: Version; readonly binding: Binding } {
    const { timeline } = this.#ingest;
    return getExchangeVersion(timeline, this.#exchange, timeline.lastEvent);
  }

  /** Its messages are those of gRPC. */
  get isBinary(): boolean {
    return this.#isGrpc;
  }

  /** The response is a stream of server-sent events. */
  get isSse(): boolean {
    return this.#exchange.framer?.framing === "sse";
  }

  readHead(head: Pick<HeadRecord, "status" | "headers">): void {
    this.#head = head;
    this.#ingest.push({ r: "head", x: X, t: 0, ...head });
  }

  /** The stretches that are now complete. */
  read(bytes: Buffer): BodyStretch[] {
    this.#ingest.push(createDataRecord(X, 0, bytes, this.#isGrpc));
    const { framer, body, oversizedFrom } = this.#exchange;
    if (oversizedFrom) return this.#takeStretches(body.bytes);
    return this.#takeStretches(framer ? body.byteOffset(framer.framedEnd) : 0);
  }

  /** The body is complete: the rest of it. */
  finish(): BodyStretch[] {
    this.#ingest.push({ r: "end", x: X, t: 0, cause: "complete" });
    return this.#takeStretches(this.#exchange.body.bytes);
  }

  #takeStretches(end: number): BodyStretch[] {
    const stretches: BodyStretch[] = [];
    const add = (from: number, to: number, event: WatchedEvent | null) => {
      if (to > from) stretches.push({ from, to, event });
      this.#end = Math.max(this.#end, to);
    };
    const { events } = this.#ingest.timeline;
    const { body } = this.#exchange;
    for (const { ordinal, event, frame } of this.#read.splice(0)) {
      const start = events.start.at(ordinal);
      const stop = events.end.at(ordinal);
      const [from, to] = [body.byteOffset(start), body.byteOffset(stop)];
      // Several events in one frame are one stretch, and the status in trailers has none.
      if (to <= this.#end) {
        this.#count += 1;
        continue;
      }
      add(this.#end, from, null);
      this.#count += 1;
      const text = body.slice(start, stop);
      add(this.#end, to, { number: this.#count, ordinal, event, value: frame, text });
    }
    add(this.#end, end, null);
    return stretches;
  }

  /** The name of the artifact that an event is about. */
  findArtifactName({ ordinal, event }: WatchedEvent): string | null {
    if (event.kind !== "artifact") return null;
    const { entries, events } = this.#ingest.timeline;
    const entry = entries[events.entry.at(ordinal)];
    const known = entry?.kind === "artifact" ? entry.artifact.names.at(ordinal) : undefined;
    return event.artifact.name ?? known ?? null;
  }

  /** The tools whose calls begin with an event. */
  findTools({ ordinal }: WatchedEvent): string[] {
    const { tools } = this.#interpretation.update();
    return tools
      .filter(({ firstEvent }) => firstEvent === ordinal)
      .flatMap((call) => {
        const { name, agent } = call.fieldsAt(ordinal);
        return name ?? agent ?? [];
      });
  }

  breaksRule({ ordinal }: WatchedEvent, rule: string): boolean {
    return this.#listBrokenRules(ordinal).some(({ id }) => id === rule);
  }

  /** The rules that the event would break if these were its bytes. */
  findBrokenRules({ ordinal }: WatchedEvent, bytes: Buffer): Rule[] {
    const { body } = this.#exchange;
    const before = body.slice(0, this.#ingest.timeline.events.start.at(ordinal));
    const copy = new WatchedExchange({ ...this.#request, checksRules: true });
    if (this.#head) copy.readHead(this.#head);
    copy.read(Buffer.from(before, this.#isGrpc ? "latin1" : "utf8"));
    copy.read(bytes);
    // A stream goes on behind the event, a document ends with it.
    if (!copy.isSse && !this.#isGrpc) copy.finish();
    return copy.#listBrokenRules(ordinal, copy.#ingest.timeline.lastEvent);
  }

  /** Those that events break, from one to another. */
  #listBrokenRules(from: number, to = from): Rule[] {
    return collectProblemHistories(this.#ingest.timeline, this.#interpretation.update())
      .filter(({ countAt }) => countAt(to) > countAt(from - 1))
      .map(({ rule }) => rule);
  }

  /** The JSON-RPC id of the request, as it was written. */
  get requestId(): string | number | null {
    return this.request?.id ?? null;
  }
}

/** The A2A object of a frame is in its envelope, if it has one. */
export const hasRpcEnvelope = (value: unknown): boolean =>
  isObject(value) && value.jsonrpc !== undefined && value.result !== undefined;
