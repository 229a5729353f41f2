/** Imports HAR files, which browsers export: the A2A in them, and a count of the other requests. */

import { type ExtractedItem, JsonItemExtractor } from "../../json/json-item-extractor.ts";
import { isCardUrl } from "../../protocol/card/candidates.ts";
import { parseJsonObject } from "../../protocol/json.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import { formatPlural } from "../../text/plural.ts";
import { SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { type HarEntry, parseHarEntry } from "../har/har-entry.ts";
import { toHarRecords } from "../har/har-records.ts";
import { parseLoupeHarRecords } from "../har/loupe-har.ts";
import { RecordInterleaver } from "../har/record-interleaver.ts";
import {
  createNoA2AError,
  type Importer,
  type ImportSink,
  type ImportStream,
} from "../importer.ts";
import { formatIsoDate } from "../text-lines/instant.ts";
import { isA2A, isA2ARequest, isSendBody } from "../text-lines/is-a2a.ts";
import { Utf8Decoder } from "../utf8-decoder.ts";

export const har: Importer = {
  id: "har",
  label: "HAR",
  sniff: (start) => /^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(start),
  start: (sink) => new HarImport(sink),
};

class HarImport implements ImportStream {
  readonly #text: Utf8Decoder;
  readonly #sink: ImportSink;
  readonly #extractor = new JsonItemExtractor(["log.entries"], (item) => this.#addItem(item));
  readonly #interleaver: RecordInterleaver;
  #exchanges = 0;
  #startMs: number | null = null;
  /** Number of requests that are not A2A, and the first one. */
  #others = 0;
  #firstOther: { readonly at: number; readonly text: string } | null = null;
  #lastEntryAt = 0;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#interleaver = new RecordInterleaver((record) => sink.record(record));
    this.#text = new Utf8Decoder(sink);
  }

  push(bytes: Uint8Array): void {
    this.#extractor.push(this.#text.decode(bytes));
  }

  end(): void {
    const { rest, isWhole } = this.#extractor.end();
    this.#interleaver.end();
    this.#text.end();
    const count = formatPlural(this.#others, "request");
    const { at = 0, text = "" } = this.#firstOther ?? {};
    if (this.#exchanges === 0) throw createNoA2AError(`HAR with ${count}`, text);
    if (this.#others > 0) {
      const reason = `${count} in this HAR that ${this.#others === 1 ? "is" : "are"} not A2A`;
      this.#sink.skip({ at, reason, text, beside: true });
    }
    if (!isWhole)
      this.#skip(rest?.at ?? this.#lastEntryAt, "cut off by the end of the log", rest?.text ?? "");
  }

  #addItem({ text, at }: ExtractedItem): void {
    this.#lastEntryAt = at;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#skip(at, "an entry that is not JSON", text);
    }
    const own = parseLoupeHarRecords(value);
    if (own) {
      this.#exchanges++;
      return this.#interleaver.pushNumbered(own);
    }
    const entry = parseHarEntry(value);
    if (!entry) return this.#skip(at, "an entry without a request", text);
    if (!isA2AEntry(entry)) {
      this.#others++;
      this.#firstOther ??= { at, text: `${entry.method} ${entry.url}` };
      return;
    }
    if (this.#exchanges++ === 0) this.#begin(entry);
    this.#interleaver.push(
      toHarRecords(entry, `x${this.#exchanges}`, (ms) => this.#toRecordTime(ms)),
    );
  }

  #begin({ started }: HarEntry): void {
    this.#startMs = started;
    if (started === null) return;
    const at = formatIsoDate(started);
    this.#sink.record({ r: "loupe", version: 1, id: "", at, by: "har" });
  }

  #toRecordTime(ms: number): Time {
    return this.#startMs === null ? null : Math.round((ms - this.#startMs) * 1000) / 1000;
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

function isA2AEntry({ method, url, headers, body, response }: HarEntry): boolean {
  if (isCardUrl(url)) return true;
  const requestBody = parseJsonObject(body ?? "");
  if (requestBody && (isA2ARequest(requestBody) || isSendBody(requestBody))) return true;
  if (headers.some(([name]) => name.toLowerCase() === "a2a-version")) return true;
  if (!parseRestCall(method, url) || !response) return false;
  const start = response.body
    ? new TextDecoder().decode(response.body)
    : (response.events[0]?.data ?? "");
  const firstValue = parseJsonObject(start.replace(/^data: ?/, "").split("\n\n", 1)[0] ?? "");
  return firstValue !== null && isA2A(firstValue);
}
