/**
 * Importers convert saved logs to wire records, incrementally. To add one: a file in `importers/`,
 * an entry in `importers.ts`, a fixture.
 */

import type { SkippedInput, WireRecord } from "../wire/record.ts";
import type { ImportedSpan } from "./traces/imported-span.ts";

export interface ImportSink {
  /**
   * `at`: byte offset of the record's line in Loupe's own log, or of its text if the file is the
   * body itself.
   */
  record(record: WireRecord, at?: number): void;
  skip(skipped: SkippedInput): void;
  /** Takes the spans of a trace as they are; without it they become records. */
  spans?(spans: readonly ImportedSpan[]): void;
}

/** Receives the source in pieces. UTF-8 characters are not split. */
export interface ImportStream {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** Opens a log inside a container format. */
export type OpenNestedLog = (sink: ImportSink) => ImportStream & { readonly kind: string };

export interface Importer {
  readonly id: string;
  readonly label: string;
  /** The file is a response body, with nothing around it. */
  readonly isBody?: boolean;
  /** Decides by the first characters; file names are not used. */
  sniff(start: string, bytes: Uint8Array): boolean;
  start(sink: ImportSink, inside: OpenNestedLog): ImportStream;
}

/** The source has no known log format. */
export class UnreadableLog extends Error {
  override readonly name = "UnreadableLog";
}

/** Error for a text that contains no A2A. */
export function createNoA2AError(what: string, start: string): UnreadableLog {
  return new UnreadableLog(`${what}: no A2A from line 1, column 1${quoteStart(start)} to the end.`);
}

/** ` ("hello")`; of bytes that are no text, nothing. */
export function quoteStart(text: string): string {
  const start = text.trim().slice(0, 40);
  return NO_TEXT.test(start) ? "" : ` (${JSON.stringify(start)})`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they show that it is no text
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/;
