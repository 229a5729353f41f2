/** Reads a log with the importers that the browser uses, and what users decided beside it. */

import type { LogLineIndex } from "../lib/check/log-lines.ts";
import { type LoadedLog, readLogChunks } from "../lib/operations/read-run.ts";
import { formatPlural } from "../lib/text/plural.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { openLogSource, readLogMetadata } from "./log-source.ts";

/** Throws if nothing can be read. Fills `lines` with the line numbers of the records. */
export async function readLog(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
  lines?: LogLineIndex,
): Promise<LoadedLog> {
  const chunks = await openLogSource(log, stdin);
  const { edges } = await readLogMetadata(log);
  return readLogChunks(chunks, { edges, ...(lines && { lines }) });
}

/** Says how many calls between agents are connected or cut by hand; `null` if none is. */
export function describeHandEdges({ callTree, lastEvent }: Timeline, log: string): string | null {
  const count = callTree.calls.filter((call) => call.edgeAt(lastEvent)?.rule === "user").length;
  if (count === 0) return null;
  return `${formatPlural(count, "call")} between agents in ${log} ${count === 1 ? "is" : "are"} connected or cut by hand.`;
}
