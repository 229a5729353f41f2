/**
 * Exporter for HAR 1.2: one entry per exchange, for browser network panels and other HAR tools. Data
 * that HAR has no field for is in `_records`, from which Loupe restores it: HAR allows custom fields
 * that begin with an underscore.
 */

import type { WireRecord } from "../wire/record.ts";
import type { ExportContext, Exporter, ExportWriter } from "./exporter.ts";
import { HarExchange } from "./har-exchange.ts";

export const har: Exporter = {
  id: "har",
  title: "HAR",
  extension: ".har",
  mediaType: "application/json",
  description: "For browser network panels, and for proxies and viewers that read HAR.",
  missingFeatures: [],
  canReopen: true,
  start: (context) => new HarWriter(context),
};

class HarWriter implements ExportWriter {
  readonly #context: ExportContext;
  readonly #exchanges = new Map<string, HarExchange>();
  /** Records that belong to no exchange, until there is one to attach them to. */
  #pending: WireRecord[] = [];
  #lastExchange: HarExchange | null = null;
  #startTime: string | null = null;
  #recordCount = 0;

  constructor(context: ExportContext) {
    this.#context = context;
  }

  push(record: WireRecord): string {
    const number = this.#recordCount++;
    if (record.r === "loupe") this.#startTime = record.at ?? null;
    if (record.r === "open" && !this.#exchanges.has(record.x)) {
      this.#lastExchange = new HarExchange(record);
      this.#exchanges.set(record.x, this.#lastExchange);
      for (const pending of this.#pending) this.#lastExchange.addRecord(pending, -1);
      this.#pending = [];
    }
    const id = "x" in record && record.x !== undefined ? record.x : null;
    const exchange = id === null ? this.#lastExchange : this.#exchanges.get(id);
    if (exchange) exchange.push(record, number);
    else if (this.#lastExchange) this.#lastExchange.addRecord(record, number);
    else this.#pending.push(record);
    return "";
  }

  *end(): Generator<string> {
    const [name, version = ""] = this.#context.by.split("/");
    const head = { version: "1.2", creator: { name, version }, comment: this.#context.name };
    yield `{"log":${JSON.stringify(head).slice(0, -1)},"pages":[],"entries":[`;
    let before = "\n";
    for (const exchange of this.#exchanges.values()) {
      yield `${before}${JSON.stringify(exchange.toEntry(this.#startTime))}`;
      before = ",\n";
    }
    yield "\n]}}\n";
  }
}
