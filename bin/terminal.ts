/** Input and output of a command, and the one way in which commands report errors. */

import type { ColorText, TerminalStyle } from "../lib/check/check-text.ts";
import { toPrintable } from "../lib/report/printable.ts";
import type { ProgressOutput } from "../lib/server/live/run-options.ts";
import { escapeControls } from "../lib/text/hidden-characters.ts";

/** Tests pass their own; each command asks for what it needs of it. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
}

export interface TerminalOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The exit code of a command that could not do its work. */
export const FAILURE = 2;

/** Prints an error in one line, and returns the exit code. */
export function refuse({ stderr }: Pick<Terminal, "stderr">, message: string): number {
  stderr.write(`loupe: ${toPrintable(message)}\n`);
  return FAILURE;
}

/** Writes data as it is, but to a terminal with escapes in place of what it would obey or hide. */
export function printData(output: TerminalOutput, data: string): void {
  output.write(output.isTTY ? escapeControls(data) : data);
}

/** Width if standard output is not a terminal. */
const DEFAULT_WIDTH = 100;

const keepPlain: ColorText = (text) => text;

const ESCAPES = { error: "31", warning: "33", info: "36", good: "32", dim: "2" };

const addColor: ColorText = (text, colour) => `\u001b[${ESCAPES[colour]}m${text}\u001b[0m`;

/** Width and colours of the terminal that a command prints to. */
export const getTerminalStyle = (stdout: TerminalOutput): TerminalStyle => ({
  width: (stdout.isTTY && stdout.columns) || DEFAULT_WIDTH,
  paint: stdout.isTTY && !process.env.NO_COLOR ? addColor : keepPlain,
});

const PAUSE_MS = 100;
const CLEAR = "\r\u001b[K";

/** Prints the progress of a run on standard error: lines, and on a terminal a status line. */
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
