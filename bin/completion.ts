/** `loupe completion SHELL`: prints a completion script for a shell. Exit code 0: printed. */

import { APP } from "./arguments.ts";
import { COMPLETION } from "./completion-options.ts";
import { formatCompletion } from "./completion-script.ts";
import { COMMANDS } from "./help.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(COMPLETION, argv, terminal, async (shell) => {
    terminal.stdout.write(formatCompletion(shell, APP, COMMANDS));
    return 0;
  });
