/**
 * Following a recording on the server: from any record on, and again from the record after the
 * last one had, whenever the connection breaks, or somebody looks at the page again. No record is
 * missed and none comes twice.
 */

import { type FeedListener, FeedReader } from "./feed-reader.ts";
import { openFeed } from "./open-feed.ts";
import { onPageIdle, waitUntilPageActive } from "./page-activity.ts";
import { TimeSlicer } from "./scheduling.ts";
import { canShareFeed, disableSharedFeed, type FeedSource, openSharedFeed } from "./shared-feed.ts";

const RETRY_MS = [200, 500, 1000, 2000, 5000] as const;

/** Ticks come every 15 s; a feed silent for much longer is dead without saying so. */
const FEED_TIMEOUT_MS = 40_000;

/** Longer than a glance at another tab. */
const IDLE_PAGE_MS = 2_000;

export interface RecordingListener extends FeedListener {
  /** The connection broke; it is being taken up again. */
  onConnectionLost(): void;
}

/** Resolves when nothing more comes; rejects with what the listener throws, who is told no more. */
export async function followRecording(
  recording: string,
  signal: AbortSignal,
  listener: RecordingListener,
): Promise<void> {
  let next = 0;
  let failures = 0;
  let isGone = false;
  const faults: unknown[] = [];
  /** A fault of whoever listens is no fault of the connection: to ask again would not mend it. */
  const tell = (say: () => void) => {
    try {
      say();
    } catch (error) {
      faults.push(error);
      throw error;
    }
  };
  const counting: FeedListener = {
    onRecord(id, number, record, at) {
      if (signal.aborted || number < next) return;
      tell(() => listener.onRecord(id, number, record, at));
      next = number + 1;
    },
    onLine(line) {
      if (signal.aborted) return;
      failures = 0;
      if (line.feed === "gone") isGone = true;
      if (line.feed === "caught-up") next = Math.max(next, line.next);
      tell(() => listener.onLine(line));
    },
  };
  while (!signal.aborted && !isGone) {
    await waitUntilPageActive(signal);
    const unseen = new AbortController();
    const stopWatching = onPageIdle(IDLE_PAGE_MS, () => unseen.abort());
    try {
      const seen = AbortSignal.any([signal, unseen.signal]);
      await readRecording(recording, () => next, seen, counting);
    } catch {
      if (faults.length > 0) throw faults[0];
      // What else went wrong shows in that it is tried again.
    } finally {
      stopWatching();
    }
    if (signal.aborted || isGone) return;
    if (unseen.signal.aborted) continue;
    listener.onConnectionLost();
    await wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 5000, signal);
  }
}

/**
 * Reads what there is by a feed of its own, at its own pace; what comes from then on, with all
 * other windows. Where that cannot be shared the own feed goes on.
 */
async function readRecording(
  recording: string,
  next: () => number,
  signal: AbortSignal,
  listener: FeedListener,
): Promise<void> {
  let hasCaughtUp = false;
  const noticing: FeedListener = {
    onRecord: (id, number, record, at) => listener.onRecord(id, number, record, at),
    onLine(line) {
      if (line.feed === "caught-up") hasCaughtUp = true;
      listener.onLine(line);
    },
  };
  const isShared = canShareFeed();
  const isEnough = () => isShared && hasCaughtUp;
  await readFeed((left) => openOwnFeed(recording, next(), left), isEnough, signal, noticing);
  if (!hasCaughtUp || signal.aborted || !isShared) return;
  let hasHeard = false;
  const open = async () => openSharedFeed(recording, next());
  const hearing: FeedListener = {
    onRecord: listener.onRecord,
    onLine(line) {
      hasHeard = true;
      listener.onLine(line);
    },
  };
  try {
    await readFeed(open, () => false, signal, hearing);
  } catch (error) {
    // A hub that never says anything is none.
    if (!hasHeard && !signal.aborted) disableSharedFeed();
    throw error;
  }
}

async function openOwnFeed(
  recording: string,
  from: number,
  signal: AbortSignal,
): Promise<FeedSource> {
  const feed = await openFeed({ subscriptions: [{ recording, from }] }, signal);
  const reader = feed.getReader();
  return {
    read: async () => (await reader.read()).value ?? null,
    // Left open, it would hold one of the few connections that a browser has for a server.
    close: () => void reader.cancel().catch(() => undefined),
  };
}

async function readFeed(
  open: (signal: AbortSignal) => Promise<FeedSource>,
  isEnough: () => boolean,
  signal: AbortSignal,
  listener: FeedListener,
): Promise<void> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  // What was asked may be lost as well as what was answered, and neither says so.
  const heard = <T>(coming: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const stop = () => reject(either.reason);
      const alarm = setTimeout(() => left.abort(), FEED_TIMEOUT_MS);
      either.addEventListener("abort", stop);
      coming.then(resolve, reject).finally(() => {
        clearTimeout(alarm);
        either.removeEventListener("abort", stop);
      });
    });
  let source: FeedSource | null = null;
  try {
    source = await heard(open(either));
    const reader = new FeedReader(listener);
    const pace = new TimeSlicer();
    while (!isEnough()) {
      const value = await heard(source.read());
      if (value === null) return;
      for (let at = 0; at < value.length; at += SLICE_BYTES) {
        reader.push(value.subarray(at, at + SLICE_BYTES));
        await pace.yieldToMain();
      }
    }
  } finally {
    left.abort();
    source?.close();
  }
}

/** Small enough that reading one slice is never felt. */
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
