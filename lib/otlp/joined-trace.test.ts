import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createSendMessageParams,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import {
  FIXTURE_NAMES,
  readFixture,
  readFixtureBytes,
  TRACE_NAMES,
} from "../../fixtures/read-fixture.ts";
import type { ImportedSpan } from "../log/traces/imported-span.ts";
import { isTraceStart, readTraceFile } from "../log/traces/trace-reader.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { HeaderList, WireRecord } from "../wire/record.ts";
import { type JoinedTrace, joinTrace } from "./joined-trace.ts";
import { createSpans, createTraces } from "./otlp.testkit.ts";

const AT = "2026-11-20T10:51:30.000Z";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const OTHER = "a".repeat(32);
const CALLER = "00f067aa0ba902b7";

const id = (digit: string) => digit.repeat(16);
const atMs = (ms: number) => BigInt(Date.parse(AT)) * 1_000_000n + BigInt(Math.round(ms * 1e6));

function createSpan(spanId: string, from: number, to: number, over: Partial<ImportedSpan> = {}) {
  const times = { start: atMs(from), end: atMs(to) };
  const rest = { attributes: new Map(), events: [], isFailed: false, at: 0 };
  const ids = { traceId: TRACE, spanId, parentId: CALLER };
  return { ...ids, name: spanId, service: "weather", ...times, ...rest, ...over };
}

interface CallTimes {
  readonly from: number | null;
  readonly to: number | null;
}

const traceparent = (sender = CALLER): HeaderList => [["traceparent", `00-${TRACE}-${sender}-01`]];

/** A log of calls with a `traceparent`; `headers` are those of each. */
function createRun(
  calls: readonly (CallTimes & { readonly headers?: HeaderList })[],
  header: Partial<WireRecord & { r: "loupe" }> = {},
): Timeline {
  const records: WireRecord[] = [
    { r: "loupe", version: 1, id: "rec-1", at: AT, by: "loupe/0.1.0", ...header },
  ];
  for (const [index, { from, to, headers = traceparent() }] of calls.entries()) {
    const x = `x${index + 1}`;
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("rain?", x), x, headers)
      .addHead(200, "text/event-stream", x)
      .addEventsTo(x, createTask("working"), status("completed"))
      .addEnd("complete", x);
    const { records: own } = log;
    for (const [n, record] of own.entries()) {
      if (record.r === "loupe") continue;
      const share = n / (own.length - 1);
      const t = from === null || to === null ? null : from + (to - from) * share;
      records.push({ ...record, t } as WireRecord);
    }
  }
  return foldRecords(records).timeline;
}

const ONE_CALL = [{ from: 40, to: 840 }];

const summarize = ({ calls }: JoinedTrace) =>
  calls.map(({ exchange, spans }) => [
    exchange,
    ...spans.map(({ span, depth, start, end }) => [span.name, depth, start, end]),
  ]);

const counts = ({ count, others, outside, own }: JoinedTrace) => ({ count, others, outside, own });

