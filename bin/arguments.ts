// Parses the command line into a request: which command to run, with which arguments.

import {
  createFlag,
  createTextOption,
  createUnknownError,
  defineCommand,
  parseArguments,
  UsageError,
} from "./command-line.ts";

export type CommandRequest =
  | { kind: "serve"; host?: string; port?: string }
  | { kind: "run"; command: CommandName; args: string[] }
  | { kind: "help" }
  | { kind: "version" }
  | { kind: "wrong"; message: string };

const COMMAND_NAMES = [
  "inspect",
  "diff",
  "resend",
  "record",
  "check",
  "export",
  "serve",
  "telemetry",
  "list",
  "rename",
  "tag",
  "delete",
] as const;
type CommandName = (typeof COMMAND_NAMES)[number];

/** Earlier names of commands. They still work, but the help does not list them. */
const FORMER_NAMES: ReadonlyMap<string, CommandName> = new Map([["again", "resend"]]);

/** Loupe without a command. */
export const APP = defineCommand({
  name: "",
  operands: "",
  summary:
    "Without a command, starts Loupe for the browser and prints its URL. Beyond this machine, every request needs the token in the printed URL.",
  options: {
    port: createTextOption(
      "--port N",
      "port to listen on, also PORT (default 4100, or the next free port)",
    ),
    host: createTextOption("--host H", "address to listen on, also HOST (default 127.0.0.1)"),
    version: createFlag("-v, --version", "print the version"),
  },
  createRequest({ port, host, version }, [word]): CommandRequest {
    if (version) return { kind: "version" };
    if (word !== undefined) throw createUnknownError("option", word, "", []);
    return { kind: "serve", ...(port !== null && { port }), ...(host !== null && { host }) };
  },
});

/** Never throws: wrong arguments return a request of kind "wrong" with a one-line message. */
export function readArguments(argv: readonly string[]): CommandRequest {
  const [first, ...args] = argv;
  const command =
    COMMAND_NAMES.find((name) => name === first) ?? FORMER_NAMES.get(first ?? "") ?? null;
  if (command !== null) return { kind: "run", command, args };
  try {
    if (first !== undefined && !first.startsWith("-")) {
      throw createUnknownError("command", first, "", COMMAND_NAMES);
    }
    return parseArguments(APP, argv) ?? { kind: "help" };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { message } = error;
    const hint = /; (?:see|did you)/.test(message) ? "" : "; see loupe --help";
    return { kind: "wrong", message: `loupe: ${message}${hint}` };
  }
}
