// Replays the keys that were pressed before the page could handle them, in order.
// Guarantees: keys pressed during the replay come after those before; it ends after a few seconds even
// if the run takes longer to load.
import { useEffect } from "react";
import type { RunStore } from "../../lib/session/run.ts";
import { useAppContext } from "../app-context.tsx";

/** Kept by `public/early-keys.js`. */
interface EarlyKeys {
  readonly keys: KeyboardEventInit[];
  /** Keys go to the page from now on. */
  stop(): void;
}

declare global {
  interface Window {
    loupeEarlyKeys?: EarlyKeys;
  }
}

/** How long the page waits for what it opens, without and with keys to replay. */
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 5000;
const POLL_MS = 30;

export function useEarlyKeys(): void {
  const { run } = useAppContext();
  useEffect(() => {
    const early = window.loupeEarlyKeys;
    if (!early) return;
    delete window.loupeEarlyKeys;
    void replayKeys(early, () => isReady(run));
  }, [run]);
}

/** Commands act on what is shown, so it must be shown first. */
function isReady(run: RunStore): boolean {
  if (run.getState().phase.kind === "reading") return false;
  return document.querySelector("[aria-busy=true]") === null;
}

async function replayKeys({ keys, stop }: EarlyKeys, isReady: () => boolean): Promise<void> {
  const start = Date.now();
  const mayWait = () => Date.now() - start < (keys.length > 0 ? MAX_WAIT_MS : MIN_WAIT_MS);
  // The page opens what its address names after this.
  await waitFor(0);
  while (!isReady() && mayWait()) await waitFor(POLL_MS);
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    pressKey(key);
    // What the key opened has the focus before the next one.
    await waitFor(0);
  }
  stop();
}

function pressKey(init: KeyboardEventInit): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event) || !isTextField(target)) return;
  // For keys of the user, the browser does this by itself.
  if (init.key === "Enter") target.form?.requestSubmit();
  else if (init.key?.length === 1 && !init.ctrlKey && !init.metaKey) {
    document.execCommand("insertText", false, init.key);
  }
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
