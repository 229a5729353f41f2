/**
 * Runs clients against the responses of a recorded run, one process for each client and response,
 * and compares what each handed over with the events of the wire.
 */

import type { ClientResult, DriverOutput, ExchangeResult } from "../../clients/client-result.ts";
import { createClientResult, createExchangeResult } from "../../clients/create-client-result.ts";
import { listRunEvents, readWireResponse } from "../../clients/wire-response.ts";
import { formatPlural } from "../../text/plural.ts";
import type { WireRecord } from "../../wire/record.ts";
import type { RecordedExchange, ReplaySource } from "../replay/replay-source.ts";
import { createReplaySource } from "../replay/replay-source.ts";
import { type ClientExchange, createDriverJob, toClientExchange } from "./client-exchange.ts";
import { type DriverCommand, startDriver } from "./driver-process.ts";
import { type ServingOptions, startExchangeServer } from "./exchange-server.ts";
import type { Pace } from "./pace.ts";

/** A client, as a program that drives it. */
export interface ClientDriver {
  /** `@a2a-js/sdk 0.3.14`. */
  readonly name: string;
  readonly command: DriverCommand;
  /** Why it cannot be asked for a response; `null` if it can. */
  findObstacle(exchange: ClientExchange): string | null;
}

export interface ClientRunOptions {
  readonly pace: Pace;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** What of a log is served to clients. */
export interface ClientRun {
  readonly source: ReplaySource;
  readonly exchanges: readonly ClientExchange[];
}

function createClientRun(records: readonly WireRecord[]): ClientRun {
  const source = createReplaySource(records);
  const runEvents = listRunEvents(records);
  // Several exchanges of a log without HTTP share one of the timeline.
  const used = new Map<string, number>();
  const exchanges = source.exchanges.flatMap((recorded) => {
    const { x } = recorded.open;
    const first = used.get(x) ?? 0;
    const response = readWireResponse(listRecords(recorded), runEvents.get(x)?.slice(first));
    used.set(x, first + response.events.length);
    return toClientExchange(recorded, response) ?? [];
  });
  return { source, exchanges };
}

/**
 * What of a log is served: all, or the exchange with this number or id. Otherwise, why nothing is;
 * `null` if the log has no exchange at all.
 */
export function selectClientRun(
  records: readonly WireRecord[],
  exchange: string | null,
): ClientRun | { readonly refusal: string | null } {
  const run = createClientRun(records);
  const { source, exchanges } = run;
  if (exchange === null) return exchanges.length > 0 ? run : { refusal: describeEmptyRun(source) };
  const isNamed = ({ open, number }: RecordedExchange) =>
    open.x === exchange || String(number) === exchange;
  const named = exchanges.filter(({ recorded }) => isNamed(recorded));
  if (named.length > 0) return { ...run, exchanges: named };
  const name = `Exchange ${JSON.stringify(exchange)}`;
  if (source.exchanges.some(isNamed)) {
    return { refusal: `${name} is no response to a message and no task.` };
  }
  const isOmitted = records.some((record) => record.r === "open" && record.x === exchange);
  if (!isOmitted) return { refusal: `The log has no exchange ${JSON.stringify(exchange)}.` };
  return { refusal: `${name} cannot be served. The log has ${source.left.join(", ")}.` };
}

function describeEmptyRun({ exchanges, left }: ReplaySource): string | null {
  if (left.length > 0) return `The log contains only ${left.join(", ")}.`;
  if (exchanges.length === 0) return null;
  return `The log has ${formatPlural(exchanges.length, "exchange")}, but no response to a message and no task.`;
}

function listRecords({ open, head, data, end }: RecordedExchange): WireRecord[] {
  return [open, ...(head ? [head] : []), ...data, ...(end ? [end] : [])];
}

interface RunClientOptions extends ClientRunOptions {
  /** Called before each response. */
  readonly onExchange?: () => void;
}

/** `null` if it can be asked for none of the responses. */
export async function runClient(
  driver: ClientDriver,
  { source, exchanges }: ClientRun,
  { onExchange, ...options }: RunClientOptions,
): Promise<ClientResult | null> {
  const results: ExchangeResult[] = [];
  for (const exchange of exchanges) {
    if (options.signal.aborted) break;
    if (driver.findObstacle(exchange) !== null) continue;
    onExchange?.();
    results.push(await runExchange(driver, source, exchange, options));
  }
  return results.length === 0 ? null : createClientResult(driver.name, results);
}

/** More events than any client makes of a response. */
const getEventLimit = (wire: number) => wire * 10 + 1000;

export async function runExchange(
  driver: ClientDriver,
  source: ReplaySource,
  exchange: ClientExchange,
  options: ClientRunOptions,
  serving: ServingOptions = {},
): Promise<ExchangeResult> {
  const { output } = await runDriver(driver, source, exchange, options, serving);
  return createExchangeResult(getExchangeName(exchange), exchange.response, output);
}

export const getExchangeName = ({ recorded }: ClientExchange) => ({
  exchange: recorded.number,
  id: recorded.open.x,
});

/** What a client hands over, and whether it subscribed again after a cut. */
export async function runDriver(
  { command }: ClientDriver,
  source: ReplaySource,
  exchange: ClientExchange,
  { pace, idleMs, signal }: ClientRunOptions,
  serving: ServingOptions,
): Promise<{ readonly output: DriverOutput; readonly isResumed: boolean }> {
  let extend: (ms: number) => void = () => {};
  const server = await startExchangeServer(source, exchange, {
    pace,
    ...serving,
    onResponse: (duration) => extend(duration),
  });
  try {
    const job = createDriverJob(exchange, server.base);
    const limits = { idleMs, events: getEventLimit(exchange.response.events.length) };
    const driver = startDriver(command, job, limits, signal, () => server.isAsked);
    extend = driver.extend;
    const output = await driver.output;
    return { output, isResumed: server.isResumed };
  } finally {
    await server.close();
  }
}
