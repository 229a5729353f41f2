/**
 * `a2a-loupe info`: describes Loupe as a plugin of the `a2a` command, which runs any program named
 * `a2a-NAME` as `a2a NAME`.
 */

import { VERSION } from "../lib/api/version.ts";
import { defineCommand } from "./command-line.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

const DESCRIPTION =
  "Debugs agents: records every byte, explains how a run ended, checks it against the rules";

export const INFO = defineCommand({
  name: "info",
  operands: "",
  summary: "prints name, version and description as JSON, for the a2a command: a2a loupe COMMAND.",
  options: {},
  createRequest: () => ({ name: "loupe", version: VERSION, description: DESCRIPTION }),
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(INFO, argv, terminal, async (info) => {
    terminal.stdout.write(`${JSON.stringify(info)}\n`);
    return 0;
  });
