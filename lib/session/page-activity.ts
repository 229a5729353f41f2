/**
 * Whether anybody attends to this page: somebody who sees it, or work in it that waits for what
 * comes. A browser opens six connections to a server and no more, for all of its tabs: one that
 * nobody attends to must not hold any for long.
 */

const CHANGE = "change";
const workEvents = new EventTarget();
let activeWork = 0;

const isPageActive = () => activeWork > 0 || document.visibilityState !== "hidden";

/** As long as this is under way the page is attended to, whoever looks. */
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

function onChange(look: () => void): () => void {
  document.addEventListener("visibilitychange", look);
  workEvents.addEventListener(CHANGE, look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    workEvents.removeEventListener(CHANGE, look);
  };
}

/** Resolves as soon as the page is attended to, or nobody waits for that any more. */
export function waitUntilPageActive(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isPageActive() && !left.aborted) return;
      stop();
      left.removeEventListener("abort", look);
      resolve();
    };
    const stop = onChange(look);
    left.addEventListener("abort", look);
    look();
  });
}

/** Acts once nobody has attended to the page for so long. Returns the way to stop watching. */
export function onPageIdle(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!isPageActive()) timer = setTimeout(act, ms);
  };
  const stop = onChange(look);
  look();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
