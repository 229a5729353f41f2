/**
 * `loupe export LOG --as FORMAT`: writes a saved log, or a part of it, as something else. Exit code
 * 0: written; 2: the log could not be read, or the file not be written. What the format has no
 * place for is said on standard error.
 */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { basename } from "node:path";
import { EXPORT_FEATURES, findExportFeatures } from "../lib/export/export-features.ts";
import { type Exporter, writeExport } from "../lib/export/exporter.ts";
import { writeAsPage } from "../lib/export/html.ts";
import { NoteInserter } from "../lib/export/note-inserter.ts";
import { RecordSelector } from "../lib/export/record-selector.ts";
import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import type { SkippedInput, WireRecord } from "../lib/wire/record.ts";
import { PRODUCT } from "../lib/wire/version.ts";
import { type ExportRequest, parseExportArguments } from "./export-arguments.ts";
import { openLogSource, readEventNotes } from "./log-source.ts";
import { type RedactionResult, redactRecords } from "./redact.ts";
import { readViewerPage } from "./viewer-page.ts";

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseExportArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  let read: ImportedRecords;
  try {
    read = await readRecords(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${request.log}: ${getErrorMessage(error)}`);
  }
  const chosen = selectRecords(read, request);
  if (typeof chosen === "string") return refuse(terminal, chosen);
  const left = redactRecords(read, chosen, request);
  try {
    await writeOutput(request, left, terminal);
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    const why = isThere ? "it is there already; --force replaces it" : getErrorMessage(error);
    return refuse(terminal, `cannot write ${request.file}: ${why}`);
  }
  for (const line of [...left.remarks, ...formatRemarks(request.exporter, read)]) {
    terminal.stderr.write(`loupe: ${line}\n`);
  }
  return 0;
}

interface ImportedRecords {
  readonly name: string;
  readonly records: readonly WireRecord[];
  readonly ingest: Ingest;
  readonly skipped: readonly SkippedInput[];
  /** Notes that stand beside the log are among the records. */
  readonly hasNotes: boolean;
}

async function readRecords(
  { log, selection }: ExportRequest,
  { stdin }: Terminal,
): Promise<ImportedRecords> {
  const records: WireRecord[] = [];
  const skipped: SkippedInput[] = [];
  const ingest = new Ingest();
  const opener = new LogOpener({
    record(record, _at, match) {
      records.push(record);
      ingest.push(record, -1, match);
    },
    skip: (skip) => skipped.push(skip),
  });
  for await (const chunk of await openLogSource(log, stdin)) {
    opener.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  opener.end();
  ingest.finish();
  const { timeline } = ingest;
  if (timeline.exchanges.length === 0) {
    throw new UnreadableLog(skipped[0]?.reason ?? "It is empty.");
  }
  const noting = new NoteInserter(timeline, await readEventNotes(log), selection);
  const noted = records.flatMap((record) => noting.push(record));
  const hasNotes = noted.length > records.length;
  return { name: timeline.name || basename(log), records: noted, ingest, skipped, hasNotes };
}

/** The chosen records; a string says why there are none. */
function selectRecords({ records, ingest }: ImportedRecords, { log, selection }: ExportRequest) {
  const { timeline } = ingest;
  const { tasks = [], exchanges = [], events } = selection;
  const strange = [
    ...tasks.filter((id) => !timeline.tasks.some((task) => task.id === id)),
    ...exchanges.filter((id) => !timeline.exchangeById.has(id)),
  ][0];
  if (strange !== undefined) return `${log} has no "${strange}"; see loupe inspect`;
  const first = events?.[0]?.first ?? 0;
  if (first > Math.max(0, timeline.lastEvent)) {
    return `${log} has no event ${first}: its last is ${timeline.lastEvent}`;
  }
  const selector = new RecordSelector(timeline, selection);
  if (selector.isEmpty) return `nothing in ${log} is chosen by all of these`;
  return records.flatMap((record) => selector.push(record));
}

async function writeOutput(
  { exporter, file, isForced }: ExportRequest,
  { name, records, redaction }: RedactionResult,
  { stdout }: Terminal,
): Promise<void> {
  const context = { name, by: PRODUCT };
  const page = { load: readViewerPage, exportedAt: new Date().toISOString(), redaction };
  const pieces = writeAsPage(exporter, writeExport(exporter, records, context), context, page);
  if (file === null) {
    for await (const piece of pieces) stdout.write(piece);
    return;
  }
  const stream = createWriteStream(file, { flags: isForced ? "w" : "wx" });
  await once(stream, "open");
  for await (const piece of pieces) if (!stream.write(piece)) await once(stream, "drain");
  stream.end();
  await once(stream, "close");
}

function* formatRemarks(
  { title, missingFeatures }: Exporter,
  { ingest, skipped, hasNotes }: ImportedRecords,
): Generator<string> {
  const lost = findExportFeatures(ingest.timeline, missingFeatures, hasNotes);
  if (lost.length > 0)
    yield `left out of ${title}: ${lost.map((fact) => EXPORT_FEATURES[fact]).join(", ")}`;
  const unread = skipped.filter(({ beside }) => !beside).length;
  if (unread > 0)
    yield `${formatPlural(unread, "place")} of the log could not be read; see loupe inspect`;
}

function refuse(terminal: Terminal, message: string): number {
  terminal.stderr.write(`loupe: ${toPrintable(message)}\n`);
  return 2;
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
