/** Waiting for something to become so, by whatever tells of changes and of the time. */

/** Each calls later, not at once, and returns the way to call it off. */
export interface WaitTriggers {
  /** Calls whenever it may have become so. */
  onChange(look: () => void): () => void;
  /** Calls when it has been waited for long enough. */
  onTimeout(ring: () => void): () => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** True once it is so; false when the time is up, or the waiting is ended. */
export function waitUntil(
  isSo: () => boolean,
  { onChange, onTimeout, signal }: WaitTriggers,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (isSo()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (found: boolean) => {
      for (const callOff of all) callOff();
      signal.removeEventListener("abort", stop);
      resolve(found);
    };
    const stop = () => end(false);
    const all = [onTimeout(stop), onChange(() => isSo() && end(true))];
    signal.addEventListener("abort", stop);
  });
}
