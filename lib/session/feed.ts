/**
 * Follows a recording on the server. Resumes after the last received record when the connection
 * breaks, or when an idle page becomes active again.
 *
 * Guarantees: no record is missed and none is delivered twice.
 */

import { apiClient } from "./api-client.ts";
import type { HubMessage, HubRequest } from "./feed-hub.ts";
import { type FeedListener, FeedReader } from "./feed-reader.ts";
import { onPageIdle, waitUntilPageActive } from "./page-activity.ts";
import { TimeSlicer } from "./scheduling.ts";

const RETRY_MS = [200, 500, 1000, 2000, 5000] as const;

/** Ticks come every 15 s, so a feed that is silent for longer is dead. */
const FEED_TIMEOUT_MS = 40_000;

/** Longer than a short switch to another tab. */
const IDLE_PAGE_MS = 2_000;

interface RecordingListener extends FeedListener {
  /** The connection broke and is being restored. */
  onConnectionLost(): void;
}

/** Resolves when the feed is over. Rejects with what the listener throws, and stops calling it. */
export async function followRecording(
  recording: string,
  signal: AbortSignal,
  listener: RecordingListener,
): Promise<void> {
  let next = 0;
  let failures = 0;
  let isGone = false;
  const listenerErrors: unknown[] = [];
  /** Tells errors of the listener from errors of the connection, where retrying helps. */
  const notify = (call: () => void) => {
    try {
      call();
    } catch (error) {
      listenerErrors.push(error);
      throw error;
    }
  };
  const countingListener: FeedListener = {
    onRecord(number, record, at) {
      if (signal.aborted || number < next) return;
      notify(() => listener.onRecord(number, record, at));
      next = number + 1;
    },
    onLine(line) {
      if (signal.aborted) return;
      failures = 0;
      if (line.feed === "gone") isGone = true;
      if (line.feed === "caught-up") next = Math.max(next, line.next);
      notify(() => listener.onLine(line));
    },
  };
  while (!signal.aborted && !isGone) {
    await waitUntilPageActive(signal);
    const idle = new AbortController();
    const stopWatching = onPageIdle(IDLE_PAGE_MS, () => idle.abort());
    try {
      const active = AbortSignal.any([signal, idle.signal]);
      await readRecording(recording, () => next, active, countingListener);
    } catch {
      if (listenerErrors.length > 0) throw listenerErrors[0];
      // Errors of the connection are retried below.
    } finally {
      stopWatching();
    }
    if (signal.aborted || isGone) return;
    if (idle.signal.aborted) continue;
    listener.onConnectionLost();
    await wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 5000, signal);
  }
}

/**
 * Catches up over a feed of its own, at its own pace, then switches to the feed shared with all
 * other windows. Without shared workers its own feed continues.
 */
async function readRecording(
  recording: string,
  next: () => number,
  signal: AbortSignal,
  listener: FeedListener,
): Promise<void> {
  let hasCaughtUp = false;
  const ownListener: FeedListener = {
    onRecord: listener.onRecord,
    onLine(line) {
      if (line.feed === "caught-up") hasCaughtUp = true;
      listener.onLine(line);
    },
  };
  const isShared = canShareFeed();
  const isEnough = () => isShared && hasCaughtUp;
  await readFeed(
    (aborted) => openOwnFeed(recording, next(), aborted),
    isEnough,
    signal,
    ownListener,
  );
  if (!hasCaughtUp || signal.aborted || !isShared) return;
  let hasReceived = false;
  const open = async () => openSharedFeed(recording, next());
  const sharedListener: FeedListener = {
    onRecord: listener.onRecord,
    onLine(line) {
      hasReceived = true;
      listener.onLine(line);
    },
  };
  try {
    await readFeed(open, () => false, signal, sharedListener);
  } catch (error) {
    // A hub that never responds does not work here.
    if (!hasReceived && !signal.aborted) disableSharedFeed();
    throw error;
  }
}

async function openOwnFeed(
  recording: string,
  from: number,
  signal: AbortSignal,
): Promise<FeedSource> {
  const feed = await apiClient.openFeed({ subscriptions: [{ recording, from }] }, signal);
  const reader = feed.getReader();
  return {
    read: async () => (await reader.read()).value ?? null,
    // Frees one of the few connections that a browser opens to a server.
    close: () => void reader.cancel().catch(() => undefined),
  };
}