describe("the spans of a trace", () => {
  test("are below the call whose request has their trace and sender, each after its parent", () => {
    const spans = [
      createSpan(id("3"), 300, 400, { parentId: id("2") }),
      createSpan(id("4"), 110, 200, { parentId: id("2") }),
      createSpan(id("2"), 100, 700),
      createSpan(id("5"), 350, 390, { parentId: id("3") }),
      createSpan(id("9"), 100, 700, { traceId: OTHER }),
    ];
    const joined = joinTrace(createRun(ONE_CALL), "run", spans);
    expect(summarize(joined)).toEqual([
      [
        0,
        [id("2"), 0, 100, 700],
        [id("4"), 1, 110, 200],
        [id("3"), 1, 300, 400],
        [id("5"), 2, 350, 390],
      ],
    ]);
    expect(joined.calls[0]).toMatchObject({ offset: 0, correction: null, byTime: 0 });
    expect(counts(joined)).toEqual({ count: 4, others: 1, outside: 0, own: 0 });
  });

  test.each(TRACE_NAMES)("in %s are the same in any format", async (name) => {
    const bytes = readFixtureBytes(name);
    const file = await readTraceFile(toPieces(bytes, 100));
    const sender = "1".repeat(16);
    const run = createRun([{ from: 60, to: 845, headers: traceparent(sender) }]);
    const joined = joinTrace(run, "run", file?.spans ?? []);
    expect(joined.calls.map(({ spans }) => spans.map(({ span }) => span.name))).toEqual([
      ["SendStreamingMessage", "chat small-model", "execute_tool forecast"],
    ]);
    expect(joined.calls[0]?.services).toEqual(["weather"]);
    // The caller's two spans are not the agent's.
    expect(counts(joined)).toEqual({ count: 3, others: 0, outside: 2, own: 0 });
  });

  test("of an agent that calls another one are below the call that they belong to", () => {
    const calls = [
      { from: 0, to: 900 },
      { from: 200, to: 600, headers: traceparent(id("3")) },
    ];
    const spans = [
      createSpan(CALLER, -5, 905, { parentId: "" }),
      createSpan(id("2"), 10, 890, { service: "planner" }),
      createSpan(id("3"), 190, 610, { parentId: id("2"), service: "planner" }),
      createSpan(id("4"), 210, 590, { parentId: id("3") }),
    ];
    const joined = joinTrace(createRun(calls), "run", spans);
    expect(summarize(joined)).toEqual([
      [0, [id("2"), 0, 10, 890], [id("3"), 1, 190, 610]],
      [1, [id("4"), 0, 210, 590]],
    ]);
    expect(joined.outside).toBe(1);
  });

  test("of calls with one sender are below the last call that had begun", () => {
    const calls = [
      { from: 0, to: 100 },
      { from: 200, to: 300 },
    ];
    const spans = [createSpan(id("2"), 10, 90), createSpan(id("3"), 210, 290)];
    const joined = joinTrace(createRun(calls), "run", spans);
    expect(summarize(joined).map(([exchange]) => exchange)).toEqual([0, 1]);
  });

  test("without their parents are found by their time, and counted", () => {
    const spans = [
      createSpan(id("3"), 300, 400, { parentId: id("2") }),
      createSpan(id("4"), 310, 390, { parentId: id("3") }),
      createSpan(id("5"), 900, 910, { parentId: id("8") }),
    ];
    const joined = joinTrace(createRun(ONE_CALL), "run", spans);
    expect(joined.calls[0]).toMatchObject({ byTime: 2, correction: null });
    expect(counts(joined)).toMatchObject({ count: 2, outside: 1 });
  });

  test("of calls without a traceparent are found by the ids that Loupe sends", () => {
    const run = createRun([{ from: 40, to: 840, headers: [] }]);
    const [sent] = createSpans([
      { r: "loupe", version: 1, id: "rec-1", at: AT, by: "loupe/0.1.0" },
      ...new ReportLog().addRequest("message/stream", createSendMessageParams("rain?", "x1"))
        .records,
    ]);
    if (!sent) throw new Error("no span");
    const { traceId, spanId } = sent;
    const spans = [
      createSpan(spanId, 40, 840, { traceId, attributes: new Map([["loupe.recording", "rec-1"]]) }),
      createSpan(id("2"), 100, 700, { traceId, parentId: spanId }),
    ];
    const joined = joinTrace(run, "run", spans);
    expect(summarize(joined)).toEqual([[0, [id("2"), 0, 100, 700]]]);
    expect(counts(joined)).toEqual({ count: 1, others: 0, outside: 0, own: 1 });
  });
});

describe("a clock", () => {
  test("that is behind is corrected: the spans are put into the middle of their call", () => {
    const spans = [
      createSpan(id("2"), -2300, -1700),
      createSpan(id("3"), -2200, -2100, { parentId: id("2") }),
    ];
    const [call] = joinTrace(createRun(ONE_CALL), "run", spans).calls;
    expect(call).toMatchObject({ correction: "clock", offset: 2440 });
    expect(call?.spans.map(({ start, end }) => [start, end])).toEqual([
      [140, 740],
      [240, 340],
    ]);
    // What the backend recorded stays.
    expect(call?.spans[0]?.span.start).toBe(atMs(-2300));
  });

  test("that is ahead is corrected: spans longer than the call begin with it", () => {
    const [call] = joinTrace(createRun(ONE_CALL), "run", [createSpan(id("2"), 5000, 6000)]).calls;
    expect(call).toMatchObject({ correction: "clock", offset: -4960 });
  });

  test("of a task that goes on after the response is left alone", () => {
    const [call] = joinTrace(createRun(ONE_CALL), "run", [createSpan(id("2"), 100, 9000)]).calls;
    expect(call).toMatchObject({ correction: null, offset: 0 });
    expect(call?.spans[0]).toMatchObject({ start: 100, end: 9000 });
  });

  test("that a log lacks is that of its calls, and nothing is found by time", () => {
    const spans = [createSpan(id("2"), 100, 700), createSpan(id("3"), 1, 2, { parentId: id("8") })];
    const joined = joinTrace(createRun(ONE_CALL, { at: null }), "run", spans);
    expect(joined.calls[0]?.correction).toBe("undated");
    expect(joined.calls[0]?.spans).toMatchObject([{ start: 140, end: 740 }]);
    expect(joined.outside).toBe(1);
  });

  test("of a log without times places nothing", () => {
    const run = createRun([{ from: null, to: null }], { at: null });
    const [call] = joinTrace(run, "run", [createSpan(id("2"), 100, 700)]).calls;
    expect(call?.spans).toMatchObject([{ start: Number.NaN, end: Number.NaN }]);
  });
});

