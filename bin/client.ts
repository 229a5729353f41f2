/**
 * `loupe client LOG`: serves the responses of a log to real clients, and compares what each handed to
 * its application with what the wire said. Exit code 0: all clients are the same as the wire; 1: one
 * differs or failed; 2: nothing could be run.
 */

import type { ClientResult } from "../lib/clients/client-result.ts";
import { formatClientText } from "../lib/clients/client-text.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { readShellTokens, ShellError } from "../lib/requests/shell-words.ts";
import type { Pace } from "../lib/server/clients/pace.ts";
import {
  type ClientDriver,
  type ClientRun,
  createClientRun,
  runClient,
} from "../lib/server/clients/run-clients.ts";
import { parseReplayOption } from "../lib/server/replay/replay-options.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { shorten } from "../lib/text/graphemes.ts";
import { formatPlural } from "../lib/text/plural.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import {
  createFlag,
  createOption,
  defineCommand,
  requireText,
  UsageError,
} from "./command-line.ts";
import { JSON_OPTION, printJson } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";
import { toAbortSignal } from "./record.ts";
import { readRecords } from "./replay-source.ts";
import { runCommand } from "./run-command.ts";
import { createProgressOutput, refuse, type Terminal } from "./terminal.ts";

const DRIVERS = createOption<readonly ClientDriver[]>(
  '--driver "CMD"',
  "run this program as a client: it reads one line of JSON, and prints one for each event; no shell is involved",
  [],
  (before, text, name) => [...before, createOwnDriver(requireText(text, name), name)],
);

/** The words of a command line; what only a shell could do is refused. */
function createOwnDriver(text: string, name: string): ClientDriver {
  try {
    const tokens = readShellTokens(text);
    const operator = tokens.find(({ kind }) => kind === "operator");
    if (operator)
      throw new UsageError(`${name} is no shell: "${operator.text}" has no meaning in it`);
    const [program = "", ...args] = tokens.map((token) => token.text);
    if (program === "") throw new UsageError(`${name} needs a program`);
    if ([program, ...args].some((word) => /\{\{\w+\}\}/.test(word) && !text.includes(word))) {
      throw new UsageError(`${name} is no shell: write the value of the variable`);
    }
    return { name: shorten(text, 80), command: { program, args }, findObstacle: () => null };
  } catch (error) {
    if (error instanceof ShellError) throw new UsageError(`${name}: ${error.message}`);
    throw error;
  }
}

const PACE = createOption<Pace>(
  "--speed F",
  "replay speed: a factor, max, or short for the recorded pauses, each of at most 20 ms (default)",
  "short",
  (_, text, name) => {
    if (text === "short") return "short";
    const parsed = parseReplayOption("speed", text);
    if (typeof parsed === "string") throw new UsageError(`--${parsed}, or short`);
    return parsed.speed ?? requireSpeed(name);
  },
);

function requireSpeed(name: string): never {
  throw new UsageError(`${name} needs a factor`);
}

const DEFAULT_IDLE_S = 10;

const IDLE = createOption<number>(
  "--timeout S",
  `stop a client that is silent for S seconds after its response (default ${DEFAULT_IDLE_S})`,
  DEFAULT_IDLE_S * 1000,
  (_, text, name) => {
    const seconds = Number(requireText(text, name));
    if (!(seconds > 0 && seconds <= 3600)) {
      throw new UsageError(`${name} needs seconds from 0 to 3600, not "${text}"`);
    }
    return seconds * 1000;
  },
);

interface ClientRequest {
  readonly log: string;
  readonly drivers: readonly ClientDriver[];
  readonly pace: Pace;
  readonly idleMs: number;
  readonly listsEvents: boolean;
  readonly json: boolean;
}

export const CLIENT = defineCommand({
  name: "client",
  operands: "LOG",
  summary:
    "serves the responses of a log to real clients, and compares what each handed to its application with what the wire said. Exit code 1 if one differs.",
  options: {
    drivers: DRIVERS,
    pace: PACE,
    idleMs: IDLE,
    listsEvents: createFlag(
      "--all",
      "list every event, also those that were handed over as they are",
    ),
    json: JSON_OPTION,
  },
  createRequest(values, operands): ClientRequest {
    return { log: getOnlyLog("client", operands), ...values };
  },
});

export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(CLIENT, argv, terminal, (request) => compareClients(request, terminal, stopped));

async function compareClients(
  request: ClientRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const { log, json, listsEvents, drivers } = request;
  const run = await readRun(log, terminal);
  if (typeof run === "string") return refuse(terminal, `cannot serve ${log}: ${run}`);
  const { stdout, stderr } = terminal;
  const progress = createProgressOutput(stderr);
  const signal = toAbortSignal(stopped);
  const results: ClientResult[] = [];
  for (const driver of drivers) {
    progress.printStatus(`${driver.name} …`);
    const result = await runClient(driver, run, { ...request, signal });
    if (signal.aborted) return refuse(terminal, "stopped");
    if (result) results.push(result);
  }
  if (json) printJson(terminal, { log, clients: results }, []);
  else {
    for (const result of results) {
      for (const line of formatClientText(result, listsEvents)) {
        stdout.write(`${toPrintable(line)}\n`);
      }
    }
  }
  if (results.length === 0) return refuse(terminal, "no client could be run");
  return results.every(({ verdict }) => verdict === "same") ? 0 : 1;
}

/** The responses of a log that a client can be asked for, or why there are none. */
async function readRun(log: string, { stdin }: Terminal): Promise<ClientRun | string> {
  try {
    const records: WireRecord[] = [];
    const reason = await readRecords(log, stdin, (record) => records.push(record));
    const run = createClientRun(records);
    if (run.exchanges.length > 0) return run;
    const { exchanges, left } = run.source;
    if (left.length > 0) return `The log contains only ${left.join(", ")}.`;
    if (exchanges.length === 0) return reason;
    return `The log has ${formatPlural(exchanges.length, "exchange")}, but no response to a message and no task.`;
  } catch (error) {
    return getErrorMessage(error);
  }
}
