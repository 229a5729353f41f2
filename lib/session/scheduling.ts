/** Keeping the page alive while much is read: work in slices, and one redraw a frame. */

/** Longer than this without a pause, and typing or scrolling would be felt to hang. */
const SLICE_MS = 10;

export class TimeSlicer {
  #sliceStart = performance.now();

  /** Resolves at once within the slice; past it, after the page had its turn. */
  async yieldToMain(): Promise<void> {
    if (performance.now() - this.#sliceStart < SLICE_MS) return;
    await new Promise<void>((resolve) => runInNextTask(resolve));
    this.#sliceStart = performance.now();
  }
}

/** Tells the newest of what it is told: the first at once, the others at most so often. */
export class Throttle<T> {
  readonly #ms: number;
  readonly #callback: (value: T) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: { readonly value: T } | null = null;

  constructor(ms: number, tell: (value: T) => void) {
    this.#ms = ms;
    this.#callback = tell;
  }

  tell(value: T): void {
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
 * Calls `draw` at most every third frame, however often it is asked to, and so that drawing takes
 * half of the time at most: where a frame is dear, the page is left alone as long afterwards.
 */
export function throttleToFrames(draw: () => void): () => void {
  let asked = false;
  let idleUntil = 0;
  const run = (begun: number) => {
    asked = false;
    draw();
    runInNextTask(() => {
      const now = performance.now();
      idleUntil = now + Math.min(Math.max(now - begun, MIN_REST_MS), MAX_REST_MS);
    });
  };
  const inFrame = () => {
    const now = performance.now();
    // A frame that comes a little early is as good as the next one.
    if (now < idleUntil - EARLY_MS) requestAnimationFrame(inFrame);
    else run(now);
  };
  return () => {
    if (asked) return;
    asked = true;
    // A hidden tab has no frames, and must not fall behind for ever.
    if (document.visibilityState === "hidden") setTimeout(() => run(performance.now()), HIDDEN_MS);
    else requestAnimationFrame(inFrame);
  };
}

/** Nobody reads faster than this; what is scrubbed or typed does not wait here. */
const MIN_REST_MS = 36;
const MAX_REST_MS = 50;
const EARLY_MS = 2;
/** How long to wait where there may be no frame. */
const HIDDEN_MS = 250;

/** Resolves when what is to be drawn now stands there; a hidden tab, which draws nothing, goes on. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, HIDDEN_MS);
    globalThis.requestAnimationFrame?.(() => runInNextTask(resolve));
  });
}

/** After what waits has had its turn; asked inside of a frame, once that was laid out and painted. */
function runInNextTask(act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(null);
}
