/**
 * What all requests of one exchange share: its records, its clock and what may stop it.
 *
 * Guarantees: every record passes the masking before it reaches the sink; the first reason to stop
 * is the one that is recorded; whoever may stop it has nothing of it left once it has ended.
 */
import type { Socket } from "node:net";
import type { ExchangeRequest } from "../wire/api-types.ts";
import type { EndRecord, HeaderList, HeadRecord, WireRecord } from "../wire/record.ts";
import type { Bound, Bounds } from "./bounds.ts";
import { ABORTED, type Ending, idleTimeout, notConnected, Stopped } from "./failure.ts";
import type { Mark } from "./fingerprint.ts";
import type { Resolve, TargetPolicy } from "./guard/target.ts";
import { headerBlock, type Outgoing } from "./outgoing.ts";
import type { Scrubber } from "./scrubber.ts";
import { Secrets } from "./secrets.ts";

/** Where records go: a recorder, as far as an exchange knows it. */
export interface Sink {
  append(record: WireRecord): void;
  now(): number;
  readonly pendingBytes: number;
  settled(): Promise<void>;
}

export interface Circumstances {
  x: string;
  sink: Sink;
  policy: TargetPolicy;
  mark: Mark;
  bounds: Bounds;
  signal: AbortSignal;
  /** Takes a connection after its answer; absent: it is closed. */
  hold?(socket: Socket): void;
  resolve?: Resolve;
}

/** The beginning of an answer, over any version of HTTP. */
interface AnswerHead {
  readonly statusCode?: number | undefined;
  readonly statusMessage?: string | undefined;
  readonly httpVersion: string;
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly remotePort?: number | undefined;
  };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Course {
  readonly x: string;
  readonly sink: Sink;
  readonly secrets: Secrets;
  readonly scrubber: Scrubber;
  /** How much of an answer is recorded. */
  readonly answer: Bound;

  readonly #given: AbortSignal;
  readonly #stop = new AbortController();
  readonly #giveUp = () => {
    const { reason } = this.#given;
    this.#stopWith(reason instanceof Stopped ? reason.ending : ABORTED);
  };
  readonly #begun: number;
  readonly #idle: NodeJS.Timeout;
  #heard = 0;
  readonly #connect: Bound;
  #connecting: NodeJS.Timeout | undefined;
  readonly #timing: NonNullable<HeadRecord["timing"]> = {};
  #ending: Ending = ABORTED;

  readonly #hold: Circumstances["hold"];

  constructor(request: ExchangeRequest, circumstances: Circumstances) {
    const { x, sink, mark, bounds, signal } = circumstances;
    this.#hold = circumstances.hold;
    this.x = x;
    this.sink = sink;
    this.secrets = new Secrets(request, mark);
    this.scrubber = this.secrets.scrubber({ keepsLength: request.framing === "grpc" });
    this.answer = bounds.answer;
    this.#connect = bounds.connect;
    this.#begun = sink.now();

    const { idleTimeoutMs } = request;
    const silence = idleTimeoutMs === undefined ? bounds.silence : { value: idleTimeoutMs };
    this.#idle = timer(silence, () => void this.#mayBeSilent(silence));
    this.#given = signal;
    if (signal.aborted) this.#giveUp();
    else signal.addEventListener("abort", this.#giveUp);
  }

  /** Fires when the exchange is to be given up; `stopped()` says why. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  stopped(): Ending {
    return this.#ending;
  }

  /** Something was received: the idle time begins anew. */
  readonly alive = (): void => {
    this.#heard += 1;
    this.#idle.refresh();
  };

  /** A connection is to be made, or another one after a redirect. */
  connecting(): void {
    this.connected();
    this.#connecting = timer(this.#connect, () => this.#mayBeUnconnected(this.#connect));
  }

  readonly connected = (): void => {
    clearTimeout(this.#connecting);
    this.#connecting = undefined;
  };

  readonly timing = (what: keyof NonNullable<HeadRecord["timing"]>): void => {
    this.#timing[what] = Math.round((this.sink.now() - this.#begun) * 1000) / 1000;
  };

  readonly note = (text: string, t = this.sink.now()): void => {
    this.#append({ r: "note", t, text, x: this.x });
  };

  /** False where nobody wants a connection whose answer is over. */
  hold(socket: Socket): boolean {
    this.#hold?.(socket);
    return this.#hold !== undefined;
  }

  open(request: Outgoing): void {
    const { method, url, body, bodyB64, framing } = request;
    this.#append({
      r: "open",
      x: this.x,
      t: this.#begun,
      method,
      url,
      headers: headerBlock(request),
      ...(body !== undefined && { body }),
      ...(bodyB64 !== undefined && { bodyB64 }),
      ...(framing !== undefined && { framing }),
    });
  }

  redirect(status: number, location: string, headers: HeaderList): void {
    this.#append({ r: "redirect", x: this.x, t: this.sink.now(), status, location, headers });
  }

  readonly head = (answer: AnswerHead, headers: HeaderList, decoded: string | undefined): void => {
    const { statusCode = 0, statusMessage, httpVersion, socket } = answer;
    const { remoteAddress: address, remotePort: port } = socket;
    this.#append({
      r: "head",
      x: this.x,
      t: this.sink.now(),
      status: statusCode,
      ...(statusMessage && { statusText: statusMessage }),
      httpVersion,
      headers,
      ...(address !== undefined && port !== undefined && { remote: { address, port } }),
      timing: { ...this.#timing },
      ...(decoded !== undefined && { decoded }),
    });
  };

  end(ending: Ending): EndRecord {
    clearTimeout(this.#idle);
    this.#given.removeEventListener("abort", this.#giveUp);
    this.connected();
    const end = this.secrets.mask({ r: "end" as const, x: this.x, t: this.sink.now(), ...ending });
    this.sink.append(end);
    return end;
  }

  #append(record: WireRecord): void {
    this.sink.append(this.secrets.mask(record));
  }

  /**
   * Nobody is called silent who was not listened to: not while the disk is behind, and not by a
   * process that was put to sleep, and wakes with its timers due and what came meanwhile unread.
   */
  async #mayBeSilent(bound: Bound): Promise<void> {
    const heard = this.#heard;
    await this.sink.settled();
    setImmediate(() => {
      if (heard === this.#heard) this.#stopWith(idleTimeout(bound));
    });
  }

  #mayBeUnconnected(bound: Bound): void {
    setImmediate(() => {
      if (this.#connecting) this.#stopWith(notConnected(bound));
    });
  }

  #stopWith(ending: Ending): void {
    if (this.#stop.signal.aborted) return;
    this.#ending = ending;
    this.#stop.abort();
  }
}

function timer({ value }: Bound, act: () => void): NodeJS.Timeout {
  return setTimeout(act, Math.min(value, LONGEST_TIMER_MS));
}
