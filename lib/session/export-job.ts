/**
 * What leaves the screen, made piece by piece: the log is read, the chosen part of its records goes
 * through the exporter, and its text is put away in blobs. The same in the page and in a thread.
 */

import type { ExportWriter } from "../export/exporter.ts";
import { findExporter } from "../export/formats.ts";
import { writeAsPage } from "../export/html.ts";
import { isWholeRun, RecordSelector, type Selection } from "../export/record-selector.ts";
import type { Redaction } from "../redact/redaction.ts";
import { summarizeRedaction } from "../redact/redaction-summary.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { PRODUCT } from "../wire/version.ts";
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
  /** What is replaced before it leaves; `null` where nothing is. */
  readonly redaction: RedactionOptions | null;
}

export interface ExportResult {
  readonly blob: Blob;
  /** How it begins, as it is shown before it leaves. */
  readonly preview: string;
  /** What the run is called in it. */
  readonly name: string;
}

const PREVIEW_UNITS = 2000;
/** Text is put away when there is so much of it. */
const BLOB_UNITS = 1 << 20;

export async function runExportJob(
  job: ExportJob,
  tell: ReportProgress,
  left: AbortSignal,
): Promise<ExportResult> {
  const exporter = findExporter(job.format);
  if (!exporter) throw new Error(`Unknown export format "${job.format}".`);
  const found = job.redaction && (await createRedaction(job.file, job.redaction, left));
  const name = found ? found.redaction.redactText(job.name) : job.name;
  const context = { name, by: PRODUCT };
  const words = found && summarizeRedaction(found.taken);
  const page = { load: loadViewerPage, exportedAt: new Date().toISOString(), redaction: words };
  const parts = new BlobWriter(exporter.mediaType);
  const chosen = readSelectedRecords(job, tell, left);
  const records = found ? redactRecords(found.redaction, chosen, left) : chosen;
  const written = writeRecords(exporter.start(context), records, left);
  for await (const piece of writeAsPage(exporter, written, context, page)) parts.add(piece);
  return { blob: parts.createBlob(), preview: parts.preview, name };
}

/** A secret may go on to the end: nothing leaves before all is known. */
async function* redactRecords(
  redaction: Redaction,
  records: AsyncIterable<readonly WireRecord[]>,
  left: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  for await (const some of records) for (const record of some) redaction.push(record);
  const written = (await runInSlices(redaction.finish(), left)).records;
  for (let from = 0; from < written.length; from += BATCH_RECORDS) {
    yield written.slice(from, from + BATCH_RECORDS);
  }
}

const BATCH_RECORDS = 256;

async function* writeRecords(
  run: ExportWriter,
  records: AsyncIterable<readonly WireRecord[]>,
  left: AbortSignal,
): AsyncGenerator<string> {
  const pace = new TimeSlicer();
  for await (const some of records) {
    yield some.map((record) => run.push(record)).join("");
    await pace.yieldToMain();
    left.throwIfAborted();
  }
  for (const piece of run.end()) {
    yield piece;
    await pace.yieldToMain();
    left.throwIfAborted();
  }
}

/** What is chosen is chosen among events: then all have to be known first, and are read again. */
async function* readSelectedRecords(
  { file, selection }: ExportJob,
  tell: ReportProgress,
  left: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  if (isWholeRun(selection)) return yield* readRecords(file, tell, left);
  const ingest = new Ingest();
  for await (const records of readRecords(file, (share) => tell(share / 2), left)) {
    for (const record of records) ingest.push(record);
  }
  ingest.finish();
  const selector = new RecordSelector(ingest.timeline, selection);
  if (selector.isEmpty) throw new Error("The selection contains nothing of this run.");
  for await (const records of readRecords(file, (share) => tell(0.5 + share / 2), left)) {
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
