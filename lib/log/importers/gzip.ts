/**
 * Imports a gzip file that contains a log of any format.
 *
 *     gzip run.jsonl && loupe inspect run.jsonl.gz
 */

import { Gunzip, isGzip } from "../../compression/gunzip.ts";
import { InflateError } from "../../compression/inflate.ts";
import { formatPlural } from "../../text/plural.ts";
import {
  type Importer,
  type ImportSink,
  type ImportStream,
  type OpenNestedLog,
  UnreadableLog,
} from "../importer.ts";

export const gzip: Importer = {
  id: "gzip",
  label: "gzip",
  sniff: (_, bytes) => isGzip(bytes),
  start: (sink, inside) => new GzipImport(sink, inside),
};

class GzipImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #innerLog: ImportStream;
  readonly #gunzip: Gunzip;
  #offset = 0;
  #problem: string | null = null;

  constructor(sink: ImportSink, inside: OpenNestedLog) {
    this.#sink = sink;
    const log = inside(sink);
    this.#innerLog = log;
    this.#gunzip = new Gunzip((bytes) => log.push(bytes));
  }

  push(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    if (this.#problem !== null) return;
    try {
      this.#gunzip.push(bytes);
    } catch (error) {
      if (!(error instanceof InflateError)) throw error;
      this.#problem = `damaged: ${error.message}`;
    }
  }

  end(): void {
    const fault = this.#problem ?? this.#gunzip.end();
    if (fault === null) return this.#innerLog.end();
    const reason = `the gzip is ${fault}`;
    try {
      this.#innerLog.end();
    } catch (error) {
      if (!(error instanceof UnreadableLog)) throw error;
      throw new UnreadableLog(
        `Cannot read ${formatPlural(this.#offset, "byte")} (byte 0): ${reason}. ${error.message}`,
      );
    }
    this.#sink.skip({ at: this.#offset, reason, text: "" });
  }
}
