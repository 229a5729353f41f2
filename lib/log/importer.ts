/**
 * Importers make wire records of whatever was saved, piece by piece. To add one: a file in
 * `importers/`, an entry in `importers.ts`, a fixture.
 */

import type { SkippedInput, WireRecord } from "../wire/record.ts";

export interface ImportSink {
  record(record: WireRecord): void;
  skip(skipped: SkippedInput): void;
}

/** Takes the source piece by piece: text where the bytes are UTF-8, else the bytes. */
export interface ImportRun {
  push(piece: string | Uint8Array): void;
  end(): void;
}

export interface Importer {
  readonly id: string;
  readonly label: string;
  /** Decides by the first characters; file names are only hints. */
  sniff(start: string): boolean;
  start(sink: ImportSink): ImportRun;
}
