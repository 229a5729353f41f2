/**
 * Runs clients against the responses of a recorded run, one process for each client and response,
 * and compares what each handed over with the events of the wire.
 */

import type { ClientResult, DriverOutput, ExchangeResult } from "../../clients/client-result.ts";
import { createClientResult, createExchangeResult } from "../../clients/create-client-result.ts";
import type { EncodingVersion } from "../../protocol/encode/request-format.ts";
import type { ReplaySource } from "../replay/replay-source.ts";
import { type ClientExchange, createDriverJob } from "./client-exchange.ts";
import type { ClientRun } from "./client-run.ts";
import { type DriverCommand, startDriver } from "./driver-process.ts";
import { type ServingOptions, startExchangeServer } from "./exchange-server.ts";
import type { Pace } from "./pace.ts";

/** A client, as a program that drives it. */
export interface ClientDriver {
  /** `@a2a-js/sdk 0.3.14`. */
  readonly name: string;
  readonly command: DriverCommand;
  /** The version in whose JSON it wants the request; as it was recorded if absent. */
  readonly spelling?: EncodingVersion;
  /** Why it cannot be asked for a response of this run; `null` if it can. */
  findObstacle(exchange: ClientExchange, source: ReplaySource): string | null;
}

export interface ClientRunOptions {
  readonly pace: Pace;
  readonly idleMs: number;
  readonly signal: AbortSignal;
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
    if (driver.findObstacle(exchange, source) !== null) continue;
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

export const getExchangeName = ({ recorded, edits }: ClientExchange) => ({
  exchange: recorded.number,
  id: recorded.open.x,
  edits,
});

/**
 * What a client hands over, and whether it subscribed again after a cut. Rejects if the signal is
 * aborted before it is started.
 */
export async function runDriver(
  { command, spelling }: ClientDriver,
  source: ReplaySource,
  exchange: ClientExchange,
  { pace, idleMs, signal }: ClientRunOptions,
  serving: ServingOptions,
): Promise<{ readonly output: DriverOutput; readonly isResumed: boolean }> {
  // Whoever looks for the smallest bytes asks many times.
  signal.throwIfAborted();
  let extend: (ms: number) => void = () => {};
  const server = await startExchangeServer(source, exchange, {
    pace,
    ...serving,
    onResponse: (duration) => extend(duration),
  });
  try {
    const job = createDriverJob(exchange, server.base, spelling);
    const limits = { idleMs, events: getEventLimit(exchange.response.events.length) };
    const driver = startDriver(command, job, limits, signal, () => server.isAsked);
    extend = driver.extend;
    const output = await driver.output;
    return { output, isResumed: server.isResumed };
  } finally {
    await server.close();
  }
}
