/**
 * Turns the spans of a trace into records. A trace has no wire: an A2A call becomes an exchange
 * without bytes, and every span a note at its start, indented below its parent.
 *
 * Guarantees: records are in order of time; no request, response or end is made up.
 */

import type { OpenRecord, WireRecord } from "../../wire/record.ts";
import { formatIsoDate } from "../text-lines/instant.ts";
import {
  buildSpanTree,
  formatSpanDuration,
  getA2AMethod,
  type ImportedSpan,
} from "./imported-span.ts";

const NO_WIRE =
  "This is a trace: spans as their instrumentation recorded them. Requests, responses and bytes are not in it, so nothing of the wire can be checked.";
/** Attributes beyond these are counted. */
const MAX_ATTRIBUTES = 64;
const MAX_VALUE = 1000;

interface TimedRecord {
  readonly time: bigint;
  readonly record: WireRecord;
}

/** `by`: the id of the importer. */
export function createTraceRecords(spans: readonly ImportedSpan[], by: string): WireRecord[] {
  const base = spans.reduce((a, { start }) => (start < a ? start : a), spans[0]?.start ?? 0n);
  const baseMs = base / 1_000_000n;
  const toTime = (time: bigint) => Math.round(Number(time - baseMs * 1_000_000n) / 1000) / 1000;
  const timed: TimedRecord[] = [];
  const add = (time: bigint, record: WireRecord) => timed.push({ time, record });
  const { roots, children } = buildSpanTree(spans);
  let exchanges = 0;
  const begin = (span: ImportedSpan): string => {
    const x = `x${++exchanges}`;
    add(span.start, createOpen(x, span, toTime(span.start)));
    if (exchanges === 1) add(span.start, { r: "note", t: toTime(span.start), text: NO_WIRE, x });
    const last = findLatestEnd(span, children);
    add(last, { r: "end", x, t: toTime(last), cause: "unknown" });
    return x;
  };
  // Without recursion: a trace may be thousands of spans deep.
  const stack = roots.toReversed().map((span) => ({ span, depth: 0, x: "", isInCall: false }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { span, depth, isInCall } = next;
    const startsCall = !isInCall && getA2AMethod(span) !== null;
    const x = next.x === "" || startsCall ? begin(span) : next.x;
    const text = formatSpan(span, depth);
    add(span.start, { r: "note", t: toTime(span.start), text, x });
    for (const child of (children.get(span) ?? []).toReversed()) {
      stack.push({ span: child, depth: depth + 1, x, isInCall: isInCall || startsCall });
    }
  }
  const ordered = timed
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.index - b.index))
    .map(({ record }) => record);
  const at = formatIsoDate(Number(baseMs));
  return [{ r: "loupe", version: 1, id: "", at, by }, ...putEndsLast(ordered)];
}

/** Of records with the same time, the end of an exchange comes after what belongs to it. */
function putEndsLast(records: readonly WireRecord[]): WireRecord[] {
  const lastIndex = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    if ("x" in record && record.x !== undefined) lastIndex.set(record.x, index);
  }
  const ends = new Map<number, WireRecord[]>();
  for (const record of records) {
    if (record.r !== "end") continue;
    const index = lastIndex.get(record.x) ?? 0;
    ends.set(index, [...(ends.get(index) ?? []), record]);
  }
  return records.flatMap((record, index) => [
    ...(record.r === "end" ? [] : [record]),
    ...(ends.get(index) ?? []),
  ]);
}

function createOpen(x: string, { attributes }: ImportedSpan, t: number): OpenRecord {
  const url = attributes.get("url.full") ?? attributes.get("http.url") ?? formatServer(attributes);
  return { r: "open", x, t, method: "", url, headers: [] };
}

/** The scheme is unknown. */
function formatServer(attributes: ImportedSpan["attributes"]): string {
  const host = attributes.get("server.address") ?? "";
  const port = attributes.get("server.port");
  return host === "" ? "" : `//${host}${port === undefined ? "" : `:${port}`}/`;
}

function findLatestEnd(
  span: ImportedSpan,
  children: ReadonlyMap<ImportedSpan, readonly ImportedSpan[]>,
): bigint {
  let latest = span.end;
  const stack = [span];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.end > latest) latest = next.end;
    if (next.start > latest) latest = next.start;
    stack.push(...(children.get(next) ?? []));
  }
  return latest;
}

function formatSpan(span: ImportedSpan, depth: number): string {
  const { name, service, start, end, attributes, events, isFailed, traceId, spanId } = span;
  const method = getA2AMethod(span);
  const facts = [
    method === null || method === name ? null : method,
    service,
    formatSpanDuration(end - start),
    isFailed ? "failed" : null,
  ].filter(Boolean);
  const indent = "\u2003".repeat(Math.min(depth, 12));
  const shown = [...attributes].slice(0, MAX_ATTRIBUTES);
  const rest = attributes.size - shown.length;
  return [
    `${indent}${name || "span"} · ${facts.join(" · ")}`,
    `trace ${traceId}, span ${spanId}`,
    ...shown.map(([key, value]) => `${key} = ${value.slice(0, MAX_VALUE)}`),
    ...(rest > 0 ? [`and ${rest} more attributes`] : []),
    ...events
      .slice(0, MAX_ATTRIBUTES)
      .map((event) => `+${formatSpanDuration(event.time - start)} ${event.name}`),
  ].join("\n");
}
