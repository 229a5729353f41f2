/** Spans for tests: of records, with their attributes as an object. */

import type { WireRecord } from "../wire/record.ts";
import { createRunTraces } from "./run-traces.ts";
import type { OtlpAttribute, OtlpSpan, OtlpTraces, OtlpValue } from "./span.ts";
import type { SpanOptions } from "./span-context.ts";
import { SpanSourceBuilder } from "./span-source.ts";

const NO_OPTIONS: SpanOptions = {
  hasContent: false,
  link: null,
  resource: {},
  version: "0.1.0",
};

export function createTraces(
  records: readonly WireRecord[],
  options: Partial<SpanOptions> = {},
): OtlpTraces[] {
  const builder = new SpanSourceBuilder();
  for (const record of records) builder.push(record);
  return [...createRunTraces(builder.finish("a run"), { ...NO_OPTIONS, ...options })];
}

export const listSpans = (traces: readonly OtlpTraces[]): OtlpSpan[] =>
  traces.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

export const createSpans = (
  records: readonly WireRecord[],
  options: Partial<SpanOptions> = {},
): OtlpSpan[] => listSpans(createTraces(records, options));

export function toObject(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, toPlainValue(value)]));
}

function toPlainValue(value: OtlpValue): unknown {
  if (value.arrayValue) return value.arrayValue.values.map(toPlainValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}
