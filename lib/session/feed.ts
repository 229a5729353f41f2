/**
 * Following a recording on the server: from any record on, and again from the record after the
 * last one had, whenever the connection breaks, or somebody looks at the page again. No record is
 * missed and none comes twice.
 */

import { onceUnattended, whenAttended } from "./attention.ts";
import { type FeedListener, FeedReader } from "./feed-reader.ts";
import { Pace } from "./pace.ts";
import { problemOf, reach } from "./service.ts";

const RETRY_MS = [200, 500, 1000, 2000, 5000] as const;

/** Ticks come every 15 s; a feed silent for much longer is dead without saying so. */
const SILENCE_MS = 40_000;

/** Longer than a glance at another tab. */
const UNSEEN_MS = 2_000;

export interface RecordingListener extends FeedListener {
  /** The connection broke; it is being taken up again. */
  lost(): void;
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
    record(id, number, record, at) {
      if (signal.aborted || number < next) return;
      tell(() => listener.record(id, number, record, at));
      next = number + 1;
    },
    line(line) {
      if (signal.aborted) return;
      failures = 0;
      if (line.feed === "gone") isGone = true;
      if (line.feed === "caught-up") next = Math.max(next, line.next);
      tell(() => listener.line(line));
    },
  };
  while (!signal.aborted && !isGone) {
    await whenAttended(signal);
    const unseen = new AbortController();
    const stopWatching = onceUnattended(UNSEEN_MS, () => unseen.abort());
    try {
      await readFeed(recording, next, AbortSignal.any([signal, unseen.signal]), counting);
    } catch {
      if (faults.length > 0) throw faults[0];
      // What else went wrong shows in that it is tried again.
    } finally {
      stopWatching();
    }
    if (signal.aborted || isGone) return;
    if (unseen.signal.aborted) continue;
    listener.lost();
    await wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 5000, signal);
  }
}

async function readFeed(
  recording: string,
  from: number,
  signal: AbortSignal,
  listener: FeedListener,
): Promise<void> {
  const silence = new AbortController();
  // What was asked may be lost as well as what was answered, and neither says so.
  const heard = <T>(coming: Promise<T>): Promise<T> => {
    const alarm = setTimeout(() => silence.abort(), SILENCE_MS);
    return coming.finally(() => clearTimeout(alarm));
  };
  const asked = reach("/api/feed", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subscriptions: [{ recording, from }] }),
    signal: AbortSignal.any([signal, silence.signal]),
  });
  const response = await heard(asked);
  if (!response.ok || !response.body) throw await problemOf(response);
  const reader = new FeedReader(listener);
  const pace = new Pace();
  const body = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await heard(body.read());
      if (done) return;
      for (let at = 0; at < value.length; at += SLICE_BYTES) {
        reader.push(value.subarray(at, at + SLICE_BYTES));
        await pace.breathe();
      }
    }
  } finally {
    // Left open, it would hold one of the few connections that a browser has for a server.
    await body.cancel().catch(() => undefined);
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
