/**
 * `loupe serve LOG`: a recorded run stands in for its agent, until it is stopped. Prints where, what
 * it can be asked for, and each request with the exchange that answered it. Exit code 0: stopped;
 * 2: the log could not be read, or not be served.
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

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Serves until `stopped` resolves. */
export async function main(
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const request = parseServeArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  const say = (line: string) => terminal.stdout.write(`${toPrintable(line)}\n`);
  try {
    const script = await readReplaySource(request, terminal);
    const agent = new ReplayAgent(script, request.options);
    const { hosts, token } = readSettings();
    const { host, port } = request;
    const onServed = (served: ServedRequest) => formatServedRequest(served).forEach(say);
    const listening = await startReplayServer(agent, { host, port, hosts, token, onServed });
    for (const line of formatOverview(script)) say(line);
    const played = formatReplayOptions(request.options);
    if (played) say(`Played with ${played}.`);
    if (!isLoopback(host) && token === null) {
      say("Whoever reaches this machine can read the recording; LOUPE_TOKEN asks for a token.");
    }
    say(`The recorded agent is at ${listening.url}`);
    await stopped;
    await listening.close();
    return 0;
  } catch (error) {
    return refuse(terminal, `cannot serve ${request.log}: ${getErrorMessage(error)}`);
  }
}

async function readReplaySource({ log }: ServeRequest, { stdin }: Terminal): Promise<ReplaySource> {
  const reader = new ReplaySourceBuilder();
  let reason = "It is empty.";
  const opener = new LogOpener({
    record: (record) => reader.push(record),
    skip: (skipped) => {
      reason = skipped.reason;
    },
  });
  for await (const chunk of await openLogSource(log, stdin)) {
    opener.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  opener.end();
  const script = reader.build();
  if (script.exchanges.length > 0) return script;
  throw new UnreadableLog(
    script.left.length > 0 ? `It holds only ${script.left.join(", ")}.` : reason,
  );
}

function* formatOverview({ exchanges, card, left }: ReplaySource): Generator<string> {
  for (const { number, open, request, text, operation, version, binding } of exchanges) {
    const elsewise = open.method === "" ? `${operation} (its request was not recorded)` : "";
    const title = formatRequestTitle(request, text, elsewise || `${open.method} ${open.url}`);
    const spoken = operation === null ? "" : `  (A2A ${version} over ${binding})`;
    yield `${String(number).padStart(3)}  ${title}${spoken}`;
  }
  if (!card) yield "The log has no agent card; one is made from what it shows.";
  for (const line of left) yield `Left out: ${line}.`;
}

function formatServedRequest({ request, exchange, why, notes, options }: ServedRequest): string[] {
  const head =
    exchange === null
      ? `${request} → ${why}`
      : `${request} → exchange ${exchange}: ${why}${options ? ` (${options})` : ""}`;
  return [head, ...notes.map((note) => `     ${note}`)];
}

function refuse(terminal: Terminal, message: string): number {
  terminal.stderr.write(`loupe: ${toPrintable(message)}\n`);
  return 2;
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
