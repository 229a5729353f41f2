/**
 * Parsers of trace files: OTLP JSON, which Tempo's and Grafana's exports resemble, and Jaeger's JSON.
 *
 * Guarantees: total; a span without ids or times is counted, everything else that is missing is
 * empty.
 */

import { stringifyJson } from "../../json/json-stringify.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { decodeBase64 } from "../../text/utf8.ts";
import type { ImportedSpan } from "./imported-span.ts";

/** `null` for a span that cannot be placed. */
type ParsedSpan = ImportedSpan | null;

const list = (value: unknown): readonly JsonObject[] =>
  isArray(value) ? value.filter(isObject) : [];
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A member under its name in JSON, or under that of the protobuf field, which is as valid. */
const getMember = (json: JsonObject, name: string): unknown =>
  json[name] ?? json[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

/** Each of the groups of spans, under the names that OTLP, Tempo and Jaeger have had for them. */
export function parseOtlpTraces(json: JsonObject, at: number): ParsedSpan[] {
  const inner = [json.trace, json.result].find(isObject) ?? json;
  return list(getMember(inner, "resourceSpans") ?? inner.batches).flatMap((group) => {
    const { attributes } = isObject(group.resource) ? group.resource : {};
    const service = parseOtlpAttributes(attributes).get("service.name") ?? "";
    const scopes =
      getMember(group, "scopeSpans") ??
      getMember(group, "instrumentationLibrarySpans") ??
      group.instrumentationLibrarySpan;
    return list(scopes).flatMap((scope) =>
      list(scope.spans).map((span) => parseOtlpSpan(span, service, at)),
    );
  });
}

function parseOtlpSpan(span: JsonObject, service: string, at: number): ParsedSpan {
  const start = parseInteger(getMember(span, "startTimeUnixNano"));
  const end = parseInteger(getMember(span, "endTimeUnixNano"));
  const traceId = parseId(getMember(span, "traceId"), 16);
  const spanId = parseId(getMember(span, "spanId"), 8);
  if (start === null || traceId === "" || spanId === "") return null;
  const code = isObject(span.status) ? span.status.code : undefined;
  return {
    traceId,
    spanId,
    parentId: parseId(getMember(span, "parentSpanId"), 8),
    name: text(span.name),
    service,
    start,
    end: end !== null && end > start ? end : start,
    attributes: parseOtlpAttributes(span.attributes),
    events: list(span.events).flatMap((event) => {
      const time = parseInteger(getMember(event, "timeUnixNano"));
      return time === null ? [] : [{ time, name: text(event.name) }];
    }),
    isFailed: code === 2 || code === "STATUS_CODE_ERROR",
    at,
  };
}

/** In hex, or in base64, as Tempo writes ids. */
function parseId(value: unknown, bytes: number): string {
  const id = text(value).toLowerCase();
  if (id.length === bytes * 2 && /^[0-9a-f]+$/.test(id)) return /^0+$/.test(id) ? "" : id;
  try {
    const decoded = decodeBase64(text(value));
    return decoded.length === bytes && decoded.some((byte) => byte !== 0) ? toHex(decoded) : "";
  } catch {
    return "";
  }
}

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const MAX_INTEGER = 2 ** 64;

/** A string, as OTLP writes, or a number: of nanoseconds, it is exact to a microsecond. */
function parseInteger(value: unknown): bigint | null {
  if (typeof value === "string" && /^\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === "number" && value >= 0 && value < MAX_INTEGER
    ? BigInt(Math.round(value))
    : null;
}

function parseOtlpAttributes(value: unknown): Map<string, string> {
  return new Map(list(value).map(({ key, value: one }) => [text(key), formatOtlpValue(one)]));
}

function formatOtlpValue(value: unknown): string {
  if (!isObject(value)) return formatValue(value);
  const array = getMember(value, "arrayValue");
  if (isObject(array)) return `[${list(array.values).map(formatOtlpValue).join(", ")}]`;
  const [only] = Object.values(value);
  return formatValue(only);
}

const formatValue = (value: unknown): string =>
  typeof value === "string" ? value : stringifyJson(value ?? null);

/** Jaeger's JSON, as its UI and its API give it, or one trace of it: times in microseconds. */
export function parseJaegerTraces(json: JsonObject, at: number): ParsedSpan[] {
  return list(json.data ?? [json]).flatMap((trace) => {
    const processes = isObject(trace.processes) ? trace.processes : {};
    return list(trace.spans).map((span) => {
      const origin = processes[text(span.processID)] ?? span.process;
      return parseJaegerSpan(span, isObject(origin) ? text(origin.serviceName) : "", at);
    });
  });
}

function parseJaegerSpan(span: JsonObject, service: string, at: number): ParsedSpan {
  const start = parseInteger(span.startTime);
  const [traceId, spanId] = [padId(span.traceID, 32), padId(span.spanID, 16)];
  if (start === null || traceId === "" || spanId === "") return null;
  const attributes = parseJaegerTags(span.tags);
  const duration = parseInteger(span.duration) ?? 0n;
  const parent = list(span.references).find(({ refType }) => refType !== "FOLLOWS_FROM");
  return {
    traceId,
    spanId,
    parentId: padId(parent?.spanID, 16) || padId(span.parentSpanID, 16),
    name: text(span.operationName),
    service,
    start: start * 1000n,
    end: (start + duration) * 1000n,
    attributes,
    events: list(span.logs).flatMap((log) => {
      const time = parseInteger(log.timestamp);
      const name = parseJaegerTags(log.fields).get("event") ?? "log";
      return time === null ? [] : [{ time: time * 1000n, name }];
    }),
    isFailed: attributes.get("error") === "true" || attributes.get("otel.status_code") === "ERROR",
    at,
  };
}

/** Jaeger leaves out zeros at the beginning. */
function padId(value: unknown, digits: number): string {
  const id = text(value).toLowerCase();
  return id === "" ? "" : id.padStart(digits, "0");
}

function parseJaegerTags(value: unknown): Map<string, string> {
  return new Map(list(value).map(({ key, value: one }) => [text(key), formatValue(one)]));
}
