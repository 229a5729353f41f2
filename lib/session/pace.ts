/** Keeping the page alive while much is read: work in slices, and one redraw a frame. */

/** Longer than this without a pause, and typing or scrolling would be felt to hang. */
const SLICE_MS = 10;

export class Pace {
  #since = performance.now();

  /** Resolves at once within the slice; past it, after the page had its turn. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
    this.#since = performance.now();
  }
}

/** Calls `draw` at most once a frame, however often it is asked to. */
export function oncePerFrame(draw: () => void): () => void {
  let asked = false;
  const run = () => {
    asked = false;
    draw();
  };
  return () => {
    if (asked) return;
    asked = true;
    // A hidden tab has no frames, and must not fall behind for ever.
    if (document.visibilityState === "hidden") setTimeout(run, 250);
    else requestAnimationFrame(run);
  };
}
