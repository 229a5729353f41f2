/**
 * Runs several clients against a run, one after the other, for the command line and the page: as it was
 * recorded, and on request in all variants.
 */

import type { ClientLine, SkippedClient } from "../../clients/client-line.ts";
import type { ClientResult } from "../../clients/client-result.ts";
import type { StressResult } from "../../clients/stress-result.ts";
import { STRESS_CHECKS } from "../../clients/variants.ts";
import type { ClientRun } from "./client-run.ts";
import { type ClientDriver, type ClientRunOptions, runClient } from "./run-clients.ts";
import { stressClient } from "./stress.ts";

/** What became of the clients. */
export interface ClientOutcome {
  readonly clients: readonly ClientResult[];
  readonly stress: readonly StressResult[];
  readonly notRun: readonly SkippedClient[];
}

interface CompareOptions extends ClientRunOptions {
  /** Also serves all variants of the responses. */
  readonly isStressed: boolean;
  /** Called as soon as something is known. */
  readonly onLine: (line: ClientLine) => void;
}

export async function compareClients(
  drivers: readonly ClientDriver[],
  run: ClientRun,
  { isStressed, onLine, ...options }: CompareOptions,
): Promise<ClientOutcome> {
  const clients: ClientResult[] = [];
  const stress: StressResult[] = [];
  const notRun: SkippedClient[] = [];
  const able = drivers.map(
    (driver) => run.exchanges.filter((it) => !driver.findObstacle(it, run.source)).length,
  );
  const steps = 1 + (isStressed ? STRESS_CHECKS.length : 0);
  const all = able.reduce((sum, count) => sum + count * steps, 0);
  let done = 0;
  for (const driver of drivers) {
    const { name } = driver;
    const report = (variant: string | null) => {
      onLine({ kind: "progress", progress: { client: name, variant, done, all } });
      done++;
    };
    const result = await runClient(driver, run, { ...options, onExchange: () => report(null) });
    if (!result) {
      const client = { name, reason: describeObstacles(driver, run) };
      notRun.push(client);
      onLine({ kind: "skipped", client });
      continue;
    }
    if (options.signal.aborted) break;
    clients.push(result);
    onLine({ kind: "client", result });
    if (!isStressed) continue;
    const onVariant = ({ title }: { title: string }) => report(title);
    const stressed = await stressClient(driver, run, { ...options, onVariant });
    if (!stressed) break;
    stress.push(stressed);
    onLine({ kind: "stress", result: stressed });
  }
  return { clients, stress, notRun };
}

function describeObstacles(driver: ClientDriver, { source, exchanges }: ClientRun): string {
  const obstacles = exchanges.map((exchange) => driver.findObstacle(exchange, source));
  return [...new Set(obstacles)].filter((reason) => reason !== null).join("; ");
}
