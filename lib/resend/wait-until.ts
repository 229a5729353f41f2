/** Waits for a condition, with injected change and timeout triggers. */

/** Each calls back asynchronously and returns a function that cancels it. */
interface WaitTriggers {
  /** Calls back whenever the condition may have changed. */
  onChange(check: () => void): () => void;
  /** Calls back when the time is up. */
  onTimeout(expire: () => void): () => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** Resolves to true once the condition holds, to false on timeout or abort. */
export function waitUntil(
  condition: () => boolean,
  { onChange, onTimeout, signal }: WaitTriggers,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (condition()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (found: boolean) => {
      for (const cancel of triggers) cancel();
      signal.removeEventListener("abort", stop);
      resolve(found);
    };
    const stop = () => end(false);
    const triggers = [onTimeout(stop), onChange(() => condition() && end(true))];
    signal.addEventListener("abort", stop);
  });
}
