/**
 * `loupe serve LOG`: replays a log in place of its agent until it is stopped. Prints the recorded
 * requests, the URL, and each request with the exchange that answers it. Exit code 0: stopped;
 * 2: the log could not be read or served.
 */

import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
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
import { isLoopback, startReplayServer } from "../lib/server/replay/replay-server.ts";
import { type ReplaySource, ReplaySourceBuilder } from "../lib/server/replay/replay-source.ts";
import { readSettings } from "../lib/server/settings.ts";
import {
  createOption,
  defineCommand,
  type Option,
  requireText,
  UsageError,
} from "./command-line.ts";
import { getOnlyLog, openLogSource } from "./log-source.ts";
import { runCommand } from "./run-command.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

interface ServeRequest {
  readonly log: string;
  readonly host: string;
  readonly port: number;
  readonly options: ReplayOptions;
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

export const SERVE = defineCommand({
  name: "serve",
  operands: "LOG",
  summary:
    "replays a log in place of its agent, answering A2A clients with the recorded responses. All options but --port and --host can also be set for a single request, in its header or query parameter x-loupe-fault: cut-after=5, crlf.",
  options: { port: PORT, host: HOST, options: REPLAY },
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
  const print = (line: string) => terminal.stdout.write(`${toPrintable(line)}\n`);
  try {
    const source = await readReplaySource(request, terminal);
    const agent = new ReplayAgent(source, request.options);
    const { hosts, token } = readSettings();
    const { host, port } = request;
    const onServed = (served: ServedRequest) => formatServedRequest(served).forEach(print);
    const listening = await startReplayServer(agent, { host, port, hosts, token, onServed });
    for (const line of formatOverview(source)) print(line);
    const options = formatReplayOptions(request.options);
    if (options) print(`Replay options: ${options}`);
    if (!isLoopback(host) && token === null) {
      print(
        "Anyone who can reach this machine can read the recording. Set LOUPE_TOKEN to require a token.",
      );
    }
    print(`Serving the recorded agent at ${listening.url}`);
    await stopped;
    await listening.close();
    return 0;
  } catch (error) {
    return refuse(terminal, `cannot serve ${request.log}: ${getErrorMessage(error)}`);
  }
}

async function readReplaySource({ log }: ServeRequest, { stdin }: Terminal): Promise<ReplaySource> {
  const builder = new ReplaySourceBuilder();
  let reason = "The log is empty.";
  const opener = new LogOpener({
    record: (record) => builder.push(record),
    skip: (skipped) => {
      reason = skipped.reason;
    },
  });
  for await (const chunk of await openLogSource(log, stdin)) {
    opener.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  opener.end();
  const source = builder.build();
  if (source.exchanges.length > 0) return source;
  throw new UnreadableLog(
    source.left.length > 0 ? `The log contains only ${source.left.join(", ")}.` : reason,
  );
}

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
