/** One exchange on the timeline: its request, its answer's body, and how it ended. */

import { type GrpcCall, parseGrpcCall } from "../protocol/grpc/services.ts";
import type { RpcRequest } from "../protocol/model.ts";
import { isRest03Url } from "../protocol/rest-call.ts";
import { isVersion1Header } from "../protocol/versions.ts";
import { Body } from "../wire/body.ts";
import type { SniffingFramer } from "../wire/framing.ts";
import { NumberColumn } from "../wire/number-column.ts";
import type { EndRecord, HeadRecord, OpenRecord, RedirectRecord } from "../wire/record.ts";
import type { StreamSource } from "./duplicate-streams.ts";
import { EventIndex } from "./event-index.ts";
import type { TaskLane } from "./task.ts";
import type { TimelineMessage } from "./timeline.ts";

/** A happening between events: it counts from the event before it. */
export interface StampedRecord<T> {
  readonly firstEvent: number;
  readonly time: number;
  readonly record: T;
}

export class Exchange {
  readonly index: number;
  readonly id: string;
  readonly open: StampedRecord<OpenRecord>;
  readonly request: RpcRequest | null;
  /** The `A2A-Version` the client sent. */
  readonly versionHeader: string | null;
  /** Its path is one of the ProtoJSON of 0.3. */
  readonly isRest03: boolean;
  /** It was asked in the name of 1.0; or it notifies: 0.3 has nothing around what it tells so. */
  readonly isNot03: boolean;
  /** What its path asks for, should it turn out to be gRPC. */
  readonly grpcCall: GrpcCall;
  redirects: StampedRecord<RedirectRecord>[] = [];
  head: StampedRecord<HeadRecord> | null = null;
  end: StampedRecord<EndRecord> | null = null;
  /** When the first byte of the body was read; NaN where unknown. */
  firstByteTime = Number.NaN;
  /** When the newest bytes of the body were read, the end not yet seen; NaN where unknown. */
  lastByteTime = Number.NaN;

  readonly body = new Body();
  framer: SniffingFramer | null = null;
  /** An event that the end of the body cut off, too short to be read. */
  truncatedEvent: {
    readonly firstEvent: number;
    readonly start: number;
    readonly end: number;
  } | null = null;
  /** From here on nothing of it is read: so many characters came without the end of an event. */
  oversizedFrom: { readonly firstEvent: number; readonly limit: number } | null = null;
  /** It was over as HTTP has it, but not as gRPC has it. */
  isMissingGrpcStatus = false;
  /** When each comment (keep-alive) came, and how many events there were by then. */
  readonly comments = NumberColumn.f64();
  readonly commentEvents = NumberColumn.u32();
  /** How many of them were accounted for. */
  reportedComments = 0;
  readonly events = new EventIndex();
  /** The first event that carried each bit of `Evidence`, by bit number. */
  readonly evidence: (number | undefined)[] = [];
  #seenEvidence = 0;
  /** What happened in it, for those who must tell how it ended. */
  readonly errors = new EventIndex();
  readonly replies = new EventIndex();
  /** Tasks that its events named, in order of first naming. */
  readonly tasks: { readonly firstEvent: number; readonly task: number }[] = [];
  readonly taskSet = new Set<number>();
  /** Tasks whose end it told. */
  readonly finishedTasks = new Set<number>();
  /** Those of them that it showed once more as a whole. */
  readonly reshownTasks = new Set<number>();
  /** The message it sent, until it is known which task that belongs to. */
  pendingMessage: TimelineMessage | null = null;
  /** The finished task that a message was sent to, until it is known which task answers. */
  finishedTaskAsked: TaskLane | null = null;
  /** What was asked last, by itself or by a request inside the body. */
  lastRequest: RpcRequest | null = null;
  /** The first request found inside the body: a log of payloads has its requests there. */
  inlineRequest: { readonly firstEvent: number; readonly request: RpcRequest } | null = null;
  /** The entry that stands for the exchange itself; −1 until there is one. */
  entry = -1;
  /** What it notified Loupe of, in words. */
  notification: { readonly firstEvent: number; readonly label: string } | null = null;
  /** For whom it tells: itself, but for a notification, which is one of many to an inbox. */
  streamSource: StreamSource = this;
  /** The event that said `final: true`; −1 while none did. */
  finalEvent = -1;
  /** How many responses began before the one that is read: of a file that holds several. */
  responses = 0;
  /** The id that its envelopes repeat, where no request says it; `undefined` for none so far. */
  responseId: unknown;
  /** The task that events without a task id belong to; −1 while unknown. */
  currentTask = -1;

  constructor(
    index: number,
    open: StampedRecord<OpenRecord>,
    request: RpcRequest | null,
    versionHeader: string | null,
  ) {
    this.index = index;
    this.id = open.record.x;
    this.open = open;
    this.request = request;
    this.versionHeader = versionHeader;
    this.grpcCall = parseGrpcCall(open.record.url);
    this.isRest03 = isRest03Url(open.record.url) || this.grpcCall.version === "0.3";
    const isAskedIn1 = isVersion1Header(versionHeader) || this.grpcCall.version === "1.0";
    this.isNot03 = isAskedIn1 || open.record.inbound === true;
  }

  get firstEvent(): number {
    return this.open.firstEvent;
  }

  /** Why a notification is not believed. */
  get rejectionReason(): string | null {
    return this.open.record.refused ?? null;
  }

  /** The log has the response without its request, as `curl -N` prints it: perhaps not all of it. */
  get isAlone(): boolean {
    const { method, inbound } = this.open.record;
    return this.request === null && method === "" && !inbound;
  }

  /** It tells events as they happen. */
  get isStream(): boolean {
    if (this.open.record.inbound) return false;
    const operation = this.request?.operation;
    return operation === "stream" || operation === "subscribe" || this.framer?.framing === "sse";
  }

  headAt(n: number): HeadRecord | null {
    return this.head && this.head.firstEvent <= n ? this.head.record : null;
  }

  /** How it ended; a log that does not know ends like one cut at that place. */
  endAt(n: number): StampedRecord<EndRecord> | null {
    return this.end && this.end.firstEvent <= n && this.end.record.cause !== "unknown"
      ? this.end
      : null;
  }

  /** Did it come to an end that is none for gRPC: without a status? */
  endsWithoutStatusAt(n: number): boolean {
    return this.isMissingGrpcStatus && this.endAt(n) !== null;
  }

  /** How many keep-alives came by event `n`, and between it and the next one. */
  commentsAt(n: number): number {
    return this.commentEvents.countUpTo(n + 1);
  }

  /** Did the body break off inside an event, as far as is known after event `n`? */
  isTruncatedAt(n: number): boolean {
    return this.truncatedEvent !== null && this.truncatedEvent.firstEvent <= n;
  }

  recordEvidence(bits: number, ordinal: number): void {
    let rest = bits & ~this.#seenEvidence;
    this.#seenEvidence |= bits;
    while (rest !== 0) {
      const bit = 31 - Math.clz32(rest);
      this.evidence[bit] ??= ordinal;
      rest &= ~(1 << bit);
    }
  }

  /** All bits of `Evidence` so far. */
  get seenEvidence(): number {
    return this.#seenEvidence;
  }

  hasEvidence(bit: number, n: number): boolean {
    const first = this.evidence[31 - Math.clz32(bit)];
    return first !== undefined && first <= n;
  }
}
