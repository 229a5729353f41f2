/**
 * Interface of exporters, which write a run in another format, incrementally: records in, text out.
 * To add one, add a file here, an entry in `formats.ts` and a row in `docs/log-format.md`.
 *
 * Guarantees: an export contains no invented data; what a format cannot express is listed in
 * `missingFeatures`.
 */

import { createLinter } from "../lint/linter.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { WireRecord } from "../wire/record.ts";
import type { ExportFeature } from "./export-features.ts";

export interface ExportContext {
  /** The name of the run. */
  readonly name: string;
  /** The program that writes it: `loupe/0.1.0`. */
  readonly by: string;
  /** Includes the content of messages, artifacts and tools in formats that leave it out. */
  readonly hasContent?: boolean;
  /** The address of the Loupe that has the recording, for links back to it. */
  readonly link?: string | null;
  /** Attributes of the service, in formats that describe one. */
  readonly resource?: Readonly<Record<string, string>>;
}

/** Takes the records in order. The export is the concatenation of all returned text. */
export interface ExportWriter {
  push(record: WireRecord): string;
  end(): Iterable<string>;
}

export interface Exporter {
  readonly id: string;
  readonly title: string;
  /** Including the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Its purpose, in one line. */
  readonly description: string;
  /** Features of a run that it cannot express. */
  readonly missingFeatures: readonly ExportFeature[];
  /** Whether Loupe can open the export as a log. */
  readonly canReopen: boolean;
  /** Content is included only if the context asks for it. */
  readonly hasOptionalContent?: true;
  /** Its output is embedded in an HTML page that shows it. */
  readonly isPage?: true;
  start(context: ExportContext): ExportWriter;
}

/** Yields the whole export, in pieces. */
export function* writeExport(
  exporter: Exporter,
  records: Iterable<WireRecord>,
  context: ExportContext,
): Generator<string> {
  const writer = exporter.start(context);
  for (const record of records) {
    const piece = writer.push(record);
    if (piece !== "") yield piece;
  }
  yield* writer.end();
}

/** Writer for formats that need the timeline: nothing is written before all records are read. */
export function createTimelineWriter(
  context: ExportContext,
  write: (timeline: Timeline, context: ExportContext) => Iterable<string>,
): ExportWriter {
  const ingest = new Ingest({ observer: createLinter() });
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
