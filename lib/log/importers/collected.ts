/**
 * One JSON document with a list of entries: what Loki, CloudWatch and Elasticsearch answer, and what
 * a2a-ui exports of a conversation.
 */

import { isArray, isObject } from "../../protocol/json.ts";
import { type ExtractedItem, JsonItemExtractor } from "../../wire/json-item-extractor.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import { InTime } from "../lines/in-time.ts";
import { type Instant, instantOf } from "../lines/instant.ts";
import { LineImport } from "../lines/line-import.ts";
import { UNTOLD } from "../lines/reader.ts";
import { instantIn } from "../lines/wrapper.ts";

/** Where the lists of entries stand, and how each begins. */
const LISTS: readonly (readonly [path: string, begins: RegExp])[] = [
  ["data.result[].values", /"resultType"\s*:\s*"streams"/],
  ["streams[].values", /"streams"\s*:\s*\[\s*\{/],
  ["events", /"events"\s*:\s*\[\s*\{[^}]*"(?:message|ingestionTime|logStreamName)"\s*:/],
  ["results", /"results"\s*:\s*\[\s*\[\s*\{\s*"field"\s*:/],
  ["hits.hits", /"hits"\s*:\s*\[\s*\{[^}]*"_(?:index|id|source)"\s*:/],
  ["protocol.debugLogs", /"executionEventCount"\s*:/],
  ["chats[].protocol.debugLogs", /"chats"\s*:\s*\[/],
];

import { Utf8Text } from "../utf8-text.ts";

export const collected: Importer = {
  id: "collected",
  label: "List of log entries",
  sniff: (start) => /^\uFEFF?\s*\{/.test(start) && LISTS.some(([, begins]) => begins.test(start)),
  start: (sink) => new CollectedRun(sink),
};

interface Entry {
  readonly instant: Instant | null;
  readonly length: number;
  readonly at: number;
  /** A line, or the text of an object. */
  readonly text: string;
  readonly isLine: boolean;
}

class CollectedRun implements ImportRun {
  readonly #text: Utf8Text;
  readonly #sink: ImportSink;
  readonly #import: LineImport;
  readonly #cutter = new JsonItemExtractor(
    LISTS.map(([path]) => path),
    (item) => this.#item(item),
  );
  readonly #inTime = new InTime<Entry>((entry) => this.#entry(entry));
  #start: string | null = null;
  /** Where the last entry begins. */
  #end = 0;

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#import = new LineImport(sink, "collected");
    this.#text = new Utf8Text(sink);
  }

  push(bytes: Uint8Array): void {
    const text = this.#text.of(bytes);
    this.#start ??= text.slice(0, SKIPPED_TEXT_LIMIT);
    this.#cutter.push(text);
  }

  end(): void {
    const { rest, isWhole } = this.#cutter.end();
    this.#inTime.end();
    this.#import.end(this.#start ?? "");
    this.#text.end();
    if (this.#inTime.isUnsorted)
      this.#skip(0, "too long to be sorted by time: entries are as they stood", "");
    if (!isWhole)
      this.#skip(rest?.at ?? this.#end, "cut off by the end of the log", rest?.text ?? "");
  }

  #item(item: ExtractedItem): void {
    this.#end = item.at;
    let value: unknown;
    try {
      value = JSON.parse(item.text);
    } catch {
      return this.#skip(item.at, "an entry that is no JSON", item.text);
    }
    this.#inTime.push(entryOf(value, item), item.list);
  }

  #entry({ instant, at, text, isLine }: Entry): void {
    if (isLine) this.#import.line(text, at, { ...UNTOLD, instant });
    else this.#import.entry(text, at);
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

function entryOf(value: unknown, { text, at }: ExtractedItem): Entry {
  const { length } = text;
  if (isArray(value)) {
    const fields = value.every(isObject) ? fieldsOf(value) : value;
    const [time, line] = fields;
    if (typeof line === "string") {
      return { instant: instantOf(time), length, at, text: line.replace(/\n$/, ""), isLine: true };
    }
  }
  const { _source: source } = isObject(value) ? value : {};
  const timed = isObject(source) ? source : isObject(value) ? value : {};
  return { instant: instantIn(timed), length, at, text, isLine: false };
}

/** CloudWatch Insights: a list of named fields. */
function fieldsOf(fields: readonly { readonly [key: string]: unknown }[]): unknown[] {
  const named = new Map(fields.map(({ field, value }) => [field, value]));
  return [named.get("@timestamp"), named.get("@message")];
}
