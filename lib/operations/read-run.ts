/** Reads a run from the bytes of a log of any format, with the code that the browser runs. */

import type { EdgeDecision } from "../api/recording-metadata.ts";
import { LogLineIndex } from "../check/log-lines.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { createLinter } from "../lint/linter.ts";
import { UnreadableLog } from "../log/importer.ts";
import { LogOpener } from "../log/log-opener.ts";
import { redactRun, scanRun } from "../redact/redact-run.ts";
import { toSecrets } from "../redact/secret-finding.ts";
import type { SourceReport } from "../report/json.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { SkippedInput, WireRecord } from "../wire/record.ts";

export interface LoadedLog {
  readonly timeline: Timeline;
  readonly source: SourceReport;
}

/** A run that operations can query. */
export interface OpenRun extends LoadedLog {
  /** Its file or the ID of its recording. */
  readonly name: string;
  readonly lines: LogLineIndex;
  readonly interpretation: Interpretation;
}

type LogChunks = AsyncIterable<Uint8Array | string>;

interface ReadOptions {
  /** Is filled with the line numbers of the records. */
  readonly lines?: LogLineIndex;
  /** Replaces credentials, in all encodings, before anything interprets the records. */
  readonly redacts?: boolean;
  /** What users decided about the calls between agents, beside the log. */
  readonly edges?: readonly EdgeDecision[];
}

/** Throws if nothing can be read. */
export async function readLogChunks(
  chunks: LogChunks,
  { lines, redacts = false, edges = [] }: ReadOptions = {},
): Promise<LoadedLog> {
  const ingest = new Ingest({ observer: createLinter() });
  ingest.timeline.callTree.setDecisions(new Map(edges.map(({ x, parent }) => [x, parent])));
  const held: { record: WireRecord; offset: number | undefined }[] = [];
  const add = (record: WireRecord, offset: number | undefined) => {
    lines?.addRecord(record, offset);
    ingest.push(record);
  };
  const opener = new LogOpener({
    record: (record, offset) =>
      redacts ? void held.push({ record, offset }) : add(record, offset),
    skip: (skipped) => ingest.skipped.push(skipped),
  });
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    lines?.addChunk(bytes);
    opener.push(bytes);
  }
  opener.end();
  const redacted = redactRecords(held.map(({ record }) => record));
  for (const [index, record] of redacted.entries()) add(record, held[index]?.offset);
  lines?.finish(opener);
  ingest.finish();
  const { timeline, skipped } = ingest;
  if (timeline.exchanges.length === 0) {
    throw new UnreadableLog(skipped[0]?.reason ?? "The log is empty.");
  }
  const { bytes, kind } = opener;
  const { records, frames, lastEvent } = timeline;
  const shown: readonly SkippedInput[] = redacts ? skipped.map(hideText) : skipped;
  return {
    timeline,
    source: { importer: kind, bytes, records, frames, events: lastEvent + 1, skipped: shown },
  };
}

/** What could not be read may hold secrets that no rule finds. */
const hideText = (skipped: SkippedInput): SkippedInput => ({ ...skipped, text: "" });

function redactRecords(records: readonly WireRecord[]): readonly WireRecord[] {
  if (records.length === 0) return [];
  const found = scanRun(records).filter(({ kind }) => kind !== "email");
  return found.length === 0 ? records : redactRun(records, toSecrets(found)).records;
}

/** Opens a run with everything that operations need. */
export async function openRunChunks(
  name: string,
  chunks: LogChunks,
  options: Omit<ReadOptions, "lines"> = {},
): Promise<OpenRun> {
  const lines = new LogLineIndex();
  const log = await readLogChunks(chunks, { ...options, lines });
  const interpretation = new Interpretation(log.timeline, ALL_DIALECTS).update();
  return { ...log, name, lines, interpretation };
}
