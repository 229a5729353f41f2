/**
 * Importers make wire records of whatever was saved, piece by piece. To add one: a file in
 * `importers/`, an entry in `open.ts`, a fixture.
 */

import type { MatchedToken, TemplateMatch } from "../protocol/token-template.ts";
import type { SkippedInput, WireRecord } from "../wire/record.ts";

export interface ImportSink {
  /**
   * `at`: the byte of the file at which its line begins, where it is a line of Loupe's own log, or
   * its text, where the file is what was sent.
   * `alike`: what its text has in common with others, where that was noticed in passing.
   */
  record(record: WireRecord, at?: number, match?: TemplateMatch): void;
  /**
   * Takes what is like others without its record; false where that is wanted. It is the same object
   * each time.
   */
  acceptToken?(token: MatchedToken): boolean;
  skip(skipped: SkippedInput): void;
}

/** Takes the source piece by piece. Characters of UTF-8 are not cut. */
export interface ImportStream {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** Opens what a log was packed in, as a log of its own. */
export type OpenNestedLog = (sink: ImportSink) => ImportStream & { readonly kind: string };

export interface Importer {
  readonly id: string;
  readonly label: string;
  /** The file is what was sent, from its first byte to its last. */
  readonly isBody?: boolean;
  /** Decides by the first characters; file names are only hints. */
  sniff(start: string, bytes: Uint8Array): boolean;
  start(sink: ImportSink, inside: OpenNestedLog): ImportStream;
}
