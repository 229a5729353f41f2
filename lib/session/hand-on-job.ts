/**
 * What leaves the screen, made piece by piece: the log is read, the chosen part of its records goes
 * through the exporter, and its text is put away in blobs. The same in the page and in a thread.
 */

import { exporterOf } from "../export/formats.ts";
import { isWhole, type Selection, Selector } from "../export/select.ts";
import { unpacked } from "../log/pack.ts";
import { Ingest } from "../timeline/ingest.ts";
import { PRODUCT } from "../wire/product.ts";
import type { WireRecord } from "../wire/record.ts";
import { readLog } from "./log-reader.ts";
import { Pace } from "./pace.ts";

export interface HandOnJob {
  readonly file: File;
  readonly name: string;
  readonly selection: Selection;
  /** The id of an exporter. */
  readonly format: string;
}

export interface HandedOn {
  readonly blob: Blob;
  /** How it begins, as it is shown before it leaves. */
  readonly start: string;
}

/** Text is put away when there is so much of it. */
const PART_UNITS = 1 << 20;
const START_UNITS = 2000;
/** So few at a time that a slice is over soon after its time is. */
const RECORDS_AT_ONCE = 32;

/** `tell` hears how much of the work is done, from 0 to 1. */
export async function handOn(
  job: HandOnJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<HandedOn> {
  const { file, name, selection, format } = job;
  const exporter = exporterOf(format);
  if (!exporter) throw new Error(`There is no format "${format}".`);
  const text = new TextParts(exporter.mediaType);
  const run = exporter.start({ name, by: PRODUCT });
  const selector = isWhole(selection) ? null : await selectorFor(job, tell, left);
  const before = selector ? 0.5 : 0;
  await eachRecord(file, left, (record, share) => {
    tell(before + share * (1 - before));
    for (const chosen of selector ? selector.push(record) : [record]) text.add(run.push(chosen));
  });
  const pace = new Pace();
  for (const piece of run.end()) {
    text.add(piece);
    await pace.breathe();
    left.throwIfAborted();
  }
  return { blob: text.blob(), start: text.start };
}

/** What is chosen is chosen among events: all have to be known first. */
async function selectorFor(
  { file, selection }: HandOnJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<Selector> {
  const ingest = new Ingest();
  await eachRecord(file, left, (record, share) => {
    tell(share / 2);
    ingest.push(record);
  });
  ingest.finish();
  const selector = new Selector(ingest.timeline, selection);
  if (selector.isEmpty) throw new Error("Nothing of this run is chosen.");
  return selector;
}

async function eachRecord(
  file: File,
  left: AbortSignal,
  take: (record: WireRecord, share: number) => void,
): Promise<void> {
  const pace = new Pace();
  left.throwIfAborted();
  await readLog(file, {
    // To stop reading would be to write what was read by then.
    stopped: new AbortController().signal,
    async take(packs, bytesRead) {
      for (const pack of packs) {
        let count = 0;
        for (const { record } of unpacked(pack)) {
          take(record, Math.min(1, bytesRead / Math.max(1, file.size)));
          if (++count % RECORDS_AT_ONCE === 0) await pace.breathe();
          left.throwIfAborted();
        }
      }
    },
  });
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
