/**
 * Writes an export piece by piece: reads the log, passes the selected records through the exporter
 * and collects the text in blobs. Runs in a worker or on the page.
 */

import { PRODUCT } from "../api/version.ts";
import type { ExportWriter } from "../export/exporter.ts";
import { findExporter } from "../export/formats.ts";
import { writeAsPage } from "../export/html.ts";
import { isWholeRun, RecordSelector, type Selection } from "../export/record-selector.ts";
import type { Redaction } from "../redact/redaction.ts";
import { summarizeRedaction } from "../redact/redaction-summary.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { fetchFromServer } from "./api-client.ts";
import { type ReportProgress, readRecords } from "./read-records.ts";
import { createRedaction, type RedactionOptions, runInSlices } from "./redaction-job.ts";
import { TimeSlicer } from "./scheduling.ts";

export interface ExportJob {
  readonly file: File;
  readonly name: string;
  readonly selection: Selection;
  /** The id of an exporter. */
  readonly format: string;
  /** What to redact; `null` for nothing. */
  readonly redaction: RedactionOptions | null;
  /** Includes the content that the format leaves out otherwise. */
  readonly hasContent?: boolean;
  /** The address of this Loupe, if it has the recording. */
  readonly link?: string | null;
}

export interface ExportResult {
  readonly blob: Blob;
  /** The beginning of the export, shown as a preview. */
  readonly preview: string;
  /** The name of the run in the export, redacted as well. */
  readonly name: string;
}

const PREVIEW_UNITS = 2000;
/** Collected text becomes a blob at this length. */
const BLOB_UNITS = 1 << 20;

export async function runExportJob(
  job: ExportJob,
  onProgress: ReportProgress,
  signal: AbortSignal,
): Promise<ExportResult> {
  const exporter = findExporter(job.format);
  if (!exporter) throw new Error(`Unknown export format "${job.format}".`);
  const redacted = job.redaction && (await createRedaction(job.file, job.redaction, signal));
  const name = redacted ? redacted.redaction.redactText(job.name) : job.name;
  const { hasContent = false, selection } = job;
  const link = isWholeRun(selection) ? (job.link ?? null) : null;
  const context = { name, by: PRODUCT, hasContent, link };
  const summary = redacted && summarizeRedaction(redacted.taken);
  const page = { load: loadViewerPage, exportedAt: new Date().toISOString(), redaction: summary };
  const parts = new BlobWriter(exporter.mediaType);
  const selected = readSelectedRecords(job, onProgress, signal);
  const records = redacted ? redactRecords(redacted.redaction, selected, signal) : selected;
  const written = writeRecords(exporter.start(context), records, signal);
  for await (const piece of writeAsPage(exporter, written, context, page)) parts.add(piece);
  return { blob: parts.createBlob(), preview: parts.preview, name };
}

/** Yields nothing before all records are read: a secret may span records up to the last one. */
async function* redactRecords(
  redaction: Redaction,
  records: AsyncIterable<readonly WireRecord[]>,
  signal: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  for await (const batch of records) for (const record of batch) redaction.push(record);
  const written = (await runInSlices(redaction.finish(), signal)).records;
  for (let from = 0; from < written.length; from += BATCH_RECORDS) {
    yield written.slice(from, from + BATCH_RECORDS);
  }
}

const BATCH_RECORDS = 256;

async function* writeRecords(
  run: ExportWriter,
  records: AsyncIterable<readonly WireRecord[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const pace = new TimeSlicer();
  for await (const batch of records) {
    yield batch.map((record) => run.push(record)).join("");
    await pace.yieldToMain();
    signal.throwIfAborted();
  }
  for (const piece of run.end()) {
    yield piece;
    await pace.yieldToMain();
    signal.throwIfAborted();
  }
}

/**
 * A selection refers to events, so the log is read twice: to find the events, then to copy them.
 */
async function* readSelectedRecords(
  { file, selection }: ExportJob,
  onProgress: ReportProgress,
  signal: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  if (isWholeRun(selection)) return yield* readRecords(file, onProgress, signal);
  const ingest = new Ingest();
  for await (const records of readRecords(file, (share) => onProgress(share / 2), signal)) {
    for (const record of records) ingest.push(record);
  }
  ingest.finish();
  const selector = new RecordSelector(ingest.timeline, selection);
  if (selector.isEmpty) throw new Error("The selection contains nothing of this run.");
  for await (const records of readRecords(file, (share) => onProgress(0.5 + share / 2), signal)) {
    yield records.flatMap((record) => selector.push(record));
  }
}

async function loadViewerPage(): Promise<string> {
  const response = await fetchFromServer("/viewer.html", {});
  if (!response.ok) throw new Error("This build of Loupe lacks the page for HTML exports.");
  return response.text();
}

class BlobWriter {
  preview = "";
  readonly #type: string;
  readonly #parts: Blob[] = [];
  #texts: string[] = [];
  #units = 0;

  constructor(type: string) {
    this.#type = type;
  }

  add(text: string): void {
    if (text === "") return;
    if (this.preview.length < PREVIEW_UNITS)
      this.preview = (this.preview + text).slice(0, PREVIEW_UNITS);
    this.#texts.push(text);
    this.#units += text.length;
    if (this.#units >= BLOB_UNITS) this.#flush();
  }

  createBlob(): Blob {
    this.#flush();
    return new Blob(this.#parts, { type: this.#type });
  }

  #flush(): void {
    this.#parts.push(new Blob(this.#texts));
    this.#texts = [];
    this.#units = 0;
  }
}
