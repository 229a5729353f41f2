/** A log packed with gzip, whatever kind of log it is. */

import { Gunzip, isGzip } from "../../wire/gunzip.ts";
import { InflateError } from "../../wire/inflate.ts";
import { formatPlural } from "../../wire/plural.ts";
import type { Importer, ImportRun, ImportSink, OpenInside } from "../importer.ts";
import { UnreadableLog } from "../unreadable.ts";

export const gzip: Importer = {
  id: "gzip",
  label: "gzip",
  sniff: (_, bytes) => isGzip(bytes),
  start: (sink, inside) => new GzipRun(sink, inside),
};

class GzipRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #inside: ImportRun;
  readonly #gunzip: Gunzip;
  #offset = 0;
  #fault: string | null = null;

  constructor(sink: ImportSink, inside: OpenInside) {
    this.#sink = sink;
    const log = inside(sink);
    this.#inside = log;
    this.#gunzip = new Gunzip((bytes) => log.push(bytes));
  }

  push(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    if (this.#fault !== null) return;
    try {
      this.#gunzip.push(bytes);
    } catch (error) {
      if (!(error instanceof InflateError)) throw error;
      this.#fault = `damaged: ${error.message}`;
    }
  }

  end(): void {
    const fault = this.#fault ?? this.#gunzip.end();
    if (fault === null) return this.#inside.end();
    const reason = `the gzip is ${fault}`;
    try {
      this.#inside.end();
    } catch (error) {
      if (!(error instanceof UnreadableLog)) throw error;
      throw new UnreadableLog(
        `Of ${formatPlural(this.#offset, "byte")} (byte 0): ${reason}. ${error.message}`,
      );
    }
    this.#sink.skip({ at: this.#offset, reason, text: "" });
  }
}
