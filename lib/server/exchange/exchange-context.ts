/**
 * State shared by all requests of one exchange: its record sink, its clock, its timers and its stop
 * signal.
 *
 * Guarantees: every record is masked before it reaches the sink; the first reason to stop is the one
 * that is recorded; after the end, the caller's signal keeps no reference to the exchange.
 */

import type { Socket } from "node:net";
import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import type { EndRecord, HeaderList, HeadRecord, OpenHop, WireRecord } from "../../wire/record.ts";
import type { MaskFactory } from "../masking/mask-factory.ts";
import type { MaskStream } from "../masking/mask-stream.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import type { HostResolver, TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import {
  ABORTED_END,
  createConnectTimeoutEnd,
  createIdleTimeoutEnd,
  type EndDetails,
  StopReason,
} from "./exchange-end.ts";
import type { ExchangeLimit, ExchangeLimits } from "./exchange-limits.ts";
import { createHeaderBlock, type HttpRequest } from "./http-request.ts";

/** Destination of records: the part of a recorder that an exchange uses. */
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
  /** Takes over a connection after its response; absent: the connection is closed. */
  hold?(socket: Socket): void;
  resolveHost?: HostResolver;
  /** Recorded with the request. */
  hop?: OpenHop;
}

/** Head of a response, over any version of HTTP. */
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
  /** How much of a response is recorded. */
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
  readonly #hop: OpenHop | undefined;

  constructor(request: ExchangeRequest, options: ExchangeOptions) {
    const { x, sink, createMask, limits, signal } = options;
    this.#hold = options.hold;
    this.#hop = options.hop;
    this.x = x;
    this.sink = sink;
    this.masker = new SecretMasker(request, createMask);
    this.maskStream = this.masker.createMaskStream({ keepsLength: request.framing === "grpc" });
    this.responseLimit = limits.response;
    this.#connectLimit = limits.connect;
    this.#startTime = sink.now();

    const { idleTimeoutMs } = request;
    const idleLimit = idleTimeoutMs === undefined ? limits.idle : { value: idleTimeoutMs };
    this.#idleTimer = startTimer(idleLimit, () => void this.#checkIdle(idleLimit));
    this.#callerSignal = signal;
    if (signal.aborted) this.#onCallerAbort();
    else signal.addEventListener("abort", this.#onCallerAbort);
  }

  /** Aborts when the exchange must stop; `getStopEnd()` has the reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  getStopEnd(): EndDetails {
    return this.#stopEnd;
  }

  /** Restarts the idle timer after something was received. */
  readonly recordActivity = (): void => {
    this.#activityCount += 1;
    this.#idleTimer.refresh();
  };

  /** Restarts the connect timer, for the first connection or another after a redirect. */
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

  /** Hands over a connection after its response; false if there is no holder for it. */
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
      ...(this.#hop && { hop: this.#hop }),
    });
  }

  recordRedirect(status: number, location: string, headers: HeaderList): void {
    this.#record({ r: "redirect", x: this.x, t: this.sink.now(), status, location, headers });
  }

  readonly recordHead = (
    head: ReceivedHead,
    headers: HeaderList,
    decoded: string | undefined,
  ): void => {
    const { statusCode = 0, statusMessage, httpVersion, socket } = head;
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

  recordEnd(details: EndDetails): EndRecord {
    clearTimeout(this.#idleTimer);
    this.#callerSignal.removeEventListener("abort", this.#onCallerAbort);
    this.stopConnectTimer();
    const end = this.masker.maskRecord({
      r: "end" as const,
      x: this.x,
      t: this.sink.now(),
      ...details,
    });
    this.sink.append(end);
    return end;
  }

  #record(record: WireRecord): void {
    this.sink.append(this.masker.maskRecord(record));
  }

  /**
   * Stops the exchange only if nothing arrived although Loupe was reading. Reading pauses while the
   * disk is behind. A process that wakes from sleep finds its timers due before it has read what
   * arrived meanwhile.
   */
  async #checkIdle(limit: ExchangeLimit): Promise<void> {
    const countBefore = this.#activityCount;
    await this.sink.waitUntilWritten();
    setImmediate(() => {
      if (countBefore === this.#activityCount) this.#stop(createIdleTimeoutEnd(limit));
    });
  }

  #checkConnected(limit: ExchangeLimit): void {
    setImmediate(() => {
      if (this.#connectTimer) this.#stop(createConnectTimeoutEnd(limit));
    });
  }

  #stop(details: EndDetails): void {
    if (this.#controller.signal.aborted) return;
    this.#stopEnd = details;
    this.#controller.abort();
  }
}

function startTimer({ value }: ExchangeLimit, act: () => void): NodeJS.Timeout {
  return setTimeout(act, Math.min(value, MAX_TIMER_MS));
}
