/** Keeps the page responsive during long work: time slices, throttled callbacks and redraws. */

/** Typing and scrolling would lag if the page were blocked for longer. */
const SLICE_MS = 10;

export class TimeSlicer {
  #sliceStart = performance.now();

  /** Resolves at once within a slice; after it, once the page has processed its events. */
  async yieldToMain(): Promise<void> {
    if (performance.now() - this.#sliceStart < SLICE_MS) return;
    await new Promise<void>((resolve) => runInNextTask(resolve));
    this.#sliceStart = performance.now();
  }

  /** Waits for a result. The page is not blocked meanwhile, so that time is not part of the slice. */
  async waitFor<T>(result: Promise<T>): Promise<T> {
    const waitStart = performance.now();
    try {
      return await result;
    } finally {
      this.#sliceStart += performance.now() - waitStart;
    }
  }
}

/** Calls back with the newest value: at once for the first, then at most once per interval. */
export class Throttle<T> {
  readonly #ms: number;
  readonly #callback: (value: T) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: { readonly value: T } | null = null;

  constructor(ms: number, callback: (value: T) => void) {
    this.#ms = ms;
    this.#callback = callback;
  }

  push(value: T): void {
    this.#next = { value };
    if (this.#timer === undefined) this.#flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#next = null;
  }

  #flush(): void {
    const next = this.#next;
    this.#next = null;
    this.#timer = next === null ? undefined : setTimeout(() => this.#flush(), this.#ms);
    if (next !== null) this.#callback(next.value);
  }
}

/**
 * Calls `draw` at most every fifth frame, however often it is requested, and lets the page rest
 * after an expensive frame for twice as long as that took, within `MAX_REST_MS`.
 */
export function throttleToFrames(draw: () => void): () => void {
  let isRequested = false;
  let idleUntil = 0;
  const run = (start: number) => {
    isRequested = false;
    draw();
    runInNextTask(() => {
      const now = performance.now();
      idleUntil = now + Math.min(Math.max(2 * (now - start), MIN_REST_MS), MAX_REST_MS);
    });
  };
  const request = () => {
    const restMs = idleUntil - EARLY_MS - performance.now();
    // A hidden tab has no frames, but whoever waits for a response in it must be told.
    if (document.visibilityState === "hidden") setTimeout(() => run(performance.now()), HIDDEN_MS);
    // Not by counting frames: while anything moves, each frame that is asked for is painted.
    // Whole milliseconds, because a timer that is cut down to less fires too early, again and again.
    else if (restMs > 0) setTimeout(request, Math.ceil(restMs));
    else requestAnimationFrame(() => run(performance.now()));
  };
  return () => {
    if (isRequested) return;
    isRequested = true;
    request();
  };
}

/** Faster updates cannot be read. Scrubbing and typing are not throttled here. */
const MIN_REST_MS = 68;
const MAX_REST_MS = 150;
/** So that the frame that is due is not missed. */
const EARLY_MS = 2;
/** How long to wait if there may be no frame. */
const HIDDEN_MS = 250;

/** Resolves after the next paint, or after `HIDDEN_MS` in a hidden tab, which does not paint. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, HIDDEN_MS);
    globalThis.requestAnimationFrame?.(() => runInNextTask(resolve));
  });
}

/** Runs what can wait for the page to be shown; at the latest after `MAX_IDLE_WAIT_MS`. */
export function runWhenIdle(act: () => void): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(act, NO_IDLE_CALLBACKS_MS);
}

const MAX_IDLE_WAIT_MS = 2000;
const NO_IDLE_CALLBACKS_MS = 200;

/** Runs after pending tasks; if called in an animation frame, after layout and paint. */
function runInNextTask(act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(null);
}