async function readFeed(
  open: (signal: AbortSignal) => Promise<FeedSource>,
  isEnough: () => boolean,
  signal: AbortSignal,
  listener: FeedListener,
): Promise<void> {
  const timeout = new AbortController();
  const either = AbortSignal.any([signal, timeout.signal]);
  // A lost request or response raises no error. One timer, because messages come many times a second.
  let heardAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - heardAt >= FEED_TIMEOUT_MS) timeout.abort();
  }, FEED_TIMEOUT_MS / 8);
  let source: FeedSource | null = null;
  // A source that is closed ends what waits for it.
  either.addEventListener("abort", () => source?.close());
  try {
    source = await open(either);
    const reader = new FeedReader(listener);
    const pace = new TimeSlicer();
    while (!isEnough()) {
      either.throwIfAborted();
      const value = await pace.waitFor(source.read());
      either.throwIfAborted();
      heardAt = performance.now();
      if (value === null) return;
      for (let at = 0; at < value.length; at += SLICE_BYTES) {
        reader.push(value.subarray(at, at + SLICE_BYTES));
        await pace.yieldToMain();
      }
    }
  } finally {
    clearInterval(timer);
    timeout.abort();
    source?.close();
  }
}

/** Small enough that reading one slice does not block the page noticeably. */
const SLICE_BYTES = 1 << 16;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}

/** The bytes of a feed. Whoever reads the next chunk has processed those before. */
interface FeedSource {
  /** `null` at the end. */
  read(): Promise<Uint8Array | null>;
  close(): void;
}

/** Far below what the hub holds for a window, and the time after which it drops one. */
const ACK_BYTES = 1 << 18;
const ACK_INTERVAL_MS = 500;

let isBroken = false;

/**
 * Client of the feed that all windows of a browser share (`feed-hub.ts`). Without shared workers,
 * or if ours does not start, each window opens a feed of its own.
 */
const canShareFeed = (): boolean => !isBroken && typeof SharedWorker !== "undefined";

/** From now on this window opens its own feeds. */
function disableSharedFeed(): void {
  isBroken = true;
}

/** A worker that no feed uses yet. */
let started: SharedWorker | null = null;

/** Starts the hub before the first run, which would wait for it between its first events. */
export function preloadSharedFeed(): void {
  if (started !== null || !canShareFeed()) return;
  started = startWorker();
  started.onerror = () => {
    started = null;
  };
}

function startWorker(): SharedWorker {
  return new SharedWorker(new URL("./feed-hub-worker.ts", import.meta.url), { type: "module" });
}

/** Ends when the hub loses its feed or drops this window. Throws if the hub does not start. */
function openSharedFeed(recording: string, from: number): FeedSource {
  const worker = started ?? startWorker();
  started = null;
  const { port } = worker;
  const post = (message: HubRequest) => port.postMessage(message);
  const ready: Uint8Array[] = [];
  /** The last message that was read, which is processed when the next is asked for. */
  let current: Uint8Array | null = null;
  /** What was processed and is not acknowledged: an acknowledgement of each message costs more than it. */
  const processed = { messages: 0, bytes: 0 };
  let ackTimer: ReturnType<typeof setTimeout> | null = null;
  let isOver = false;
  let failure: Error | null = null;
  let wake = () => {};

  const clearAckTimer = () => {
    if (ackTimer !== null) clearTimeout(ackTimer);
    ackTimer = null;
  };
  const acknowledge = () => {
    clearAckTimer();
    post({ type: "ack", messages: processed.messages });
    Object.assign(processed, { messages: 0, bytes: 0 });
  };
  /** No later than the interval, because the hub drops a window that owes it for a whole tick. */
  const scheduleAck = () => {
    if (processed.bytes > ACK_BYTES) acknowledge();
    else ackTimer ??= setTimeout(acknowledge, ACK_INTERVAL_MS);
  };
  const close = () => {
    if (isOver) return;
    isOver = true;
    // Also called on `pagehide`: a cached or unloaded page processes no messages.
    removeEventListener("pagehide", close);
    clearAckTimer();
    post({ type: "unsubscribe" });
    port.close();
    wake();
  };
  worker.onerror = () => {
    failure = new Error("The shared worker did not start.");
    disableSharedFeed();
    close();
  };
  port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    if (data.type === "closed") return close();
    ready.push(data.bytes);
    wake();
  };
  addEventListener("pagehide", close);
  post({ type: "subscribe", recording, from });

  return {
    async read() {
      if (current !== null && !isOver) {
        processed.messages++;
        processed.bytes += current.length;
        scheduleAck();
      }
      while (ready.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (failure) throw failure;
      current = ready.shift() ?? null;
      return current;
    },
    close,
  };
}
