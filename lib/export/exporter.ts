/**
 * Exporters write what a run is in another tool's words, piece by piece: records in, text out. To
 * add one: a file here, an entry in `formats.ts`, a row in `docs/log-format.md`.
 *
 * Guarantees: nothing is made up; what a format has no place for is listed in `lacks`.
 */

import { createLintingIngest } from "../lint/linter.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { WireRecord } from "../wire/record.ts";
import type { ExportFeature } from "./export-features.ts";

export interface ExportContext {
  /** What the run is called. */
  readonly name: string;
  /** What writes it: `loupe/0.1.0`. */
  readonly by: string;
}

/** Takes the records in order; what it returns, joined, is the export. */
export interface ExportWriter {
  push(record: WireRecord): string;
  end(): Iterable<string>;
}

export interface Exporter {
  readonly id: string;
  readonly title: string;
  /** With its dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** What it is for, in one line. */
  readonly description: string;
  /** What of a run it has no place for. */
  readonly missingFeatures: readonly ExportFeature[];
  /** It opens again, as a log. */
  readonly canReopen: boolean;
  /** What it writes leaves inside of a page that shows it. */
  readonly isPage?: true;
  start(context: ExportContext): ExportWriter;
}

/** The whole export, piece by piece. */
export function* writeExport(
  exporter: Exporter,
  records: Iterable<WireRecord>,
  context: ExportContext,
): Generator<string> {
  const run = exporter.start(context);
  for (const record of records) {
    const piece = run.push(record);
    if (piece !== "") yield piece;
  }
  yield* run.end();
}

/** For formats that tell of what the records mean: nothing is written before all have come. */
export function createTimelineWriter(
  context: ExportContext,
  write: (timeline: Timeline, context: ExportContext) => Iterable<string>,
): ExportWriter {
  const ingest = createLintingIngest();
  return {
    push(record) {
      ingest.push(record);
      return "";
    },
    *end() {
      ingest.finish();
      yield* write(ingest.timeline, context);
    },
  };
}
