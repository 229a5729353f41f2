/**
 * `loupe serve LOG`: replays a log in place of its agent until it is stopped. Prints the recorded
 * requests, the URL, and each request with the exchange that answers it. Exit code 0: stopped;
 * 2: the log could not be read or served.
 */

import { LIMITS } from "../lib/api/limits.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { ReplayAgent, type ServedRequest } from "../lib/server/replay/replay-agent.ts";
import {
  DEFAULT_REPLAY_OPTIONS,
  formatReplayOptions,
  parseReplayOption,
  REPLAY_OPTION_ROWS,
  type ReplayOptions,
} from "../lib/server/replay/replay-options.ts";
import { formatRequestTitle } from "../lib/server/replay/replay-request.ts";
import { type ReplayServer, startReplayServer } from "../lib/server/replay/replay-server.ts";
import type { ReplaySource } from "../lib/server/replay/replay-source.ts";
import { isLoopbackHost } from "../lib/server/security/loopback.ts";
import { readSettings } from "../lib/server/settings.ts";
import { startPlannedServer } from "../lib/server/tap/plan/planned-server.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import {
  createFlag,
  createOption,
  createTextOption,
  defineCommand,
  type Option,
  requireText,
  UsageError,
} from "./command-line.ts";
import { JSON_FORMAT } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";
import { readReplaySource } from "./replay-source.ts";
import { runCommand } from "./run-command.ts";
import { type RunningPlan, startPlan } from "./tap-hold.ts";
import { formatReachable } from "./tap-output.ts";
import { printData, refuse, type Terminal } from "./terminal.ts";

interface ServeRequest {
  readonly log: string;
  readonly host: string;
  readonly port: number;
  readonly options: ReplayOptions;
  /** File with a plan; `null` if there is none. */
  readonly planFile: string | null;
  readonly json: boolean;
}

const HOST = createOption<string>(
  "--host H",
  "address to listen on (default 127.0.0.1)",
  "127.0.0.1",
  (_, text, name) => requireText(text, name),
);

const PORT = createOption<number>(
  "--port N",
  "port to listen on (default: a free port)",
  0,
  (_, text, name) => {
    requireText(text, name);
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
      throw new UsageError(`${name} needs a number from 0 to 65535, not "${text}"`);
    }
    return Number(text);
  },
);

const REPLAY: Option<ReplayOptions> = {
  rows: REPLAY_OPTION_ROWS.map(({ syntax, help }) => ({ syntax: `--${syntax}`, help })),
  formerNames: [],
  start: DEFAULT_REPLAY_OPTIONS,
  add(before, text, name) {
    const parsed = parseReplayOption(name.slice(2), text);
    if (typeof parsed === "string") throw new UsageError(`--${parsed}`);
    return { ...before, ...parsed };
  },
};

const PLAN_FILE = createTextOption(
  "--plan FILE",
  "do what a plan says to requests and events, as loupe tap does (JSON or YAML)",
  "a file name",
);

const SERVE_JSON = createFlag(
  "--json",
  "print one line of JSON with the address when it is ready; requests go to standard error",
);

export const SERVE = defineCommand({
  name: "serve",
  operands: "LOG",
  summary:
    "replays a log in place of its agent, answering A2A clients with the recorded responses. All options but --port, --host and --plan can also be set for a single request, in its header or query parameter x-loupe-fault: cut-after=5, crlf.",
  options: { port: PORT, host: HOST, planFile: PLAN_FILE, json: SERVE_JSON, options: REPLAY },
  createRequest(values, operands): ServeRequest {
    return { log: getOnlyLog("serve", operands), ...values };
  },
});

/** Serves until `stopped` resolves. */
export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(SERVE, argv, terminal, (request) => serve(request, terminal, stopped));

async function serve(
  request: ServeRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  // With --json, standard output has only the line with the address.
  const output = request.json ? terminal.stderr : terminal.stdout;
  const print = (line: string) => output.write(`${toPrintable(line)}\n`);
  try {
    const source = await readReplaySource(request.log, terminal.stdin);
    const agent = new ReplayAgent(source, request.options);
    const { hosts, token } = readSettings();
    const { host, port } = request;
    const onServed = (served: ServedRequest) => formatServedRequest(served).forEach(print);
    const planned = await startPlan(
      { planFile: request.planFile, steps: [], isInteractive: false },
      terminal,
    );
    if (typeof planned === "string") return refuse(terminal, planned);
    const server = { hosts, token, onServed };
    const listening = planned
      ? await startPlanned(agent, planned, { host, port }, server)
      : await startReplayServer(agent, { host, port, ...server });
    for (const line of formatOverview(source)) print(line);
    const options = formatReplayOptions(request.options);
    if (options) print(`Replay options: ${options}`);
    if (!isLoopbackHost(host) && token === null) {
      print(
        "Anyone who can reach this machine can read the recording. Set LOUPE_TOKEN to require a token.",
      );
    }
    print(`Serving the recorded agent at ${listening.url}`);
    if (request.json) {
      const { exchanges, card, left } = source;
      printData(
        terminal.stdout,
        `${JSON.stringify({
          format: JSON_FORMAT,
          url: listening.url,
          exchanges: exchanges.length,
          hasCard: card !== null,
          left,
          next: [`loupe check ${listening.url} --json`],
        })}\n`,
      );
    }
    await stopped;
    await listening.close();
    return 0;
  } catch (error) {
    return refuse(terminal, `cannot serve ${request.log}: ${getErrorMessage(error)}`);
  }
}

/** The replay behind a tap with the plan. */
async function startPlanned(
  agent: ReplayAgent,
  { plan, answers, close }: RunningPlan,
  { host, port }: Pick<ServeRequest, "host" | "port">,
  options: Pick<Parameters<typeof startReplayServer>[1], "hosts" | "token" | "onServed">,
): Promise<Pick<ReplayServer, "url" | "close">> {
  const inner = { host: LOCAL_HOST, port: 0 };
  const replay = await startReplayServer(agent, { ...inner, ...options });
  const target = { host: LOCAL_HOST, port: replay.port };
  const tap = await startPlannedServer({ host, port }, target, {
    plan,
    answers,
    hosts: options.hosts,
    maxCardBytes: LIMITS.cardBytes.defaultValue,
  }).catch(async (error: unknown) => {
    await Promise.all([replay.close(), close()]);
    throw error;
  });
  const [route] = tap.routes;
  return {
    url: `http://${formatReachable(route?.listen ?? target)}`,
    close: async () => {
      await tap.close();
      await Promise.all([replay.close(), close()]);
    },
  };
}

const LOCAL_HOST = "127.0.0.1";

function* formatOverview({ exchanges, card, left }: ReplaySource): Generator<string> {
  for (const { number, open, request, text, operation, version, binding } of exchanges) {
    const missing = open.method === "" ? `${operation} (request not recorded)` : "";
    const title = formatRequestTitle(request, text, missing || `${open.method} ${open.url}`);
    const protocol = operation === null ? "" : `  (A2A ${version} over ${binding})`;
    yield `${String(number).padStart(3)}  ${title}${protocol}`;
  }
  if (!card) yield "The log has no agent card. Loupe serves one made from the recorded traffic.";
  for (const line of left) yield `Not served: ${line}.`;
}

function formatServedRequest({ request, exchange, why, notes, options }: ServedRequest): string[] {
  const head =
    exchange === null
      ? `${request} → ${why}`
      : `${request} → exchange ${exchange}: ${why}${options ? ` (${options})` : ""}`;
  return [head, ...notes.map((note) => `     ${note}`)];
}
