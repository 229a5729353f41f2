/**
 * Runs clients for the page: those that this server itself found on its machine, against a run that is
 * open there.
 *
 * **Guarantees:** a request names clients, never a command; a server that others reach runs none; at
 * most `MAX_RUNS` run at a time, and they stop when the page closes the response.
 */

import type { ClientsState } from "../../api/clients.ts";
import type { ClientRunRequest } from "../../api/schemas/api-requests.ts";
import type { ClientStreamLine } from "../../clients/client-line.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import type { WireRecord } from "../../wire/record.ts";
import { ApiError } from "../http/api-error.ts";
import { createLineStream } from "../http/line-stream.ts";
import { readLogRecords } from "../replay/log-records.ts";
import { type ClientRun, selectClientRun } from "./client-run.ts";
import { readClientSettings } from "./client-settings.ts";
import { compareClients } from "./compare-clients.ts";
import { listVariantLogs } from "./failure-logs.ts";
import { type FoundDriver, findClients, type KnownClient } from "./find-clients.ts";
import type { ClientDriver } from "./run-clients.ts";

/** The id of the client that the server was started with. */
const OWN_CLIENT = "own";
/** Each starts a process for each response. */
const MAX_RUNS = 2;
const IDLE_MS = 10_000;

export class Clients {
  #running = 0;

  async getState(): Promise<ClientsState> {
    const { refusal, folder } = readClientSettings();
    if (refusal !== null) return { refusal, folder: "", found: [], missing: [] };
    const { found, missing } = await findOnMachine();
    return {
      refusal,
      folder,
      found: found.map(({ id, driver }) => ({ id, name: driver.name })),
      missing: missing.map(({ id, title, install }) => ({ id, title, install })),
    };
  }

  /** Starts the clients. Throws an `ApiError` if it may not, or nothing can be served. */
  async start(
    log: AsyncIterable<Uint8Array>,
    request: ClientRunRequest,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const drivers = await findDrivers(request.clients);
    const run = await readRun(log, request.exchange ?? null, signal);
    if (this.#running >= MAX_RUNS) {
      throw new ApiError(
        "bad-request",
        `Clients already run for ${MAX_RUNS} windows, the most at a time.`,
        "Stop one of them first.",
      );
    }
    this.#running++;
    return createLineStream<ClientStreamLine>({
      perform: async (write, stopped) => {
        try {
          await performRun(drivers, run, request.stress, write, stopped);
        } finally {
          this.#running--;
        }
      },
      describeFailure: (error) => ({ kind: "failed", message: getErrorMessage(error) }),
    });
  }
}

async function findOnMachine(): Promise<{ found: FoundDriver[]; missing: readonly KnownClient[] }> {
  const { refusal, folder, jsDriver, own } = readClientSettings();
  if (refusal !== null) throw new ApiError("bad-request", refusal, COMMAND_HINT);
  const { found, missing } = await findClients({ folder, jsDriver });
  return { found: own ? [...found, { id: OWN_CLIENT, driver: own }] : [...found], missing };
}

const COMMAND_HINT = "Run loupe client on the log instead.";

async function findDrivers(ids: readonly string[]): Promise<readonly ClientDriver[]> {
  const { found } = await findOnMachine();
  return ids.map((id) => {
    const driver = found.find((one) => one.id === id)?.driver;
    if (driver) return driver;
    throw new ApiError("not-found", `The client ${JSON.stringify(id)} is not on this machine.`);
  });
}

async function readRun(
  log: AsyncIterable<Uint8Array>,
  exchange: string | null,
  signal: AbortSignal,
): Promise<ClientRun> {
  const records: WireRecord[] = [];
  await readLogRecords(log, (record) => records.push(record), signal);
  const run = selectClientRun(records, exchange);
  if (!("refusal" in run)) return run;
  throw new ApiError("bad-request", run.refusal ?? "The log has no exchange with an agent.");
}

async function performRun(
  drivers: readonly ClientDriver[],
  run: ClientRun,
  isStressed: boolean,
  write: (line: ClientStreamLine) => void,
  signal: AbortSignal,
): Promise<void> {
  if (run.notServed.length > 0) write({ kind: "left", left: run.notServed });
  const at = new Date().toISOString();
  await compareClients(drivers, run, {
    pace: "short",
    idleMs: IDLE_MS,
    isStressed,
    signal,
    onLine(line) {
      write(line);
      if (line.kind !== "stress") return;
      for (const log of listVariantLogs(run, line.result, at)) write({ kind: "log", ...log });
    },
  });
  write({ kind: "done" });
}
