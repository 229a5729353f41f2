/**
 * What leaves the screen, made piece by piece: the log is read, the chosen part of its records goes
 * through the exporter, and its text is put away in blobs. The same in the page and in a thread.
 */

import type { ExportRun } from "../export/exporter.ts";
import { exporterOf } from "../export/formats.ts";
import { leaving } from "../export/html.ts";
import { isWhole, type Selection, Selector } from "../export/select.ts";
import type { Redaction } from "../redact/redaction.ts";
import { takenInWords } from "../redact/words.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { PRODUCT } from "../wire/version.ts";
import { Pace } from "./pace.ts";
import { recordsIn, type Tell } from "./records-in.ts";
import { inSlices, type RedactionWish, redactionFor } from "./redaction-job.ts";
import { reach } from "./service.ts";

export interface HandOnJob {
  readonly file: File;
  readonly name: string;
  readonly selection: Selection;
  /** The id of an exporter. */
  readonly format: string;
  /** What is replaced before it leaves; `null` where nothing is. */
  readonly redaction: RedactionWish | null;
}

export interface HandedOn {
  readonly blob: Blob;
  /** How it begins, as it is shown before it leaves. */
  readonly start: string;
  /** What the run is called in it. */
  readonly name: string;
}

const START_UNITS = 2000;
/** Text is put away when there is so much of it. */
const PART_UNITS = 1 << 20;

export async function handOn(job: HandOnJob, tell: Tell, left: AbortSignal): Promise<HandedOn> {
  const exporter = exporterOf(job.format);
  if (!exporter) throw new Error(`There is no format "${job.format}".`);
  const found = job.redaction && (await redactionFor(job.file, job.redaction, left));
  const name = found ? found.redaction.textOf(job.name) : job.name;
  const context = { name, by: PRODUCT };
  const words = found && takenInWords(found.taken);
  const page = { load: viewerPage, exportedAt: new Date().toISOString(), redaction: words };
  const parts = new TextParts(exporter.mediaType);
  const chosen = chosenOf(job, tell, left);
  const records = found ? redacted(found.redaction, chosen, left) : chosen;
  const written = writtenBy(exporter.start(context), records, left);
  for await (const piece of leaving(exporter, written, context, page)) parts.add(piece);
  return { blob: parts.blob(), start: parts.start, name };
}

/** A secret may go on to the end: nothing leaves before all is known. */
async function* redacted(
  redaction: Redaction,
  records: AsyncIterable<readonly WireRecord[]>,
  left: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  for await (const some of records) for (const record of some) redaction.push(record);
  const written = (await inSlices(redaction.finish(), left)).records;
  for (let from = 0; from < written.length; from += RECORDS_AT_ONCE) {
    yield written.slice(from, from + RECORDS_AT_ONCE);
  }
}

const RECORDS_AT_ONCE = 256;

async function* writtenBy(
  run: ExportRun,
  records: AsyncIterable<readonly WireRecord[]>,
  left: AbortSignal,
): AsyncGenerator<string> {
  const pace = new Pace();
  for await (const some of records) {
    yield some.map((record) => run.push(record)).join("");
    await pace.breathe();
    left.throwIfAborted();
  }
  for (const piece of run.end()) {
    yield piece;
    await pace.breathe();
    left.throwIfAborted();
  }
}

/** What is chosen is chosen among events: then all have to be known first, and are read again. */
async function* chosenOf(
  { file, selection }: HandOnJob,
  tell: Tell,
  left: AbortSignal,
): AsyncGenerator<readonly WireRecord[]> {
  if (isWhole(selection)) return yield* recordsIn(file, tell, left);
  const ingest = new Ingest();
  for await (const records of recordsIn(file, (share) => tell(share / 2), left)) {
    for (const record of records) ingest.push(record);
  }
  ingest.finish();
  const selector = new Selector(ingest.timeline, selection);
  if (selector.isEmpty) throw new Error("Nothing of this run is chosen.");
  for await (const records of recordsIn(file, (share) => tell(0.5 + share / 2), left)) {
    yield records.flatMap((record) => selector.push(record));
  }
}

async function viewerPage(): Promise<string> {
  const response = await reach("/viewer.html", {});
  if (!response.ok) throw new Error("The page for HTML files was not built with this Loupe.");
  return response.text();
}

class TextParts {
  start = "";
  readonly #type: string;
  readonly #parts: Blob[] = [];
  #texts: string[] = [];
  #units = 0;

  constructor(type: string) {
    this.#type = type;
  }

  add(text: string): void {
    if (text === "") return;
    if (this.start.length < START_UNITS) this.start = (this.start + text).slice(0, START_UNITS);
    this.#texts.push(text);
    this.#units += text.length;
    if (this.#units >= PART_UNITS) this.#putAway();
  }

  blob(): Blob {
    this.#putAway();
    return new Blob(this.#parts, { type: this.#type });
  }

  #putAway(): void {
    this.#parts.push(new Blob(this.#texts));
    this.#texts = [];
    this.#units = 0;
  }
}
