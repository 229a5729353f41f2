/** Reads a file as `loupe inspect` does, split at any positions. */

import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
import { createReport, type Report } from "../lib/report/json.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { SkippedInput, WireRecord } from "../lib/wire/record.ts";

export interface FuzzLog {
  readonly kind: string;
  readonly records: readonly WireRecord[];
  readonly skipped: readonly SkippedInput[];
  /** Why the input is not a log. */
  readonly unreadableReason: string | null;
}

/** Throws every error except a rejected input. */
export function openInput(bytes: Uint8Array, cuts: readonly number[] = []): FuzzLog {
  const records: WireRecord[] = [];
  const skipped: SkippedInput[] = [];
  const opener = new LogOpener({
    record: (record) => void records.push(record),
    skip: (skip) => void skipped.push(skip),
  });
  let refusal: string | null = null;
  try {
    let from = 0;
    for (const to of [...cuts, bytes.length]) {
      if (to > from) opener.push(bytes.subarray(from, to));
      from = Math.max(from, to);
    }
    opener.end();
  } catch (error) {
    if (!(error instanceof UnreadableLog)) throw error;
    refusal = error.message;
  }
  return {
    kind: opener.kind,
    records,
    skipped,
    unreadableReason: refusal,
  };
}

export function foldFuzzRecords(records: readonly WireRecord[], limit?: number): Ingest {
  const ingest = new Ingest(limit === undefined ? {} : { limit });
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest;
}

const NO_SOURCE = { importer: "", bytes: 0, records: 0, frames: 0, events: 0, skipped: [] };

export const createFuzzReport = ({ timeline }: Ingest, n = timeline.lastEvent): Report =>
  createReport(timeline, NO_SOURCE, n);

/** The report as printed, so that reports of any depth can be compared. */
export const printReport = (report: Report): string => [...writeJson(report)].join("");
