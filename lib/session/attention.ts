/**
 * Whether this page is to be seen. A browser opens six connections to a server and no more, for all
 * of its tabs: one that nobody looks at must not hold any for long.
 */

const isShown = () => document.visibilityState !== "hidden";

/** Resolves as soon as the page is to be seen, or nobody waits for that any more. */
export function whenShown(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isShown() && !left.aborted) return;
      document.removeEventListener("visibilitychange", look);
      left.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    left.addEventListener("abort", look);
    look();
  });
}

/** Acts once the page has been out of sight for so long. Returns the way to stop watching. */
export function onceUnseen(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!isShown()) timer = setTimeout(act, ms);
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
