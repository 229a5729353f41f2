import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { describe, expect, test } from "vitest";
import { HopLog, PLANNER } from "../../fixtures/hop-log.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { decodeTraces } from "./decode-traces.testkit.ts";
import { createTraces, toObject } from "./otlp.testkit.ts";
import { encodeTraces } from "./otlp-protobuf.ts";
import type { OtlpAttribute, OtlpSpan, OtlpTraces } from "./span.ts";

type ReadableSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];
type HrTime = ReadableSpan["startTime"];

const toHrTime = (nanoseconds: string): HrTime => [
  Number(BigInt(nanoseconds) / 1_000_000_000n),
  Number(BigInt(nanoseconds) % 1_000_000_000n),
];

const toAttributes = (attributes: readonly OtlpAttribute[]) =>
  toObject(attributes) as ReadableSpan["attributes"];

/** The same span as OpenTelemetry's SDK would have it. */
function toSdkSpans({ resourceSpans }: OtlpTraces): ReadableSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const own = { attributes: toAttributes(resource.attributes) } as ReadableSpan["resource"];
    return scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => toSdkSpan(span, own, scope)),
    );
  });
}

function toSdkSpan(
  span: OtlpSpan,
  resource: ReadableSpan["resource"],
  instrumentationScope: ReadableSpan["instrumentationScope"],
): ReadableSpan {
  const { traceId, spanId, parentSpanId, kind, status } = span;
  return {
    name: span.name,
    kind: kind - 1,
    spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
    ...(parentSpanId !== undefined && {
      parentSpanContext: { traceId, spanId: parentSpanId, traceFlags: 1 },
    }),
    startTime: toHrTime(span.startTimeUnixNano),
    endTime: toHrTime(span.endTimeUnixNano),
    duration: [0, 0],
    ended: true,
    status: {
      code: status?.code ?? 0,
      ...(status?.message !== undefined && { message: status.message }),
    },
    attributes: toAttributes(span.attributes),
    events: span.events.map((event) => ({
      name: event.name,
      time: toHrTime(event.timeUnixNano),
      attributes: toAttributes(event.attributes),
    })),
    links: span.links.map((link) => ({
      context: { traceId: link.traceId, spanId: link.spanId, traceFlags: 1 },
      attributes: toAttributes(link.attributes),
    })),
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Without members that have the default value, and flags, which the SDK derives itself. */
function removeDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeDefaults);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== "flags")
    .map(([key, one]) => [key, isValueMember(key) ? String(one) : removeDefaults(one)] as const);
  return Object.fromEntries(entries.filter(([, one]) => !isDefault(one)));
}

const isValueMember = (key: string) => /^(?:string|int|bool|double)Value$/.test(key);

const isDefault = (value: unknown) =>
  value === undefined ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

const RECORDED = FIXTURE_NAMES.filter((name) => createTraces(readFixture(name).records).length > 0);

describe("spans as protobuf", () => {
  test.each(RECORDED)("of %s decode to what the JSON has", (name) => {
    for (const hasContent of [false, true]) {
      for (const traces of createTraces(readFixture(name).records, { hasContent })) {
        const decoded = decodeTraces(encodeTraces(traces));
        expect(removeDefaults(decoded)).toEqual(removeDefaults(traces));
      }
    }
  });

  test.each(RECORDED)("of %s are what OpenTelemetry's own encoders write", (name) => {
    for (const traces of createTraces(readFixture(name).records)) {
      const sdkSpans = toSdkSpans(traces);
      const binary = ProtobufTraceSerializer.serializeRequest(sdkSpans) ?? new Uint8Array();
      expect(removeDefaults(decodeTraces(binary))).toEqual(removeDefaults(traces));
      const json = JsonTraceSerializer.serializeRequest(sdkSpans) ?? new Uint8Array();
      expect(removeDefaults(JSON.parse(new TextDecoder().decode(json)))).toEqual(
        removeDefaults(traces),
      );
    }
  });

  test("of calls between agents keep their links", () => {
    const log = new HopLog().plan().begin({ x: "ask", port: 9002, program: PLANNER });
    const all = createTraces(log.finish("ask", "failed").finish("plan", "failed").records);
    const sdkSpans = all.flatMap(toSdkSpans);
    expect(sdkSpans.flatMap(({ links }) => links)).toHaveLength(1);
    for (const traces of all) {
      const decoded = removeDefaults(decodeTraces(encodeTraces(traces)));
      expect(decoded).toEqual(removeDefaults(traces));
      const own = toSdkSpans(traces);
      const binary = ProtobufTraceSerializer.serializeRequest(own) ?? new Uint8Array();
      expect(removeDefaults(decodeTraces(binary))).toEqual(decoded);
      const json = JsonTraceSerializer.serializeRequest(own) ?? new Uint8Array();
      expect(removeDefaults(JSON.parse(new TextDecoder().decode(json)))).toEqual(decoded);
    }
  });

  test("keep flags, trace state, and values that are zero or empty", () => {
    const [traces] = createTraces(readFixture("recorded/1.0/stream.jsonl").records);
    const [resourceSpans] = traces?.resourceSpans ?? [];
    const [span] = resourceSpans?.scopeSpans[0]?.spans ?? [];
    if (!resourceSpans || !span) throw new Error("there is no span");
    const attributes: OtlpAttribute[] = [
      { key: "zero", value: { intValue: "0" } },
      { key: "negative", value: { intValue: "-1" } },
      { key: "no", value: { boolValue: false } },
      { key: "empty", value: { stringValue: "" } },
      { key: "half", value: { doubleValue: 0.5 } },
      { key: "none", value: { arrayValue: { values: [] } } },
    ];
    const changed = { ...span, attributes, flags: 0x301, traceState: "a=1" };
    const scopeSpans = [{ scope: { name: "loupe", version: "1" }, spans: [changed] }];
    const decoded = decodeTraces(
      encodeTraces({ resourceSpans: [{ resource: resourceSpans.resource, scopeSpans }] }),
    );
    expect(decoded).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ spans: [{ flags: 0x301, traceState: "a=1" }] }] }],
    });
    const text = JSON.stringify(decoded);
    expect(text).toContain('{"key":"zero","value":{"intValue":"0"}}');
    expect(text).toContain(`{"key":"negative","value":{"intValue":"${2n ** 64n - 1n}"}}`);
    expect(text).toContain('{"key":"no","value":{"boolValue":false}}');
    expect(text).toContain('{"key":"empty","value":{"stringValue":""}}');
    expect(text).toContain('{"key":"half","value":{"doubleValue":0.5}}');
    expect(text).toContain('{"key":"none","value":{"arrayValue":{"values":[]}}}');
  });
});
