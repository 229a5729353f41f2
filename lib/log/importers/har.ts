/** What browsers export of their network traffic: the A2A in it, and a count of the rest. */

import { isCardUrl } from "../../protocol/card/candidates.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import { type ExtractedItem, JsonItemExtractor } from "../../wire/json-item-extractor.ts";
import { formatPlural } from "../../wire/plural.ts";
import { SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { type HarEntry, readEntry } from "../har/entry.ts";
import { Overlap } from "../har/overlap.ts";
import { ownRecords } from "../har/own.ts";
import { recordsOf } from "../har/records.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import { objectIn } from "../json-object.ts";
import { isA2A, isA2ARequest, isSendBody } from "../lines/a2a.ts";
import { dateAt } from "../lines/instant.ts";
import { withoutA2A } from "../unreadable.ts";
import { Utf8Text } from "../utf8-text.ts";

export const har: Importer = {
  id: "har",
  label: "HAR",
  sniff: (start) => /^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(start),
  start: (sink) => new HarRun(sink),
};

class HarRun implements ImportRun {
  readonly #text: Utf8Text;
  readonly #sink: ImportSink;
  readonly #cutter = new JsonItemExtractor(["log.entries"], (item) => this.#item(item));
  readonly #overlap: Overlap;
  #exchanges = 0;
  #zero: number | null = null;
  /** Requests that are no A2A, and the first of them. */
  #others = 0;
  #first: { readonly at: number; readonly text: string } | null = null;
  #end = 0;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#overlap = new Overlap((record) => sink.record(record));
    this.#text = new Utf8Text(sink);
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(this.#text.of(bytes));
  }

  end(): void {
    const { rest, isWhole } = this.#cutter.end();
    this.#overlap.end();
    this.#text.end();
    const count = formatPlural(this.#others, "request");
    const { at = 0, text = "" } = this.#first ?? {};
    if (this.#exchanges === 0) throw withoutA2A(`A HAR of ${count}`, text);
    if (this.#others > 0) {
      const reason = `${count} of this HAR that ${this.#others === 1 ? "is" : "are"} no A2A`;
      this.#sink.skip({ at, reason, text, beside: true });
    }
    if (!isWhole)
      this.#skip(rest?.at ?? this.#end, "cut off by the end of the log", rest?.text ?? "");
  }

  #item({ text, at }: ExtractedItem): void {
    this.#end = at;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#skip(at, "an entry that is no JSON", text);
    }
    const own = ownRecords(value);
    if (own) {
      this.#exchanges++;
      return this.#overlap.pushNumbered(own);
    }
    const entry = readEntry(value);
    if (!entry) return this.#skip(at, "an entry without a request", text);
    if (!isOfA2A(entry)) {
      this.#others++;
      this.#first ??= { at, text: `${entry.method} ${entry.url}` };
      return;
    }
    if (this.#exchanges++ === 0) this.#begin(entry);
    this.#overlap.push(recordsOf(entry, `x${this.#exchanges}`, (ms) => this.#since(ms)));
  }

  #begin({ started }: HarEntry): void {
    this.#zero = started;
    if (started === null) return;
    const at = dateAt(started);
    this.#sink.record({ r: "loupe", version: 1, id: "", at, by: "har" });
  }

  #since(ms: number): Time {
    return this.#zero === null ? null : Math.round((ms - this.#zero) * 1000) / 1000;
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

function isOfA2A({ method, url, headers, body, answer }: HarEntry): boolean {
  if (isCardUrl(url)) return true;
  const asked = objectIn(body ?? "");
  if (asked && (isA2ARequest(asked) || isSendBody(asked))) return true;
  if (headers.some(([name]) => name.toLowerCase() === "a2a-version")) return true;
  if (!parseRestCall(method, url) || !answer) return false;
  const start = answer.body
    ? new TextDecoder().decode(answer.body)
    : (answer.events[0]?.data ?? "");
  const said = objectIn(start.replace(/^data: ?/, "").split("\n\n", 1)[0] ?? "");
  return said !== null && isA2A(said);
}
