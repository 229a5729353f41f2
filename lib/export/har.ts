/**
 * HAR 1.2: an entry an exchange, for the network panels of browsers and the tools around them. What
 * HAR has no field for stands in `_records`, where Loupe finds it again: fields with an underscore
 * are anybody's.
 */

import type { WireRecord } from "../wire/record.ts";
import type { ExportContext, Exporter, ExportRun } from "./exporter.ts";
import { HarExchange } from "./har-exchange.ts";

export const har: Exporter = {
  id: "har",
  title: "HAR",
  extension: ".har",
  mediaType: "application/json",
  purpose: "For the network panel of a browser, and for proxies and viewers that read HAR.",
  lacks: [],
  opens: true,
  start: (context) => new HarRun(context),
};

class HarRun implements ExportRun {
  readonly #context: ExportContext;
  readonly #exchanges = new Map<string, HarExchange>();
  /** What is told of the recording and not of an exchange, until there is one. */
  #loose: WireRecord[] = [];
  #newest: HarExchange | null = null;
  #at: string | null = null;
  #records = 0;

  constructor(context: ExportContext) {
    this.#context = context;
  }

  push(record: WireRecord): string {
    const number = this.#records++;
    if (record.r === "loupe") this.#at = record.at ?? null;
    if (record.r === "open" && !this.#exchanges.has(record.x)) {
      this.#newest = new HarExchange(record);
      this.#exchanges.set(record.x, this.#newest);
      for (const loose of this.#loose) this.#newest.keep(loose, -1);
      this.#loose = [];
    }
    const named = "x" in record && record.x !== undefined ? record.x : null;
    const exchange = named === null ? this.#newest : this.#exchanges.get(named);
    if (exchange) exchange.push(record, number);
    else if (this.#newest) this.#newest.keep(record, number);
    else this.#loose.push(record);
    return "";
  }

  *end(): Generator<string> {
    const [name, version = ""] = this.#context.by.split("/");
    const head = { version: "1.2", creator: { name, version }, comment: this.#context.name };
    yield `{"log":${JSON.stringify(head).slice(0, -1)},"pages":[],"entries":[`;
    let before = "\n";
    for (const exchange of this.#exchanges.values()) {
      yield `${before}${JSON.stringify(exchange.entry(this.#at))}`;
      before = ",\n";
    }
    yield "\n]}}\n";
  }
}
