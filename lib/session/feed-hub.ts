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

export type ToHub =
  | { readonly say: "follow"; readonly recording: string; readonly from: number }
  /** One message is dealt with. */
  | { readonly say: "taken" }
  | { readonly say: "leave" };

export type FromHub =
  /** Of a feed of this recording alone. */
  | { readonly say: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Nothing more comes here. */
  | { readonly say: "lost" };

export type HubPort = Pick<MessagePort, "postMessage" | "onmessage" | "close">;

/** Asks the server for a feed. */
export type AskFeed = (
  request: FeedRequest,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>;

/** So much may wait for a window to take it: then it reads faster by a feed of its own. */
const MOST_WAITING_BYTES = 8 << 20;

interface Follower {
  readonly port: HubPort;
  readonly recording: string;
  /** Sizes of what was sent and not taken yet. */
  readonly waiting: number[];
  waitingBytes: number;
  /** What was sent before the last tick is not taken yet. */
  isLate: boolean;
}

export class FeedHub {
  readonly #ask: AskFeed;
  readonly #followers = new Set<Follower>();
  /** The number of the next record of each recording that is followed. */
  readonly #next = new Map<string, number>();
  #current = new AbortController();
  #isChanging = false;

  constructor(ask: AskFeed) {
    this.#ask = ask;
  }

  connect(port: HubPort): void {
    let follower: Follower | null = null;
    port.onmessage = ({ data }: MessageEvent<ToHub>) => {
      if (data.say === "follow") follower ??= this.#join(port, data.recording, data.from);
      else if (follower && data.say === "taken") take(follower);
      else {
        port.close();
        if (follower) this.#leave(follower);
      }
    };
  }

  #join(port: HubPort, recording: string, from: number): Follower {
    const follower = { port, recording, waiting: [], waitingBytes: 0, isLate: false };
    this.#followers.add(follower);
    this.#next.set(recording, Math.min(from, this.#next.get(recording) ?? from));
    this.#change();
    return follower;
  }

  #leave(follower: Follower): void {
    if (!this.#followers.delete(follower)) return;
    const { recording } = follower;
    if ([...this.#followers].some((one) => one.recording === recording)) return;
    this.#next.delete(recording);
    this.#change();
  }

  #lose(follower: Follower): void {
    follower.port.postMessage({ say: "lost" } satisfies FromHub);
    this.#leave(follower);
  }

  /** Several windows that come or go at once are one change. */
  #change(): void {
    // At once: what still came would count as had by those who have just joined.
    this.#current.abort();
    if (this.#isChanging) return;
    this.#isChanging = true;
    setTimeout(() => {
      this.#isChanging = false;
      this.#current = new AbortController();
      if (this.#followers.size > 0) void this.#read(this.#current.signal);
    });
  }

  async #read(signal: AbortSignal): Promise<void> {
    const subscriptions = [...this.#next].map(([recording, from]) => ({ recording, from }));
    try {
      const feed = await this.#ask({ subscriptions }, signal);
      const lines = new FeedLines();
      for (const reader = feed.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (signal.aborted) return void reader.cancel().catch(() => undefined);
        if (done) break;
        this.#hand(lines.push(value));
      }
    } catch {
      // Whatever it was, each window learns it by asking for itself.
    }
    if (signal.aborted) return;
    for (const follower of this.#followers) this.#lose(follower);
  }

  #hand({ runs, hasTick, next }: Handed): void {
    for (const [recording, number] of next) {
      if (this.#next.has(recording)) this.#next.set(recording, number);
    }
    for (const follower of this.#followers) {
      if (hasTick && follower.isLate) {
        this.#lose(follower);
        continue;
      }
      if (hasTick) follower.isLate = follower.waiting.length > 0;
      const pieces = runs.get(follower.recording) ?? [];
      if (hasTick || pieces.length > 0)
        this.#send(follower, [...pieces, ...(hasTick ? [TICK] : [])]);
    }
  }

  #send(follower: Follower, pieces: readonly Uint8Array[]): void {
    if (follower.waitingBytes > MOST_WAITING_BYTES) return this.#lose(follower);
    const bytes = concat(pieces);
    follower.waiting.push(bytes.length);
    follower.waitingBytes += bytes.length;
    follower.port.postMessage({ say: "bytes", bytes } satisfies FromHub);
  }
}

function take(follower: Follower): void {
  follower.waitingBytes -= follower.waiting.shift() ?? 0;
  follower.isLate = false;
}

/** What one piece of a feed brought. */
interface Handed {
  /** Whole lines, by recording. */
  readonly runs: ReadonlyMap<string, Uint8Array[]>;
  readonly hasTick: boolean;
  /** The number of the next record, of each recording that anything was heard of. */
  readonly next: ReadonlyMap<string, number>;
}

const NEWLINE = 10;
const TICK = new TextEncoder().encode('{"feed":"tick"}\n');
const MARK = new TextEncoder().encode('{"feed":');

/** Takes a feed of several recordings apart; no record is parsed. */
class FeedLines {
  /** Of a line that has not ended yet. */
  #rest: Uint8Array[] = [];
  #recording = "";
  #number = 0;

  push(bytes: Uint8Array): Handed {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    // Copied, because what is handed over may be read into again.
    if (end === 0) this.#rest.push(bytes.slice());
    if (end === 0) return { runs: new Map(), hasTick: false, next: new Map() };
    const whole = concat([...this.#rest, bytes.subarray(0, end)]);
    this.#rest = [bytes.slice(end)];
    return this.#split(whole);
  }

  #split(whole: Uint8Array): Handed {
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
      if (startsWith(whole, MARK, at)) {
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

function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
