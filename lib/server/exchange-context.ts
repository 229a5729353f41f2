/**
 * What all requests of one exchange share: its records, its clock and what may stop it.
 *
 * Guarantees: every record passes the masking before it reaches the sink; the first reason to stop
 * is the one that is recorded; whoever may stop it has nothing of it left once it has ended.
 */
import type { Socket } from "node:net";
import type { ExchangeRequest } from "../wire/api-types.ts";
import type { EndRecord, HeaderList, HeadRecord, WireRecord } from "../wire/record.ts";
import {
  ABORTED_END,
  createConnectTimeoutEnd,
  createIdleTimeoutEnd,
  type EndDetails,
  StopReason,
} from "./exchange-end.ts";
import type { ExchangeLimit, ExchangeLimits } from "./exchange-limits.ts";
import { createHeaderBlock, type HttpRequest } from "./http-request.ts";
import type { MaskFactory } from "./mask-factory.ts";
import type { MaskStream } from "./mask-stream.ts";
import { SecretMasker } from "./secret-masker.ts";
import type { HostResolver, TargetPolicy } from "./ssrf-guard/resolve-target.ts";

/** Where records go: a recorder, as far as an exchange knows it. */
export interface RecordSink {
  append(record: WireRecord): void;
  now(): number;
  readonly pendingBytes: number;
  waitUntilWritten(): Promise<void>;
}

export interface ExchangeOptions {
  x: string;
  sink: RecordSink;
  policy: TargetPolicy;
  createMask: MaskFactory;
  limits: ExchangeLimits;
  signal: AbortSignal;
  /** Takes a connection after its answer; absent: it is closed. */
  hold?(socket: Socket): void;
  resolveHost?: HostResolver;
}

/** The beginning of an answer, over any version of HTTP. */
interface ReceivedHead {
  readonly statusCode?: number | undefined;
  readonly statusMessage?: string | undefined;
  readonly httpVersion: string;
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly remotePort?: number | undefined;
  };
}

const MAX_TIMER_MS = 2 ** 31 - 1;

export class ExchangeContext {
  readonly x: string;
  readonly sink: RecordSink;
  readonly masker: SecretMasker;
  readonly maskStream: MaskStream;
  /** How much of an answer is recorded. */
  readonly responseLimit: ExchangeLimit;

