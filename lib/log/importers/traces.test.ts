import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldRecords } from "../../../fixtures/event-builders.ts";
import {
  openFixtureLog,
  readFixture,
  readFixtureBytes,
  TRACE_NAMES,
} from "../../../fixtures/read-fixture.ts";
import { getVerdictAt } from "../../lint/verdict.ts";
import { createTraces } from "../../otlp/otlp.testkit.ts";
import type { WireRecord } from "../../wire/record.ts";

const getNotes = (records: readonly WireRecord[]) =>
  records.flatMap((record) => (record.r === "note" ? [record] : []));

const summarize = (records: readonly WireRecord[]) =>
  getNotes(records).map(({ t, x, text }) => [t, x, text.split("\n")[0]]);

const EXPECTED = [
  [0.11, "x1", expect.stringMatching(/^This is a trace: .* Requests, responses and bytes are not/)],
  [0.11, "x1", "POST /chat · planner · 900 ms"],
  [40.11, "x2", "\u2003SendStreamingMessage · planner · 780 ms"],
  [50.61, "x2", "\u2003\u2003SendStreamingMessage · weather · 759.5 ms"],
  [80.36, "x2", "\u2003\u2003\u2003chat small-model · weather · 319.75 ms"],
  [410.11, "x2", "\u2003\u2003\u2003execute_tool forecast · weather · 380 ms · failed"],
];

/** Keys as the fields are named in protobuf, which are as valid in JSON. */
const toFieldNames = (json: string) =>
  json.replace(/"(\w+)":/g, (_, name: string) => {
    return `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}":`;
  });

