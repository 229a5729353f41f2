/**
 * `loupe serve LOG`: replays a log in place of its agent until it is stopped. Prints the recorded
 * requests, the URL, and each request with the exchange that answers it. Exit code 0: stopped;
 * 2: the log could not be read or served.
 */

import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { ReplayAgent, type ServedRequest } from "../lib/server/replay/replay-agent.ts";
import { formatReplayOptions } from "../lib/server/replay/replay-options.ts";
import { formatRequestTitle } from "../lib/server/replay/replay-request.ts";
import { isLoopback, startReplayServer } from "../lib/server/replay/replay-server.ts";
import { type ReplaySource, ReplaySourceBuilder } from "../lib/server/replay/replay-source.ts";
import { readSettings } from "../lib/server/settings.ts";
import { openLogSource } from "./log-source.ts";
import { parseServeArguments, type ServeRequest } from "./serve-arguments.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

/** Serves until `stopped` resolves. */
export async function main(
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const request = parseServeArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
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
