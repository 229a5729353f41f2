/**
 * Imports HAR files, which browsers export: the A2A in them, and a count of the other requests.
 *
 *     loupe inspect agent.example.har
 */

import { type ExtractedItem, JsonItemExtractor } from "../../json/json-item-extractor.ts";
import { formatPlural } from "../../text/plural.ts";
import { SKIPPED_TEXT_LIMIT, type Time } from "../../wire/record.ts";
import { AgentEndpoints } from "../har/agent-endpoints.ts";
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
import { Utf8Decoder } from "../utf8-decoder.ts";

export const har: Importer = {
  id: "har",
  label: "HAR",
  sniff: (start) => /^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(start),
  start: (sink) => new HarImport(sink),
};

/** An entry, and where it is in the file. */
interface LocatedEntry {
  readonly entry: HarEntry;
  readonly at: number;
  readonly isAgents: boolean;
}

class HarImport implements ImportStream {
  readonly #text: Utf8Decoder;
  readonly #sink: ImportSink;
  readonly #extractor = new JsonItemExtractor(["log.entries"], (item) => this.#addItem(item));
  readonly #interleaver: RecordInterleaver;
  readonly #endpoints = new AgentEndpoints();
  /** The entries from the first one on that a later entry may show to be A2A. */
  #held: LocatedEntry[] = [];
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
    this.#releaseHeld(true);
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
    const kind = this.#endpoints.classify(entry);
    if (kind === "other") return this.#countOther(entry, at);
    this.#held.push({ entry, at, isAgents: kind === "agent" });
    this.#releaseHeld(false);
  }

  /** Adds the held entries, up to the first that is still unclear. */
  #releaseHeld(isEnd: boolean): void {
    let released = 0;
    for (const { entry, at, isAgents } of this.#held) {
      if (isAgents || this.#endpoints.isEndpointOf(entry)) this.#addExchange(entry);
      else if (isEnd) this.#countOther(entry, at);
      else break;
      released++;
    }
    this.#held.splice(0, released);
  }

  #countOther({ method, url }: HarEntry, at: number): void {
    this.#others++;
    if (this.#firstOther && this.#firstOther.at < at) return;
    this.#firstOther = { at, text: `${method} ${url}` };
  }

  #addExchange(entry: HarEntry): void {
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
