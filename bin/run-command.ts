/** Runs a command: parses its arguments, or prints its help. */

import { type Command, type OptionTable, parseArguments, UsageError } from "./command-line.ts";
import { formatCommandHelp } from "./help-text.ts";
import { refuse, type Terminal } from "./terminal.ts";

/** Parses the arguments, prints the help if asked to, or runs the command. */
export async function runCommand<Request>(
  command: Command<OptionTable, Request>,
  argv: readonly string[],
  terminal: Pick<Terminal, "stdout" | "stderr">,
  run: (request: Request) => Promise<number>,
): Promise<number> {
  let request: Request | null;
  try {
    request = parseArguments(command, argv);
  } catch (error) {
    if (error instanceof UsageError) return refuse(terminal, error.message);
    throw error;
  }
  if (request !== null) return run(request);
  terminal.stdout.write(formatCommandHelp(command));
  return 0;
}
