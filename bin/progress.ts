/** What a run has come to so far, on standard error: lines, and where somebody looks a count. */

import { toPrintable } from "../lib/report/printable.ts";

export interface ProgressOutput {
  print(line: string): void;
  /** Shown until something else is: it comes with every event. */
  printStatus(line: string): void;
}

const PAUSE_MS = 100;
const CLEAR = "\r\u001b[K";

export function createProgressOutput(stderr: {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}): ProgressOutput {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    print(line) {
      stderr.write(`${isShown ? CLEAR : ""}${toPrintable(line)}\n`);
      isShown = false;
    },
    printStatus(line) {
      if (!stderr.isTTY || performance.now() - shownAt < PAUSE_MS) return;
      stderr.write(CLEAR + toPrintable(line));
      shownAt = performance.now();
      isShown = true;
    },
  };
}
