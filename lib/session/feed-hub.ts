/**
 * Shares one feed among all windows of a browser, because browsers open only six connections to a
 * server. Runs in a shared worker: each window subscribes over a port and receives the lines of its
 * recording as if the feed were its own.
 *
 * Guarantees: every change of the subscriptions opens a new feed, so the server decides what is
 * shown; a window receives only lines of its own recording; a window that does not acknowledge
 * messages is dropped and does not delay others. A window that is dropped, for which there is no
 * room, or whose feed breaks, is notified and subscribes again.
 */

import { type FeedLine, MAX_FEED_RECORDINGS } from "../api/api-types.ts";
import type { FeedRequest } from "../api/schemas/api-requests.ts";

export type HubRequest =
  | { readonly type: "subscribe"; readonly recording: string; readonly from: number }
  /** So many messages were processed. */
  | { readonly type: "ack"; readonly messages: number }
  | { readonly type: "unsubscribe" };

export type HubMessage =
  /** Bytes of a feed that contains this recording only. */
  | { readonly type: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The subscription is over. */
  | { readonly type: "closed" };

type HubPort = Pick<MessagePort, "postMessage" | "onmessage" | "close">;

/** Requests a feed from the server. */
type OpenFeed = (request: FeedRequest, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** A window with more unacknowledged bytes is dropped: a feed of its own is faster then. */
const MAX_PENDING_BYTES = 8 << 20;

interface FeedSubscriber {
  readonly port: HubPort;
  readonly recording: string;
  /** Sizes of the messages that are not acknowledged yet. */
  readonly pending: number[];
  pendingBytes: number;
  /** Messages from before the last tick are not acknowledged yet. */
  isLate: boolean;
}

export class FeedHub {
  readonly #openFeed: OpenFeed;
  readonly #subscribers = new Set<FeedSubscriber>();
  /** The number of the next record, by recording. */
  readonly #nextRecords = new Map<string, number>();
  #current = new AbortController();
  #isChanging = false;

  constructor(openFeed: OpenFeed) {
    this.#openFeed = openFeed;
  }

  connect(port: HubPort): void {
    let subscriber: FeedSubscriber | null = null;
    port.onmessage = ({ data }: MessageEvent<HubRequest>) => {
      if (data.type === "subscribe")
        subscriber ??= this.#addSubscriber(port, data.recording, data.from);
      else if (subscriber && data.type === "ack") acknowledge(subscriber, data.messages);
      else {
        port.close();
        if (subscriber) this.#removeSubscriber(subscriber);
      }
    };
  }

  #addSubscriber(port: HubPort, recording: string, from: number): FeedSubscriber {
    const subscriber = { port, recording, pending: [], pendingBytes: 0, isLate: false };
    const isFull = this.#nextRecords.size >= MAX_FEED_RECORDINGS;
    if (isFull && !this.#nextRecords.has(recording)) {
      port.postMessage({ type: "closed" } satisfies HubMessage);
      return subscriber;
    }
    this.#subscribers.add(subscriber);
    this.#nextRecords.set(recording, Math.min(from, this.#nextRecords.get(recording) ?? from));
    this.#scheduleReopen();
    return subscriber;
  }

  #removeSubscriber(subscriber: FeedSubscriber): void {
    if (!this.#subscribers.delete(subscriber)) return;
    const { recording } = subscriber;
    if ([...this.#subscribers].some((subscriber) => subscriber.recording === recording)) return;
    this.#nextRecords.delete(recording);
    this.#scheduleReopen();
  }

  #dropSubscriber(subscriber: FeedSubscriber): void {
    subscriber.port.postMessage({ type: "closed" } satisfies HubMessage);
    this.#removeSubscriber(subscriber);
  }

  /** Subscriptions that change in one task cause one new feed. */
  #scheduleReopen(): void {
    // Abort now: new subscribers would count later records as received.
    this.#current.abort();
    if (this.#isChanging) return;
    this.#isChanging = true;
    setTimeout(() => {
      this.#isChanging = false;
      this.#current = new AbortController();
      if (this.#subscribers.size > 0) void this.#readFeed(this.#current.signal);
    });
  }

  async #readFeed(signal: AbortSignal): Promise<void> {
    const subscriptions = [...this.#nextRecords].map(([recording, from]) => ({ recording, from }));
    try {
      const feed = await this.#openFeed({ subscriptions }, signal);
      const splitter = new FeedSplitter();
      for (const reader = feed.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (signal.aborted) return void reader.cancel().catch(() => undefined);
        if (done) break;
        this.#distribute(splitter.push(value));
      }
    } catch {
      // Each window sees the error when it requests a feed itself.
    }
    if (signal.aborted) return;
    for (const subscriber of this.#subscribers) this.#dropSubscriber(subscriber);
  }

  #distribute({ lines, hasTick, next }: SplitFeedBytes): void {
    for (const [recording, number] of next) {
      if (this.#nextRecords.has(recording)) this.#nextRecords.set(recording, number);
    }
    for (const subscriber of this.#subscribers) {
      if (hasTick && subscriber.isLate) {
        this.#dropSubscriber(subscriber);
        continue;
      }
      if (hasTick) subscriber.isLate = subscriber.pending.length > 0;
      const pieces = lines.get(subscriber.recording) ?? [];
      if (hasTick || pieces.length > 0)
        this.#send(subscriber, [...pieces, ...(hasTick ? [TICK_LINE] : [])]);
    }
  }

  #send(subscriber: FeedSubscriber, pieces: readonly Uint8Array[]): void {
    if (subscriber.pendingBytes > MAX_PENDING_BYTES) return this.#dropSubscriber(subscriber);
    const bytes = concatPieces(pieces);
    subscriber.pending.push(bytes.length);
    subscriber.pendingBytes += bytes.length;
    subscriber.port.postMessage({ type: "bytes", bytes } satisfies HubMessage);
  }
}

function acknowledge(subscriber: FeedSubscriber, messages: number): void {
  for (const bytes of subscriber.pending.splice(0, messages)) subscriber.pendingBytes -= bytes;
  subscriber.isLate = false;
}

/** The contents of one chunk of a feed. */
interface SplitFeedBytes {
  /** Whole lines, by recording. */
  readonly lines: ReadonlyMap<string, Uint8Array[]>;
  readonly hasTick: boolean;
  /** The number of the next record, for each recording in the chunk. */
  readonly next: ReadonlyMap<string, number>;
}

const NEWLINE = 10;
/**
 * Splits the bytes of a feed of several recordings by recording, without parsing their records.
 */
const TICK_LINE = new TextEncoder().encode('{"feed":"tick"}\n');
const FEED_LINE_START = new TextEncoder().encode('{"feed":');

class FeedSplitter {
  /** The beginning of an incomplete line. */
  #rest: Uint8Array[] = [];
  #recording = "";
  #number = 0;

  push(bytes: Uint8Array): SplitFeedBytes {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    // Copy, because the reader may reuse the buffer.
    if (end === 0) this.#rest.push(bytes.slice());
    if (end === 0) return { lines: new Map(), hasTick: false, next: new Map() };
    const whole = concatPieces([...this.#rest, bytes.subarray(0, end)]);
    this.#rest = [bytes.slice(end)];
    return this.#split(whole);
  }

  #split(whole: Uint8Array): SplitFeedBytes {
    const lines = new Map<string, Uint8Array[]>();
    const next = new Map<string, number>();
    let hasTick = false;
    const addLines = (recording: string, from: number, to: number) => {
      if (from === to) return;
      const pieces = lines.get(recording) ?? [];
      pieces.push(whole.subarray(from, to));
      lines.set(recording, pieces);
    };
    let begin = 0;
    for (let at = 0; at < whole.length; ) {
      const end = whole.indexOf(NEWLINE, at) + 1;
      if (startsWith(whole, FEED_LINE_START, at)) {
        addLines(this.#recording, begin, at);
        const line = JSON.parse(new TextDecoder().decode(whole.subarray(at, end))) as FeedLine;
        if (line.feed === "tick") hasTick = true;
        else addLines(line.recording, at, end);
        if (line.feed === "recording") {
          this.#recording = line.recording;
          this.#number = line.from;
        } else if (line.feed === "caught-up") next.set(line.recording, line.next);
        begin = end;
      } else next.set(this.#recording, ++this.#number);
      at = end;
    }
    addLines(this.#recording, begin, whole.length);
    return { lines, hasTick, next };
  }
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array, at: number): boolean {
  return prefix.every((byte, i) => bytes[at + i] === byte);
}

function concatPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
