/**
 * Imports a JSON document with a list of log entries: responses of Loki, CloudWatch and
 * Elasticsearch, and a2a-ui's export of a conversation.
 */

import { type ExtractedItem, JsonItemExtractor } from "../../json/json-item-extractor.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";
import { findInstant } from "../text-lines/collector-wrapper.ts";
import { type Instant, parseInstant } from "../text-lines/instant.ts";
import { LineImport } from "../text-lines/line-import.ts";
import { EMPTY_CONTEXT } from "../text-lines/line-reader.ts";
import { TimeSorter } from "../text-lines/time-sorter.ts";

/** Paths of the entry lists, and how to detect each. */
const ENTRY_LISTS: readonly (readonly [path: string, begins: RegExp])[] = [
  ["data.result[].values", /"resultType"\s*:\s*"streams"/],
  ["streams[].values", /"streams"\s*:\s*\[\s*\{/],
  ["events", /"events"\s*:\s*\[\s*\{[^}]*"(?:message|ingestionTime|logStreamName)"\s*:/],
  ["results", /"results"\s*:\s*\[\s*\[\s*\{\s*"field"\s*:/],
  ["hits.hits", /"hits"\s*:\s*\[\s*\{[^}]*"_(?:index|id|source)"\s*:/],
  ["protocol.debugLogs", /"executionEventCount"\s*:/],
  ["chats[].protocol.debugLogs", /"chats"\s*:\s*\[/],
];

import { Utf8Decoder } from "../utf8-decoder.ts";

export const collectorJson: Importer = {
  id: "collected",
  label: "List of log entries",
  sniff: (start) =>
    /^\uFEFF?\s*\{/.test(start) && ENTRY_LISTS.some(([, begins]) => begins.test(start)),
  start: (sink) => new CollectorJsonImport(sink),
};

interface CollectedEntry {
  readonly instant: Instant | null;
  readonly length: number;
  readonly at: number;
  /** A line, or the text of an object. */
  readonly text: string;
  readonly isLine: boolean;
}

class CollectorJsonImport implements ImportStream {
  readonly #text: Utf8Decoder;
  readonly #sink: ImportSink;
  readonly #lines: LineImport;
  readonly #extractor = new JsonItemExtractor(
    ENTRY_LISTS.map(([path]) => path),
    (item) => this.#addItem(item),
  );
  readonly #sorter = new TimeSorter<CollectedEntry>((entry) => this.#addEntry(entry));
  #start: string | null = null;
  /** Byte offset of the last entry. */
  #lastEntryAt = 0;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#lines = new LineImport(sink, "collected");
    this.#text = new Utf8Decoder(sink);
  }

  push(bytes: Uint8Array): void {
    const text = this.#text.decode(bytes);
    this.#start ??= text.slice(0, SKIPPED_TEXT_LIMIT);
    this.#extractor.push(text);
  }

  end(): void {
    const { rest, isWhole } = this.#extractor.end();
    this.#sorter.end();
    this.#lines.end(this.#start ?? "");
    this.#text.end();
    if (this.#sorter.isUnsorted)
      this.#skip(0, "too large to sort by time: entries keep the order of the file", "");
    if (!isWhole)
      this.#skip(rest?.at ?? this.#lastEntryAt, "cut off by the end of the log", rest?.text ?? "");
  }

  #addItem(item: ExtractedItem): void {
    this.#lastEntryAt = item.at;
    let value: unknown;
    try {
      value = JSON.parse(item.text);
    } catch {
      return this.#skip(item.at, "an entry that is not JSON", item.text);
    }
    this.#sorter.push(toCollectedEntry(value, item), item.list);
  }

  #addEntry({ instant, at, text, isLine }: CollectedEntry): void {
    if (isLine) this.#lines.addLine(text, at, { ...EMPTY_CONTEXT, instant });
    else this.#lines.addEntry(text, at);
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

function toCollectedEntry(value: unknown, { text, at }: ExtractedItem): CollectedEntry {
  const { length } = text;
  if (isArray(value)) {
    const fields = value.every(isObject) ? getLogFields(value) : value;
    const [time, line] = fields;
    if (typeof line === "string") {
      return {
        instant: parseInstant(time),
        length,
        at,
        text: line.replace(/\n$/, ""),
        isLine: true,
      };
    }
  }
  const { _source } = isObject(value) ? value : {};
  const timed = isObject(_source) ? _source : isObject(value) ? value : {};
  return { instant: findInstant(timed), length, at, text, isLine: false };
}

/** CloudWatch Insights: an entry is a list of named fields. */
function getLogFields(fields: readonly { readonly [key: string]: unknown }[]): unknown[] {
  const named = new Map(fields.map(({ field, value }) => [field, value]));
  return [named.get("@timestamp"), named.get("@message")];
}
