/**
 * `loupe client LOG`: serves the responses of a log to real clients, and compares what each handed to
 * its application with what the wire said. Exit code 0: all clients are the same as the wire; 1: one
 * differs or failed; 2: nothing could be run.
 */

import { fileURLToPath } from "node:url";
import type { ClientResult } from "../lib/clients/client-result.ts";
import { formatClientText } from "../lib/clients/client-text.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { readShellTokens, ShellError } from "../lib/requests/shell-words.ts";
import { KNOWN_CLIENTS } from "../lib/server/clients/find-clients.ts";
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
  createTextOption,
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

const CLIENTS = createOption<readonly string[]>(
  "--client NAME",
  `run this client: ${KNOWN_CLIENTS.map(({ id }) => id).join(", ")} (default: all that are found)`,
  [],
  (before, text, name) => {
    const known = KNOWN_CLIENTS.find(({ id }) => id === text);
    if (known) return [...before, known.id];
    const all = KNOWN_CLIENTS.map(({ id }) => id).join(", ");
    throw new UsageError(`${name} needs one of ${all}, not "${text}"`);
  },
);

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
  /** Names of known clients; all that are found if there is neither a name nor a driver. */
  readonly clients: readonly string[];
  /** Where SDKs are looked for. */
  readonly folder: string | null;
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
    clients: CLIENTS,
    drivers: DRIVERS,
    folder: createTextOption(
      "--sdk DIR",
      "look for SDKs in this project or package (default: the current folder)",
    ),
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
  const { log, json, listsEvents } = request;
  const run = await readRun(log, terminal);
  if (typeof run === "string") return refuse(terminal, `cannot serve ${log}: ${run}`);
  const { stdout, stderr } = terminal;
  const drivers = await findDrivers(request);
  if (typeof drivers === "string") return refuse(terminal, drivers);
  const progress = createProgressOutput(stderr);
  const signal = toAbortSignal(stopped);
  const results: ClientResult[] = [];
  const notRun: NotRun[] = [];
  for (const driver of drivers) {
    progress.printStatus(`${driver.name} …`);
    const result = await runClient(driver, run, { ...request, signal });
    if (signal.aborted) return refuse(terminal, "stopped");
    if (result) results.push(result);
    else notRun.push({ name: driver.name, reason: describeObstacles(driver, run) });
  }
  if (json) printJson(terminal, { log, clients: results, notRun }, []);
  else {
    for (const result of results) {
      for (const line of formatClientText(result, listsEvents)) {
        stdout.write(`${toPrintable(line)}\n`);
      }
    }
  }
  for (const { name, reason } of notRun) {
    if (!json) stdout.write(`${toPrintable(`– ${name} was not run: ${reason}.`)}\n`);
  }
  if (results.length === 0) return refuse(terminal, "no client could be asked for a response");
  return results.every(({ verdict }) => verdict === "same") ? 0 : 1;
}

/** A client that can be asked for none of the responses. */
interface NotRun {
  readonly name: string;
  readonly reason: string;
}

function describeObstacles(driver: ClientDriver, { exchanges }: ClientRun): string {
  const obstacles = exchanges.map((exchange) => driver.findObstacle(exchange));
  return [...new Set(obstacles)].filter((reason) => reason !== null).join("; ");
}

/** The drivers to run, or why there are none. */
async function findDrivers({
  clients,
  drivers,
  folder,
}: ClientRequest): Promise<readonly ClientDriver[] | string> {
  if (drivers.length > 0 && clients.length === 0) return drivers;
  const wanted = KNOWN_CLIENTS.filter(({ id }) => clients.length === 0 || clients.includes(id));
  const lookup = { folder: folder ?? process.cwd(), jsDriver: JS_DRIVER };
  const found = await Promise.all(wanted.map((client) => client.find(lookup)));
  const missing = wanted.filter((_, i) => found[i] === null);
  const all = [...found.filter((driver) => driver !== null), ...drivers];
  if (missing.length === 0 || (clients.length === 0 && all.length > 0)) return all;
  const hints = missing.map(({ title, install }) => `${title} (${install})`).join(", ");
  return `not found in ${lookup.folder}: ${hints}`;
}

/** Beside this module in the built command. */
const JS_DRIVER = fileURLToPath(new URL("./sdk-driver.js", import.meta.url));

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
