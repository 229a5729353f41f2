/**
 * What every command prints beside its result: with `--json` one object on standard output, which
 * names the next useful commands; otherwise one of them on standard error.
 */

import { formatCommandLine, getCommandWords } from "../lib/operations/command-words.ts";
import type { NextOperation } from "../lib/operations/next-operation.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { createFlag } from "./command-line.ts";
import { printData, type Terminal } from "./terminal.ts";

type Output = Pick<Terminal, "stdout" | "stderr">;

/** The words of a command line after `loupe`. */
export type CommandWords = readonly string[];

export const JSON_FORMAT = 1;

export const JSON_OPTION = createFlag("--json", "print one JSON object");

/** Otherwise standard output has the log. */
export const JSON_NEEDS_FILE = "--json needs a file for the log: -o FILE";

export const toCommandWords = (next: readonly NextOperation[]): CommandWords[] =>
  next.map((one) => getCommandWords(one).slice(1));

/** Prints one JSON object with its format and the next commands. */
export function printJson(
  { stdout }: Pick<Output, "stdout">,
  result: object,
  next: readonly CommandWords[],
): void {
  const commands = next.map((words) => formatCommandLine(["loupe", ...words, "--json"]));
  for (const piece of writeJson({ format: JSON_FORMAT, ...result, next: commands })) {
    printData(stdout, piece);
  }
  stdout.write("\n");
}

/** Names the most useful next command. */
export function printNext({ stderr }: Pick<Output, "stderr">, next: readonly CommandWords[]): void {
  const [first] = next;
  if (first) stderr.write(`Next: ${toPrintable(formatCommandLine(["loupe", ...first]))}\n`);
}

/** Standard input cannot be read again, so no command about it is useful. */
export const omitIfInput = (log: string, next: readonly CommandWords[]): readonly CommandWords[] =>
  log === "-" ? [] : next;
