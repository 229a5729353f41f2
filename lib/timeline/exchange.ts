/** One exchange on the timeline: its request, its answer's body, and how it ended. */

import { type GrpcCall, parseGrpcCall } from "../protocol/grpc/services.ts";
import type { RpcRequest } from "../protocol/model.ts";
import { isRest03Url } from "../protocol/rest-call.ts";
import { isVersion1Header } from "../protocol/versions.ts";
import { Body } from "../wire/body.ts";
import type { SniffingFramer } from "../wire/framing.ts";
import { NumberColumn } from "../wire/number-column.ts";
import type { EndRecord, HeadRecord, OpenRecord, RedirectRecord } from "../wire/record.ts";
import type { TaskLane } from "./task.ts";
import type { Teller } from "./tellers.ts";
import type { MessageFact } from "./timeline.ts";
import { Track } from "./track.ts";

/** A happening between events: it counts from the event before it. */
export interface Stamped<T> {
  readonly birth: number;
  readonly time: number;
  readonly record: T;
}

export class Exchange {
  readonly index: number;
  readonly id: string;
  readonly open: Stamped<OpenRecord>;
  readonly request: RpcRequest | null;
  /** The `A2A-Version` the client sent. */
  readonly versionHeader: string | null;
  /** Its path is one of the ProtoJSON of 0.3. */
  readonly rest03: boolean;
  /** It was asked in the name of 1.0; or it notifies: 0.3 has nothing around what it tells so. */
  readonly not03: boolean;
  /** What its path asks for, should it turn out to be gRPC. */
  readonly grpc: GrpcCall;
  redirects: Stamped<RedirectRecord>[] = [];
  head: Stamped<HeadRecord> | null = null;
  ended: Stamped<EndRecord> | null = null;
  /** When the first byte of the body was read; NaN where unknown. */
  firstByte = Number.NaN;
  /** When the newest bytes of the body were read, the end not yet seen; NaN where unknown. */
  lastByte = Number.NaN;

  readonly body = new Body();
  framer: SniffingFramer | null = null;
  /** An event that the end of the body cut off, too short to be read. */
  tail: { readonly birth: number; readonly start: number; readonly end: number } | null = null;
  /** From here on nothing of it is read: so many characters came without the end of an event. */
  unread: { readonly birth: number; readonly longest: number } | null = null;
  /** It was over as HTTP has it, but not as gRPC has it. */
  lacksStatus = false;
  /** When each comment (keep-alive) came, and how many events there were by then. */
  readonly comments = NumberColumn.f64();
  readonly commentBirths = NumberColumn.u32();
  /** How many of them were accounted for. */
  keptAlive = 0;
  readonly events = new Track();
  /** The first event that carried each bit of `Evidence`, by bit number. */
  readonly evidence: (number | undefined)[] = [];
  #seenEvidence = 0;
  /** What happened in it, for those who must tell how it ended. */
  readonly errors = new Track();
  readonly replies = new Track();
  /** Tasks that its events named, in order of first naming. */
  readonly tasks: { readonly birth: number; readonly task: number }[] = [];
  readonly taskSet = new Set<number>();
  /** Tasks whose end it told. */
  readonly over = new Set<number>();
  /** Those of them that it showed once more as a whole. */
  readonly shownOver = new Set<number>();
  /** The message it sent, until it is known which task that belongs to. */
  sent: MessageFact | null = null;
  /** The finished task that a message was sent to, until it is known which task answers. */
  askedOver: TaskLane | null = null;
  /** What was asked last, by itself or by a request inside the body. */
  asked: RpcRequest | null = null;
  /** The first request found inside the body: a log of payloads has its requests there. */
  spoken: { readonly birth: number; readonly request: RpcRequest } | null = null;
  /** The entry that stands for the exchange itself; −1 until there is one. */
  entry = -1;
  /** What it notified Loupe of, in words. */
  notified: { readonly birth: number; readonly what: string } | null = null;
  /** For whom it tells: itself, but for a notification, which is one of many to an inbox. */
  teller: Teller = this;
  /** The event that said `final: true`; −1 while none did. */
  final = -1;
  /** How many responses began before the one that is read: of a file that holds several. */
  responses = 0;
  /** The id that its envelopes repeat, where no request says it; `undefined` for none so far. */
  responseId: unknown;
  /** The task that events without a task id belong to; −1 while unknown. */
  currentTask = -1;

  constructor(
    index: number,
    open: Stamped<OpenRecord>,
    request: RpcRequest | null,
    versionHeader: string | null,
  ) {
    this.index = index;
    this.id = open.record.x;
    this.open = open;
    this.request = request;
    this.versionHeader = versionHeader;
    this.grpc = parseGrpcCall(open.record.url);
    this.rest03 = isRest03Url(open.record.url) || this.grpc.version === "0.3";
    const isAskedIn1 = isVersion1Header(versionHeader) || this.grpc.version === "1.0";
    this.not03 = isAskedIn1 || open.record.inbound === true;
  }

  get birth(): number {
    return this.open.birth;
  }

  /** Why a notification is not believed. */
  get refused(): string | null {
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
    return this.head && this.head.birth <= n ? this.head.record : null;
  }

  /** How it ended; a log that does not know ends like one cut at that place. */
  endAt(n: number): Stamped<EndRecord> | null {
    return this.ended && this.ended.birth <= n && this.ended.record.cause !== "unknown"
      ? this.ended
      : null;
  }

  /** Did it come to an end that is none for gRPC: without a status? */
  endsWithoutStatusAt(n: number): boolean {
    return this.lacksStatus && this.endAt(n) !== null;
  }

  /** How many keep-alives came by event `n`, and between it and the next one. */
  commentsAt(n: number): number {
    return this.commentBirths.countUpTo(n + 1);
  }

  /** Did the body break off inside an event, as far as is known after event `n`? */
  isTornAt(n: number): boolean {
    return this.tail !== null && this.tail.birth <= n;
  }

  noteEvidence(bits: number, ordinal: number): void {
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
