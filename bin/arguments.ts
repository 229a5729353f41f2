// Parses the command line into a request: which command to run, with which arguments.

import { isRecordingId } from "../lib/server/ids.ts";
import {
  createFlag,
  createTextOption,
  createUnknownError,
  defineCommand,
  parseArguments,
  UsageError,
} from "./command-line.ts";
import type { OpenRequest } from "./open.ts";

export type CommandRequest =
  | { kind: "serve"; host?: string; port?: string; open?: OpenRequest }
  | { kind: "run"; command: CommandName; args: string[] }
  | { kind: "help" }
  | { kind: "version" }
  | { kind: "wrong"; message: string };

const COMMAND_NAMES = [
  "inspect",
  "events",
  "event",
  "findings",
  "explain",
  "diff",
  "resend",
  "record",
  "tap",
  "hold",
  "check",
  "conform",
  "client",
  "export",
  "serve",
  "mcp",
  "telemetry",
  "list",
  "rename",
  "tag",
  "delete",
  "doctor",
  "completion",
  "info",
] as const;
type CommandName = (typeof COMMAND_NAMES)[number];

/** Earlier names of commands. They still work, but the help does not list them. */
const FORMER_NAMES: ReadonlyMap<string, CommandName> = new Map([["again", "resend"]]);

/** Loupe without a command. */
export const APP = defineCommand({
  name: "",
  operands: "[LOG|ADDRESS]",
  summary:
    "Without a command, starts Loupe for the browser and prints its URL. With a log, a report of ACTS or the address of an agent, also opens it in the browser. Beyond this machine, every request needs the token in the printed URL.",
  options: {
    port: createTextOption(
      "--port N",
      "port to listen on, also PORT (default 4100, or the next free port)",
    ),
    host: createTextOption("--host H", "address to listen on, also HOST (default 127.0.0.1)"),
    isQuiet: createFlag("--no-open", "print the link to LOG or ADDRESS; open no browser"),
    version: createFlag("-v, --version", "print the version"),
  },
  createRequest({ port, host, isQuiet, version }, [word, other]): CommandRequest {
    if (version) return { kind: "version" };
    if (word !== undefined && !isTarget(word)) {
      throw createUnknownError(word.startsWith("-") ? "option" : "command", word, "", []);
    }
    if (other !== undefined)
      throw new UsageError(`loupe opens one target, not "${word}" and "${other}"`);
    return {
      kind: "serve",
      ...(port !== null && { port }),
      ...(host !== null && { host }),
      ...(word !== undefined && { open: { target: word, opensBrowser: !isQuiet } }),
    };
  },
});

/** No command looks like an address, a path, the name of a file or the ID of a recording. */
const isTarget = (word: string) => /[:/\\.]/.test(word) || isRecordingId(word);

/** Never throws: wrong arguments return a request of kind "wrong" with a one-line message. */
export function readArguments(argv: readonly string[]): CommandRequest {
  const [first, ...args] = argv;
  const command =
    COMMAND_NAMES.find((name) => name === first) ?? FORMER_NAMES.get(first ?? "") ?? null;
  if (command !== null) return { kind: "run", command, args };
  try {
    if (first !== undefined && !first.startsWith("-") && !isTarget(first)) {
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
