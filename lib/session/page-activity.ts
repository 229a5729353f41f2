/**
 * Tracks whether this page is active: visible, or with work in progress. Browsers open only six
 * connections to a server for all tabs, so an idle page must not hold one for long.
 */

const CHANGE = "change";
const workEvents = new EventTarget();
let activeWork = 0;

const isPageActive = () => activeWork > 0 || document.visibilityState !== "hidden";

/** Keeps the page active until `work` settles. */
export async function keepPageActive<T>(work: Promise<T>): Promise<T> {
  activeWork++;
  workEvents.dispatchEvent(new Event(CHANGE));
  try {
    return await work;
  } finally {
    activeWork--;
    workEvents.dispatchEvent(new Event(CHANGE));
  }
}

function onChange(check: () => void): () => void {
  document.addEventListener("visibilitychange", check);
  workEvents.addEventListener(CHANGE, check);
  return () => {
    document.removeEventListener("visibilitychange", check);
    workEvents.removeEventListener(CHANGE, check);
  };
}

/** Resolves as soon as the page is active or `signal` is aborted. */
export function waitUntilPageActive(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isPageActive() && !signal.aborted) return;
      stop();
      signal.removeEventListener("abort", check);
      resolve();
    };
    const stop = onChange(check);
    signal.addEventListener("abort", check);
    check();
  });
}

/** Calls `act` once the page has been idle for `ms`. Returns a stop function. */
export function onPageIdle(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    if (!isPageActive()) timer = setTimeout(act, ms);
  };
  const stop = onChange(check);
  check();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
