/** Reads a log with the importers that the browser uses. */

import type { LogLineIndex } from "../lib/check/log-lines.ts";
import { createLinter } from "../lib/lint/linter.ts";
import { UnreadableLog } from "../lib/log/importer.ts";
import { LogOpener } from "../lib/log/log-opener.ts";
import type { SourceReport } from "../lib/report/report.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { openLogSource } from "./log-source.ts";

export interface LoadedLog {
  readonly timeline: Timeline;
  readonly source: SourceReport;
}

/** Throws if nothing can be read. Fills `lines` with the line numbers of the records. */
export async function readLog(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
  lines?: LogLineIndex,
): Promise<LoadedLog> {
  const ingest = new Ingest({ observer: createLinter() });
  const opener = new LogOpener({
    record(record, location) {
      lines?.addRecord(record, location);
      ingest.push(record);
    },
    skip: (skipped) => ingest.skipped.push(skipped),
  });
  for await (const chunk of await openLogSource(log, stdin)) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    lines?.addChunk(bytes);
    opener.push(bytes);
  }
  opener.end();
  lines?.finish(opener);
  ingest.finish();
  const { timeline, skipped } = ingest;
  if (timeline.exchanges.length === 0) {
    throw new UnreadableLog(skipped[0]?.reason ?? "The log is empty.");
  }
  const { bytes, kind } = opener;
  const { records, frames, lastEvent } = timeline;
  return {
    timeline,
    source: { importer: kind, bytes, records, frames, events: lastEvent + 1, skipped },
  };
}
