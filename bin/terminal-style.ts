/** Width and colours of the terminal that a command prints to. */

import type { ColorText, TerminalStyle } from "../lib/check/check-text.ts";
import type { TerminalOutput } from "./terminal.ts";

/** Width if standard output is not a terminal. */
const DEFAULT_WIDTH = 100;

const keepPlain: ColorText = (text) => text;

const ESCAPES = { error: "31", warning: "33", info: "36", good: "32", dim: "2" };

const addColor: ColorText = (text, colour) => `\u001b[${ESCAPES[colour]}m${text}\u001b[0m`;

export const getTerminalStyle = (stdout: TerminalOutput): TerminalStyle => ({
  width: (stdout.isTTY && stdout.columns) || DEFAULT_WIDTH,
  paint: stdout.isTTY && !process.env.NO_COLOR ? addColor : keepPlain,
});
