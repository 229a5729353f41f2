/**
 * One feed for all windows of a browser, which opens six connections to a server and no more. It
 * runs in a shared worker: each window joins by a port, and gets the lines of its recording as if
 * the feed were its own.
 *
 * Guarantees: every change of who follows asks the server anew, so that the server decides what is
 * shown; a window gets lines of its own recording alone; one that takes nothing is let go, and holds
 * up nobody. A window that is let go, or whose feed breaks, is told so, and follows again by itself.
 */
import type { FeedLine, FeedRequest } from "../wire/api-types.ts";

export type HubRequest =
  | { readonly say: "follow"; readonly recording: string; readonly from: number }
  /** One message is dealt with. */
  | { readonly say: "taken" }
  | { readonly say: "leave" };

export type HubMessage =
  /** Of a feed of this recording alone. */
  | { readonly say: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Nothing more comes here. */
  | { readonly say: "lost" };

export type HubPort = Pick<MessagePort, "postMessage" | "onmessage" | "close">;

/** Asks the server for a feed. */
export type OpenFeed = (
  request: FeedRequest,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>;

/** So much may wait for a window to take it: then it reads faster by a feed of its own. */
const MAX_PENDING_BYTES = 8 << 20;

interface FeedSubscriber {
  readonly port: HubPort;
  readonly recording: string;
  /** Sizes of what was sent and not taken yet. */
  readonly waiting: number[];
  waitingBytes: number;
  /** What was sent before the last tick is not taken yet. */
  isLate: boolean;
}

export class FeedHub {
  readonly #openFeed: OpenFeed;
  readonly #subscribers = new Set<FeedSubscriber>();
  /** The number of the next record of each recording that is followed. */
  readonly #nextRecords = new Map<string, number>();
  #current = new AbortController();
  #isChanging = false;

  constructor(ask: OpenFeed) {
    this.#openFeed = ask;
  }

  connect(port: HubPort): void {
    let follower: FeedSubscriber | null = null;
    port.onmessage = ({ data }: MessageEvent<HubRequest>) => {
      if (data.say === "follow") follower ??= this.#addSubscriber(port, data.recording, data.from);
      else if (follower && data.say === "taken") markTaken(follower);
      else {
        port.close();
        if (follower) this.#removeSubscriber(follower);
      }
    };
  }

  #addSubscriber(port: HubPort, recording: string, from: number): FeedSubscriber {
    const follower = { port, recording, waiting: [], waitingBytes: 0, isLate: false };
    this.#subscribers.add(follower);
    this.#nextRecords.set(recording, Math.min(from, this.#nextRecords.get(recording) ?? from));
    this.#scheduleReopen();
    return follower;
  }

  #removeSubscriber(follower: FeedSubscriber): void {
    if (!this.#subscribers.delete(follower)) return;
    const { recording } = follower;
    if ([...this.#subscribers].some((one) => one.recording === recording)) return;
    this.#nextRecords.delete(recording);
    this.#scheduleReopen();
  }

  #dropSubscriber(follower: FeedSubscriber): void {
    follower.port.postMessage({ say: "lost" } satisfies HubMessage);
    this.#removeSubscriber(follower);
  }

  /** Several windows that come or go at once are one change. */
  #scheduleReopen(): void {
    // At once: what still came would count as had by those who have just joined.
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
      const lines = new FeedSplitter();
      for (const reader = feed.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (signal.aborted) return void reader.cancel().catch(() => undefined);
        if (done) break;
        this.#distribute(lines.push(value));
      }
    } catch {
      // Whatever it was, each window learns it by asking for itself.
    }
    if (signal.aborted) return;
    for (const follower of this.#subscribers) this.#dropSubscriber(follower);
  }

  #distribute({ runs, hasTick, next }: SplitFeedBytes): void {
    for (const [recording, number] of next) {
      if (this.#nextRecords.has(recording)) this.#nextRecords.set(recording, number);
    }
    for (const follower of this.#subscribers) {
      if (hasTick && follower.isLate) {
        this.#dropSubscriber(follower);
        continue;
      }
      if (hasTick) follower.isLate = follower.waiting.length > 0;
      const pieces = runs.get(follower.recording) ?? [];
      if (hasTick || pieces.length > 0)
        this.#send(follower, [...pieces, ...(hasTick ? [TICK] : [])]);
    }
  }

  #send(follower: FeedSubscriber, pieces: readonly Uint8Array[]): void {
    if (follower.waitingBytes > MAX_PENDING_BYTES) return this.#dropSubscriber(follower);
    const bytes = concatPieces(pieces);
    follower.waiting.push(bytes.length);
    follower.waitingBytes += bytes.length;
    follower.port.postMessage({ say: "bytes", bytes } satisfies HubMessage);
  }
}

function markTaken(follower: FeedSubscriber): void {
  follower.waitingBytes -= follower.waiting.shift() ?? 0;
  follower.isLate = false;
}

/** What one piece of a feed brought. */
interface SplitFeedBytes {
  /** Whole lines, by recording. */
  readonly runs: ReadonlyMap<string, Uint8Array[]>;
  readonly hasTick: boolean;
  /** The number of the next record, of each recording that anything was heard of. */
  readonly next: ReadonlyMap<string, number>;
}

const NEWLINE = 10;
const TICK = new TextEncoder().encode('{"feed":"tick"}\n');
const FEED_LINE_START = new TextEncoder().encode('{"feed":');

/** Takes a feed of several recordings apart; no record is parsed. */
class FeedSplitter {
  /** Of a line that has not ended yet. */
  #rest: Uint8Array[] = [];
  #recording = "";
  #number = 0;

  push(bytes: Uint8Array): SplitFeedBytes {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    // Copied, because what is handed over may be read into again.
    if (end === 0) this.#rest.push(bytes.slice());
    if (end === 0) return { runs: new Map(), hasTick: false, next: new Map() };
    const whole = concatPieces([...this.#rest, bytes.subarray(0, end)]);
    this.#rest = [bytes.slice(end)];
    return this.#split(whole);
  }

  #split(whole: Uint8Array): SplitFeedBytes {
    const runs = new Map<string, Uint8Array[]>();
    const next = new Map<string, number>();
    let hasTick = false;
    const keep = (recording: string, from: number, to: number) => {
      if (from === to) return;
      const pieces = runs.get(recording) ?? [];
      pieces.push(whole.subarray(from, to));
      runs.set(recording, pieces);
    };
    let begin = 0;
    for (let at = 0; at < whole.length; ) {
      const end = whole.indexOf(NEWLINE, at) + 1;
      if (startsWith(whole, FEED_LINE_START, at)) {
        keep(this.#recording, begin, at);
        const line = JSON.parse(new TextDecoder().decode(whole.subarray(at, end))) as FeedLine;
        if (line.feed === "tick") hasTick = true;
        else keep(line.recording, at, end);
        if (line.feed === "recording") {
          this.#recording = line.recording;
          this.#number = line.from;
        } else if (line.feed === "caught-up") next.set(line.recording, line.next);
        begin = end;
      } else next.set(this.#recording, ++this.#number);
      at = end;
    }
    keep(this.#recording, begin, whole.length);
    return { runs, hasTick, next };
  }
}

function startsWith(bytes: Uint8Array, mark: Uint8Array, at: number): boolean {
  return mark.every((byte, i) => bytes[at + i] === byte);
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
