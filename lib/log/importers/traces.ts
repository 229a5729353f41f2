/**
 * Imports traces: OTLP JSON, whole or as lines, Tempo's and Jaeger's JSON. A trace is sorted by time,
 * so nothing is shown before all of it is read.
 *
 *     curl -s http://jaeger.example:16686/api/traces/ID > trace.json && loupe inspect trace.json
 */

import { isArray, isObject, type JsonObject, parseJsonObject } from "../../protocol/json.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { type Importer, type ImportSink, type ImportStream, UnreadableLog } from "../importer.ts";
import { SourceLines } from "../source-lines.ts";
import type { ImportedSpan } from "../traces/imported-span.ts";
import { parseJaegerTraces, parseOtlpTraces } from "../traces/parse-traces.ts";
import { createTraceRecords } from "../traces/trace-records.ts";

type ParseTraces = (json: JsonObject, at: number) => (ImportedSpan | null)[];

export const otlpTraces: Importer = {
  id: "otlp",
  label: "OTLP traces",
  sniff: (start) => /^\uFEFF?\s*(?:\[\s*)?\{\s*"resource(?:S|_s)pans"\s*:\s*\[/.test(start),
  start: (sink) => new TraceImport(sink, "otlp", parseOtlpTraces),
};

export const tempoTraces: Importer = {
  id: "tempo",
  label: "Tempo trace",
  sniff: (start) =>
    /^\uFEFF?\s*\{\s*(?:"trace"\s*:\s*\{\s*)?"(?:batches|resource(?:S|_s)pans)"\s*:\s*\[/.test(
      start,
    ),
  start: (sink) => new TraceImport(sink, "tempo", parseOtlpTraces),
};

export const jaegerTraces: Importer = {
  id: "jaeger",
  label: "Jaeger traces",
  sniff: (start) =>
    /^\uFEFF?\s*\{(?:[^[]*"data"\s*:\s*\[\s*\{)?\s*"traceID"\s*:/.test(start) ||
    isJaegerOtlp(start),
  start: (sink) => new TraceImport(sink, "jaeger", parseJaeger),
};

/** Version 3 of its API answers with OTLP. */
const isJaegerOtlp = (start: string) =>
  /^\uFEFF?\s*\{\s*"result"\s*:\s*\{\s*"resource(?:S|_s)pans"\s*:\s*\[/.test(start);

const parseJaeger: ParseTraces = (json, at) =>
  isObject(json.result) ? parseOtlpTraces(json, at) : parseJaegerTraces(json, at);

export const TRACE_IMPORTERS: readonly Importer[] = [otlpTraces, tempoTraces, jaegerTraces];

class TraceImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #id: string;
  readonly #parse: ParseTraces;
  readonly #source: SourceLines;
  readonly #lines: { readonly line: string; readonly at: number }[] = [];

  constructor(sink: ImportSink, id: string, parse: ParseTraces) {
    this.#sink = sink;
    this.#id = id;
    this.#parse = parse;
    this.#source = new SourceLines(sink, (line, at) => this.#lines.push({ line, at }));
  }

  push(bytes: Uint8Array): void {
    this.#source.push(bytes);
  }

  end(): void {
    this.#source.end();
    const parsed = this.#parseDocuments();
    const spans = parsed.filter((span) => span !== null);
    if (spans.length === 0) throw new UnreadableLog("A trace without a span (byte 0).");
    const lost = parsed.length - spans.length;
    if (lost > 0) this.#skip(0, `${lost} spans without an id or a time`, "");
    const unique = removeDuplicates(spans);
    if (this.#sink.spans) return this.#sink.spans(unique);
    for (const record of createTraceRecords(unique, this.#id)) this.#sink.record(record);
  }

  /** One document over all lines, or one on each. */
  #parseDocuments(): (ImportedSpan | null)[] {
    const text = this.#lines.map(({ line }) => line).join("\n");
    const at = this.#lines[0]?.at ?? 0;
    const all = parseJsonList(text);
    if (all) return all.flatMap((one) => this.#parse(one, at));
    const whole = parseJsonObject(text);
    if (whole) return this.#parse(whole, at);
    return this.#lines.flatMap(({ line, at }) => {
      if (line.trim() === "") return [];
      const json = parseJsonObject(line);
      if (json) return this.#parse(json, at);
      this.#skip(at, "not JSON, or cut off", line);
      return [];
    });
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

/** `null` if it is no array. */
function parseJsonList(text: string): JsonObject[] | null {
  const plain = text.replace(/^\uFEFF/, "");
  if (!/^\s*\[/.test(plain)) return null;
  const all = parseJsonObject(`{"all":${plain}}`)?.all;
  return isArray(all) ? all.filter(isObject) : null;
}

/** A span that was sent twice is one span. */
function removeDuplicates(spans: readonly ImportedSpan[]): ImportedSpan[] {
  return [...new Map(spans.map((span) => [`${span.traceId}/${span.spanId}`, span])).values()];
}