describe("OTLP in another legal form", () => {
  const json = JSON.stringify(
    JSON.parse(new TextDecoder().decode(readFixtureBytes("traces/otlp.json"))),
  );
  const { resourceSpans } = JSON.parse(json);

  test.each([
    ["fields by their names in protobuf", toFieldNames(json)],
    ["a list of requests", `[${json},{"resourceSpans":[]}]`],
    [
      "empty groups",
      JSON.stringify({ resourceSpans: [{}, { scopeSpans: [{}] }, ...resourceSpans] }),
    ],
    ["the API of Jaeger 2", `{"result":${json}}`],
    ["kinds and states as names", json.replaceAll('"code":2', '"code":"STATUS_CODE_ERROR"')],
  ])("%s", (_, text) => {
    expect(summarize(openFixtureLog(Buffer.from(text)).records)).toEqual(EXPECTED);
  });

  test("times as numbers, which are exact to a microsecond", () => {
    const text = json.replace(/UnixNano":"(\d+)"/g, 'UnixNano":$1');
    expect(text).not.toBe(json);
    expect(summarize(openFixtureLog(Buffer.from(text)).records)).toEqual(EXPECTED);
  });
});

test("one trace of Jaeger's JSON without its list, and a span with its process inside", () => {
  const { data } = JSON.parse(new TextDecoder().decode(readFixtureBytes("traces/jaeger.json")));
  expect(summarize(openFixtureLog(Buffer.from(JSON.stringify(data[0]))).records)).toEqual(EXPECTED);
  const { spans, processes, ...trace } = data[0];
  const own = spans.map(({ processID, ...span }: { processID: string }) => ({
    ...span,
    process: processes[processID],
  }));
  const text = JSON.stringify({ ...trace, spans: own });
  expect(summarize(openFixtureLog(Buffer.from(text)).records)).toEqual(EXPECTED);
});

describe("a trace", () => {
  test.each(TRACE_NAMES)("in %s has its spans as notes, in order, below their parents", (name) => {
    const { records, skipped, importer } = readFixture(name);
    expect(skipped).toEqual([]);
    expect(name).toContain(importer);
    expect(summarize(records)).toEqual(EXPECTED);
    expect(records[0]).toMatchObject({ r: "loupe", at: "2026-11-20T10:51:30.025Z", by: importer });
  });

  test.each(TRACE_NAMES)("in %s has attributes and events, and nothing of a wire", (name) => {
    const { records } = readFixture(name);
    const call = getNotes(records).find(({ t }) => t === 40.11)?.text ?? "";
    expect(call).toContain("trace 4bf92f3577b34da6a3ce929d0e0e4736, span 1111111111111111");
    expect(call).toContain("a2a.task.id = t1");
    expect(call).toContain("server.port = 9999");
    expect(call).toContain("+20 ms loupe.first_byte");
    expect(records.filter(({ r }) => r === "head" || r === "data")).toEqual([]);
    const opens = records.flatMap((record) => (record.r === "open" ? [record] : []));
    expect(opens).toMatchObject([
      { x: "x1", method: "", url: "http://planner.example/chat", headers: [] },
      { x: "x2", method: "", url: "//weather.example:9999/", headers: [] },
    ]);
    const ends = records.flatMap((record) => (record.r === "end" ? [record] : []));
    expect(ends).toMatchObject([
      { x: "x2", t: 820.11, cause: "unknown" },
      { x: "x1", t: 900.11, cause: "unknown" },
    ]);
    const { timeline } = foldRecords(records);
    expect(timeline.exchanges.every(({ request }) => request === null)).toBe(true);
    expect(getVerdictAt(timeline, timeline.lastEvent).because).toMatch(
      /^The log contains neither the request nor the response\./,
    );
  });

  test.each(TRACE_NAMES)("in %s does not depend on how its bytes were split", (name) => {
    const bytes = readFixtureBytes(name);
    const whole = openFixtureLog(bytes);
    for (const length of [1, 7, 1000]) expect(openFixtureLog(bytes, length)).toEqual(whole);
  });

  test.each(TRACE_NAMES)("in %s survives damage", (name) => {
    const bytes = readFixtureBytes(name);
    const damage = fc.record({
      at: fc.nat(bytes.length - 1),
      cut: fc.integer({ min: 0, max: 60 }),
      put: fc.uint8Array({ maxLength: 6 }),
      end: fc.nat(bytes.length),
    });
    const property = fc.property(damage, ({ at, cut, put, end }) => {
      const hurt = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
      for (const source of [hurt, bytes.subarray(0, end)]) {
        try {
          foldRecords(openFixtureLog(source).records);
        } catch (error) {
          expect(error).toHaveProperty("name", "UnreadableLog");
        }
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  test("cut off in its last line shows the lines before", () => {
    const bytes = readFixtureBytes("traces/otlp.jsonl");
    const { records, skipped } = openFixtureLog(bytes.subarray(0, bytes.length - 40));
    expect(summarize(records).length).toBeGreaterThan(1);
    expect(skipped).toMatchObject([{ reason: "not JSON, or cut off" }]);
  });

  test("that Loupe exported opens, with its calls, tools and plans", () => {
    const traces = createTraces(readFixture("shapes/caipe.sse").records);
    const lines = traces.map((one) => `${JSON.stringify(one)}\n`).join("");
    const { records, importer } = openFixtureLog(Buffer.from(lines));
    expect(importer).toBe("otlp");
    const names = summarize(records).map(([, , line]) => line);
    expect(names).toContainEqual(expect.stringMatching(/^SendStreamingMessage · loupe/));
    expect(names).toContainEqual(expect.stringMatching(/^\u2003execute_tool argocd · loupe/));
  });

  test("whose spans are their own ancestors, or appear twice, shows each once", () => {
    const span = (spanId: string, parentSpanId: string) => ({
      traceId: "a".repeat(32),
      spanId: spanId.repeat(16),
      parentSpanId: parentSpanId.repeat(16),
      name: spanId,
      startTimeUnixNano: "1000000",
      endTimeUnixNano: "2000000",
    });
    const spans = [span("1", "2"), span("2", "1"), span("2", "1"), span("3", "3")];
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const { records } = openFixtureLog(Buffer.from(text));
    const shown = summarize(records).slice(1);
    expect(shown.map(([, , line]) => String(line).trim()[0]).sort()).toEqual(["1", "2", "3"]);
  });

  test("without a span is refused", () => {
    expect(() => openFixtureLog(Buffer.from('{"resourceSpans":[]}'))).toThrow("without a span");
  });
});