describe("any trace", () => {
  test.each(FIXTURE_NAMES)("that Loupe exported of %s has only its own spans", async (name) => {
    const { records } = readFixture(name);
    const lines = createTraces(records).map((one) => `${JSON.stringify(one)}\n`);
    const file = await readTraceFile(toPieces(Buffer.from(lines.join("")), 1000));
    const joined = joinTrace(foldRecords(records).timeline, "a run", file?.spans ?? []);
    expect(counts(joined)).toMatchObject({ count: 0, own: file?.spans.length ?? 0 });
  });

  test("has each of its spans below one call, or counted", () => {
    const run = createRun([
      { from: 0, to: 400 },
      { from: 300, to: 800, headers: traceparent(id("3")) },
    ]);
    const digit = fc.constantFrom(..."0123456789abcdef");
    const property = fc.property(
      fc.array(
        fc.record({
          spanId: digit.map(id),
          parentId: fc.oneof(digit.map(id), fc.constant(CALLER), fc.constant("")),
          traceId: fc.constantFrom(TRACE, TRACE, OTHER),
          from: fc.integer({ min: -2000, max: 2000 }),
          length: fc.nat(3000),
        }),
        { maxLength: 30 },
      ),
      (drafts) => {
        const spans = drafts.map(({ from, length, spanId, ...ids }) =>
          createSpan(spanId, from, from + length, ids),
        );
        const unique = [...new Map(spans.map((it) => [`${it.traceId}${it.spanId}`, it])).values()];
        const joined = joinTrace(run, "run", unique);
        const placed = joined.calls.flatMap((call) => call.spans.map(({ span }) => span));
        expect(new Set(placed).size).toBe(placed.length);
        expect(placed.length).toBe(joined.count);
        const { count, others, outside, own } = joined;
        expect(count + others + outside + own).toBe(unique.length);
        for (const { exchange, spans: own } of joined.calls) {
          const { open, end } = run.exchanges[exchange] ?? {};
          const first = Math.min(...own.map(({ depth, start }) => (depth === 0 ? start : 1e9)));
          expect(first).toBeGreaterThanOrEqual((open?.time ?? 0) - 2);
          expect(first).toBeLessThanOrEqual((end?.time ?? 0) + 2);
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

async function* toPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test.each([
  ["a log", "formats/run.jsonl"],
  ["a HAR", "formats/loupe.har"],
  ["a zip", "formats/packed-run.zip"],
])("%s is no trace", async (_, name) => {
  expect(await readTraceFile(toPieces(readFixtureBytes(name), 500))).toBeNull();
});

test.each(TRACE_NAMES)("%s is known to be a trace by its beginning", (name) => {
  const bytes = readFixtureBytes(name);
  expect(isTraceStart(bytes)).toBe(true);
  expect(isTraceStart(bytes.subarray(0, bytes.length - 50))).toBe(true);
  expect(isTraceStart(gzipSync(bytes))).toBe(true);
});

test.each(["formats/run.jsonl", "formats/loupe.har", "shapes/caipe.sse"])(
  "%s is known to be no trace by its beginning",
  (name) => {
    expect(isTraceStart(readFixtureBytes(name).subarray(0, 9000))).toBe(false);
  },
);

test("what can't be read is no trace", async () => {
  expect(await readTraceFile(toPieces(Buffer.from("hello"), 2))).toBeNull();
});
