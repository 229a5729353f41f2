/** Prints the progress of a run on standard error: lines, and on a terminal a status line. */

import { toPrintable } from "../lib/report/printable.ts";
import type { ProgressOutput } from "../lib/server/live/run-options.ts";
import type { TerminalOutput } from "./terminal.ts";

const PAUSE_MS = 100;
const CLEAR = "\r\u001b[K";

export function createProgressOutput(stderr: TerminalOutput): ProgressOutput {
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
