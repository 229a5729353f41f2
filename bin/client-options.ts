/** The command line of `loupe client`. */

import { KNOWN_CLIENTS } from "../lib/server/clients/find-clients.ts";
import { parseOwnDriver } from "../lib/server/clients/own-driver.ts";
import type { Pace } from "../lib/server/clients/pace.ts";
import type { ClientDriver } from "../lib/server/clients/run-clients.ts";
import { parseReplayOption } from "../lib/server/replay/replay-options.ts";
import {
  createFlag,
  createOption,
  createTextOption,
  defineCommand,
  requireText,
  UsageError,
} from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";
import { KNOWN_OPTION, REPORT_OPTIONS } from "./report-files.ts";

const DRIVERS = createOption<readonly ClientDriver[]>(
  '--driver "CMD"',
  "run this program as a client: it reads one line of JSON, and prints one for each event; no shell is involved",
  [],
  (before, text, name) => [...before, createOwnDriver(requireText(text, name), name)],
);

function createOwnDriver(text: string, name: string): ClientDriver {
  const driver = parseOwnDriver(text);
  if ("problem" in driver) throw new UsageError(name + driver.problem);
  return driver;
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

/** The reports that can be written to files. */
export const CLIENT_REPORTS = ["html", "junit", "sarif", "markdown"] as const;
export type ClientReport = (typeof CLIENT_REPORTS)[number];

export interface ClientRequest {
  readonly log: string;
  readonly drivers: readonly ClientDriver[];
  /** The exchange to serve, by its number or ID; `null` for all. */
  readonly exchange: string | null;
  /** Names of known clients; all that are found if there is neither a name nor a driver. */
  readonly clients: readonly string[];
  /** Where SDKs are looked for. */
  readonly folder: string | null;
  readonly pace: Pace;
  readonly idleMs: number;
  readonly listsEvents: boolean;
  /** Also serves all variants of the responses. */
  readonly isStressed: boolean;
  /** Prints a grade, as `loupe conform` does. */
  readonly isGraded: boolean;
  readonly json: boolean;
  /** File of known failures. */
  readonly known: string | null;
  /** The folder for the logs of failures. */
  readonly save: string | null;
  readonly files: Readonly<Record<ClientReport, string | null>>;
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
    exchange: createTextOption(
      "--exchange X",
      "serve only this exchange: its number, as serve lists it, or its ID",
      "an exchange",
    ),
    pace: PACE,
    idleMs: IDLE,
    listsEvents: createFlag(
      "--all",
      "list every event, also those that were handed over as they are",
    ),
    isStressed: createFlag(
      "--stress",
      "also serve the same meaning in other legal bytes, and say which break a client",
    ),
    isGraded: createFlag("--grade", "print a grade, as conform does"),
    json: JSON_OPTION,
    known: KNOWN_OPTION,
    save: createTextOption(
      "--save DIR",
      "save the log of each failure in this folder, as it was served",
      "a folder",
    ),
    ...REPORT_OPTIONS,
  },
  createRequest({ html, junit, sarif, markdown, ...values }, operands): ClientRequest {
    const files = { html, junit, sarif, markdown };
    return { log: getOnlyLog("client", operands), ...values, files };
  },
});
