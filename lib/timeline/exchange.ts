/** One exchange on the timeline: its request, response body and end. */

import { NumberColumn } from "../collections/number-column.ts";
import { type GrpcCall, parseGrpcCall } from "../protocol/grpc/services.ts";
import type { RpcRequest } from "../protocol/model.ts";
import { isRest03Url } from "../protocol/rest-call.ts";
import { isVersion1Header } from "../protocol/versions.ts";
import { Body } from "../wire/body.ts";
import type { SniffingFramer } from "../wire/framing.ts";
import type { EndRecord, HeadRecord, OpenRecord, RedirectRecord } from "../wire/record.ts";
import type { StreamSource } from "./duplicate-streams.ts";
import { EventIndex } from "./event-index.ts";
import type { TaskLane } from "./task.ts";
import type { TimelineMessage } from "./timeline-message.ts";

/** A message whose task is not known yet, with the JSON-RPC id of its request. */
interface PendingMessage {
  readonly requestId: RpcRequest["id"];
  readonly message: TimelineMessage;
}

/** A record between events. `firstEvent` is the last event before it. */
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
  /** The request is A2A 1.0, or it is a notification. 0.3 does not wrap notifications. */
  readonly isNot03: boolean;
  /** The call its path names, if the exchange is gRPC. */
  readonly grpcCall: GrpcCall;
  redirects: StampedRecord<RedirectRecord>[] = [];
  head: StampedRecord<HeadRecord> | null = null;
  end: StampedRecord<EndRecord> | null = null;
  /** When the first byte of the body was read; NaN where unknown. */
  firstByteTime = Number.NaN;
  /** When the newest bytes before the end were read; NaN where unknown. */
  lastByteTime = Number.NaN;

  readonly body = new Body();
  framer: SniffingFramer | null = null;
  /** An incomplete event that the end of the body cut off. */
  truncatedEvent: {
    readonly firstEvent: number;
    readonly start: number;
    readonly end: number;
  } | null = null;
  /** Set when no event ended within the limit of characters. The body is not read any further. */
  oversizedFrom: { readonly firstEvent: number; readonly limit: number } | null = null;
  /** HTTP completed, but the gRPC status is missing. */
  isMissingGrpcStatus = false;
  /** When each comment (keep-alive) came, and how many events there were by then. */
  readonly comments = NumberColumn.f64();
  readonly commentEvents = NumberColumn.u32();
  /** How many comments are already reported by an entry. */
  reportedComments = 0;
  readonly events = new EventIndex();
  /** The first event with each bit of `VersionEvidence`, by bit number. */
  readonly evidence: (number | undefined)[] = [];
  #seenEvidence = 0;
  /** Its error events, used for the verdict. */
  readonly errors = new EventIndex();
  readonly replies = new EventIndex();
  /** Tasks that its events name, in order of first mention. */
  readonly tasks: { readonly firstEvent: number; readonly task: number }[] = [];
  readonly taskSet = new Set<number>();
  /** Tasks that it reported as finished. */
  readonly finishedTasks = new Set<number>();
  /** Finished tasks that it sent again as a snapshot. */
  readonly reshownTasks = new Set<number>();
  /** The messages it sent, until their tasks are known; a log of payloads may have several. */
  pendingMessages: readonly PendingMessage[] = [];
  /** The id in the envelope of the event being read; `undefined` without an envelope. */
  envelopeId: unknown;
  /** The finished task that a message was sent to, until the task of the response is known. */
  finishedTaskAsked: TaskLane | null = null;
  /** The latest request: its own, or one inside the body. */
  lastRequest: RpcRequest | null = null;
  /** The first request inside the body. Logs of payloads contain requests there. */
  inlineRequest: { readonly firstEvent: number; readonly request: RpcRequest } | null = null;
  /** The entry of the exchange itself; −1 until it exists. */
  entry = -1;
  /** For a notification: a short label of its content. */
  notification: { readonly firstEvent: number; readonly label: string } | null = null;
  /** Its source for duplicate detection: itself, or the inbox for a notification. */
  streamSource: StreamSource = this;
  /** The event with `final: true`; −1 if there is none. */
  finalEvent = -1;
  /** Number of earlier responses in the body, for a file that holds several. */
  responses = 0;
  /** The id in its envelopes, if no request defines it; `undefined` before the first. */
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
    const isVersion1 = isVersion1Header(versionHeader) || this.grpcCall.version === "1.0";
    this.isNot03 = isVersion1 || open.record.inbound === true;
  }

  get firstEvent(): number {
    return this.open.firstEvent;
  }

  /** Why a notification was rejected. */
  get rejectionReason(): string | null {
    return this.open.record.refused ?? null;
  }

  /** The log has a response without its request, as `curl -N` prints it. It may be incomplete. */
  get isAlone(): boolean {
    const { method, inbound } = this.open.record;
    return this.request === null && method === "" && !inbound;
  }

  /** Does it deliver events as they happen? */
  get isStream(): boolean {
    if (this.open.record.inbound) return false;
    const operation = this.request?.operation;
    return operation === "stream" || operation === "subscribe" || this.framer?.framing === "sse";
  }

  headAt(n: number): HeadRecord | null {
    return this.head && this.head.firstEvent <= n ? this.head.record : null;
  }

  /** How it ended. An unknown end counts as no end: the log may be cut off there. */
  endAt(n: number): StampedRecord<EndRecord> | null {
    return this.end && this.end.firstEvent <= n && this.end.record.cause !== "unknown"
      ? this.end
      : null;
  }

  /** Did it end without a gRPC status? */
  endsWithoutStatusAt(n: number): boolean {
    return this.isMissingGrpcStatus && this.endAt(n) !== null;
  }

  /** Number of keep-alives up to the event after `n`. */
  commentsAt(n: number): number {
    return this.commentEvents.countUpTo(n + 1);
  }

  /** Was the body cut off inside an event, as known after event `n`? */
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

  /** All bits of `VersionEvidence` so far. */
  get seenEvidence(): number {
    return this.#seenEvidence;
  }

  hasEvidence(bit: number, n: number): boolean {
    const first = this.evidence[31 - Math.clz32(bit)];
    return first !== undefined && first <= n;
  }
}
