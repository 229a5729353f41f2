/** A client of one's own: the command line of its driver, split into words as a shell does. */

import { readShellTokens, ShellError } from "../../requests/shell-words.ts";
import { shorten } from "../../text/graphemes.ts";
import type { ClientDriver } from "./run-clients.ts";

/** Returns what is wrong with the command line: no shell runs it, so what only a shell could do is refused. */
export function parseOwnDriver(text: string): ClientDriver | { readonly problem: string } {
  try {
    const tokens = readShellTokens(text);
    const operator = tokens.find(({ kind }) => kind === "operator");
    if (operator) return { problem: ` is no shell: "${operator.text}" has no meaning in it` };
    const [program = "", ...args] = tokens.map((token) => token.text);
    if (program === "") return { problem: " needs a program" };
    if ([program, ...args].some((word) => /\{\{\w+\}\}/.test(word) && !text.includes(word))) {
      return { problem: " is no shell: write the value of the variable" };
    }
    return { name: shorten(text, 80), command: { program, args }, findObstacle: () => null };
  } catch (error) {
    if (error instanceof ShellError) return { problem: `: ${error.message}` };
    throw error;
  }
}
