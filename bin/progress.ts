/** What a run has come to so far, on standard error: lines, and where somebody looks a count. */

import { printable } from "../lib/report/printable.ts";

export interface Progress {
  say(line: string): void;
  /** Shown until something else is: it comes with every event. */
  tick(line: string): void;
}

const PAUSE_MS = 100;
const CLEAR = "\r\u001b[K";

export function progressOn(stderr: {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    say(line) {
      stderr.write(`${isShown ? CLEAR : ""}${printable(line)}\n`);
      isShown = false;
    },
    tick(line) {
      if (!stderr.isTTY || performance.now() - shownAt < PAUSE_MS) return;
      stderr.write(CLEAR + printable(line));
      shownAt = performance.now();
      isShown = true;
    },
  };
}
