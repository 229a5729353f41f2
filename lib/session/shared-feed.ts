/**
 * Client of the feed that all windows of a browser share (`feed-hub.ts`). Without shared workers,
 * or if ours does not start, each window opens a feed of its own.
 */
import type { HubMessage, HubRequest } from "./feed-hub.ts";

/** The bytes of a feed. Reading the next chunk acknowledges the previous one. */
export interface FeedSource {
  /** `null` at the end. */
  read(): Promise<Uint8Array | null>;
  close(): void;
}

let isBroken = false;

export const canShareFeed = (): boolean => !isBroken && typeof SharedWorker !== "undefined";

/** From now on this window opens its own feeds. */
export function disableSharedFeed(): void {
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
export function openSharedFeed(recording: string, from: number): FeedSource {
  const worker = started ?? startWorker();
  started = null;
  const { port } = worker;
  const post = (message: HubRequest) => port.postMessage(message);
  const ready: Uint8Array[] = [];
  let hasUnacknowledged = false;
  let isOver = false;
  let failure: Error | null = null;
  let wake = () => {};

  const close = () => {
    if (isOver) return;
    isOver = true;
    // Also called on `pagehide`: a cached or unloaded page processes no messages.
    removeEventListener("pagehide", close);
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
      if (hasUnacknowledged && !isOver) post({ type: "ack" });
      hasUnacknowledged = false;
      while (ready.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (failure) throw failure;
      const bytes = ready.shift() ?? null;
      hasUnacknowledged = bytes !== null;
      return bytes;
    },
    close,
  };
}
