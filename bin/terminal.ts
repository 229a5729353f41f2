/** Input and output of a command, and the one way in which commands report errors. */

import { toPrintable } from "../lib/report/printable.ts";
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

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
