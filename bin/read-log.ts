/** Reads a log with the importers that the browser uses. */

import type { LogLineIndex } from "../lib/check/log-lines.ts";
import { type LoadedLog, readLogChunks } from "../lib/operations/read-run.ts";
import { openLogSource } from "./log-source.ts";

/** Throws if nothing can be read. Fills `lines` with the line numbers of the records. */
export async function readLog(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
  lines?: LogLineIndex,
): Promise<LoadedLog> {
  return readLogChunks(await openLogSource(log, stdin), lines ? { lines } : {});
}
