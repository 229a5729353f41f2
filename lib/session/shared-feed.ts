/**
 * A window's part of the one feed that all windows of a browser share (`feed-hub.ts`). Where there
 * are no shared workers, or ours does not start, each window has a feed of its own.
 */
import type { HubMessage, HubRequest } from "./feed-hub.ts";

/** The bytes of a feed; what was read before is dealt with when the next is asked for. */
export interface FeedSource {
  /** `null` at the end. */
  read(): Promise<Uint8Array | null>;
  close(): void;
}

let isBroken = false;

export const canShareFeed = (): boolean => !isBroken && typeof SharedWorker !== "undefined";

/** From now on each feed is this window's own. */
export function disableSharedFeed(): void {
  isBroken = true;
}

/** Ends where the hub lost its feed or let this window go; errs where there is no hub. */
export function openSharedFeed(recording: string, from: number): FeedSource {
  const worker = new SharedWorker(new URL("./feed-hub-worker.ts", import.meta.url), {
    type: "module",
  });
  const { port } = worker;
  const say = (message: HubRequest) => port.postMessage(message);
  const ready: Uint8Array[] = [];
  let hasUntaken = false;
  let isOver = false;
  let failure: Error | null = null;
  let wake = () => {};

  const close = () => {
    if (isOver) return;
    isOver = true;
    // A window that is kept for a way back, or gone, takes nothing meanwhile.
    removeEventListener("pagehide", close);
    say({ say: "leave" });
    port.close();
    wake();
  };
  worker.onerror = () => {
    failure = new Error("The shared worker did not start.");
    disableSharedFeed();
    close();
  };
  port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    if (data.say === "lost") return close();
    ready.push(data.bytes);
    wake();
  };
  addEventListener("pagehide", close);
  say({ say: "follow", recording, from });

  return {
    async read() {
      if (hasUntaken && !isOver) say({ say: "taken" });
      hasUntaken = false;
      while (ready.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (failure) throw failure;
      const bytes = ready.shift() ?? null;
      hasUntaken = bytes !== null;
      return bytes;
    },
    close,
  };
}