  readonly #callerSignal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #onCallerAbort = () => {
    const { reason } = this.#callerSignal;
    this.#stop(reason instanceof StopReason ? reason.end : ABORTED_END);
  };
  readonly #startTime: number;
  readonly #idleTimer: NodeJS.Timeout;
  #activityCount = 0;
  readonly #connectLimit: ExchangeLimit;
  #connectTimer: NodeJS.Timeout | undefined;
  readonly #timing: NonNullable<HeadRecord["timing"]> = {};
  #stopEnd: EndDetails = ABORTED_END;

  readonly #hold: ExchangeOptions["hold"];

  constructor(request: ExchangeRequest, circumstances: ExchangeOptions) {
    const { x, sink, createMask, limits, signal } = circumstances;
    this.#hold = circumstances.hold;
    this.x = x;
    this.sink = sink;
    this.masker = new SecretMasker(request, createMask);
    this.maskStream = this.masker.createMaskStream({ keepsLength: request.framing === "grpc" });
    this.responseLimit = limits.response;
    this.#connectLimit = limits.connect;
    this.#startTime = sink.now();

    const { idleTimeoutMs } = request;
    const silence = idleTimeoutMs === undefined ? limits.idle : { value: idleTimeoutMs };
    this.#idleTimer = startTimer(silence, () => void this.#checkIdle(silence));
    this.#callerSignal = signal;
    if (signal.aborted) this.#onCallerAbort();
    else signal.addEventListener("abort", this.#onCallerAbort);
  }

  /** Fires when the exchange is to be given up; `stopped()` says why. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  getStopEnd(): EndDetails {
    return this.#stopEnd;
  }

  /** Something was received: the idle time begins anew. */
  readonly recordActivity = (): void => {
    this.#activityCount += 1;
    this.#idleTimer.refresh();
  };

  /** A connection is to be made, or another one after a redirect. */
  startConnectTimer(): void {
    this.stopConnectTimer();
    this.#connectTimer = startTimer(this.#connectLimit, () =>
      this.#checkConnected(this.#connectLimit),
    );
  }

  readonly stopConnectTimer = (): void => {
    clearTimeout(this.#connectTimer);
    this.#connectTimer = undefined;
  };

  readonly recordTiming = (what: keyof NonNullable<HeadRecord["timing"]>): void => {
    this.#timing[what] = Math.round((this.sink.now() - this.#startTime) * 1000) / 1000;
  };

  readonly addNote = (text: string, t = this.sink.now()): void => {
    this.#record({ r: "note", t, text, x: this.x });
  };

  /** False where nobody wants a connection whose answer is over. */
  hold(socket: Socket): boolean {
    this.#hold?.(socket);
    return this.#hold !== undefined;
  }

  recordOpen(request: HttpRequest): void {
    const { method, url, body, bodyB64, framing } = request;
    this.#record({
      r: "open",
      x: this.x,
      t: this.#startTime,
      method,
      url,
      headers: createHeaderBlock(request),
      ...(body !== undefined && { body }),
      ...(bodyB64 !== undefined && { bodyB64 }),
      ...(framing !== undefined && { framing }),
    });
  }

  recordRedirect(status: number, location: string, headers: HeaderList): void {
    this.#record({ r: "redirect", x: this.x, t: this.sink.now(), status, location, headers });
  }

  readonly recordHead = (
    answer: ReceivedHead,
    headers: HeaderList,
    decoded: string | undefined,
  ): void => {
    const { statusCode = 0, statusMessage, httpVersion, socket } = answer;
    const { remoteAddress, remotePort } = socket;
    this.#record({
      r: "head",
      x: this.x,
      t: this.sink.now(),
      status: statusCode,
      ...(statusMessage && { statusText: statusMessage }),
      httpVersion,
      headers,
      ...(remoteAddress !== undefined &&
        remotePort !== undefined && { remote: { address: remoteAddress, port: remotePort } }),
      timing: { ...this.#timing },
      ...(decoded !== undefined && { decoded }),
    });
  };

  recordEnd(ending: EndDetails): EndRecord {
    clearTimeout(this.#idleTimer);
    this.#callerSignal.removeEventListener("abort", this.#onCallerAbort);
    this.stopConnectTimer();
    const end = this.masker.maskRecord({
      r: "end" as const,
      x: this.x,
      t: this.sink.now(),
      ...ending,
    });
    this.sink.append(end);
    return end;
  }

  #record(record: WireRecord): void {
    this.sink.append(this.masker.maskRecord(record));
  }

  /**
   * Nobody is called silent who was not listened to: not while the disk is behind, and not by a
   * process that was put to sleep, and wakes with its timers due and what came meanwhile unread.
   */
  async #checkIdle(bound: ExchangeLimit): Promise<void> {
    const heard = this.#activityCount;
    await this.sink.waitUntilWritten();
    setImmediate(() => {
      if (heard === this.#activityCount) this.#stop(createIdleTimeoutEnd(bound));
    });
  }

  #checkConnected(bound: ExchangeLimit): void {
    setImmediate(() => {
      if (this.#connectTimer) this.#stop(createConnectTimeoutEnd(bound));
    });
  }

  #stop(ending: EndDetails): void {
    if (this.#controller.signal.aborted) return;
    this.#stopEnd = ending;
    this.#controller.abort();
  }
}

function startTimer({ value }: ExchangeLimit, act: () => void): NodeJS.Timeout {
  return setTimeout(act, Math.min(value, MAX_TIMER_MS));
}
