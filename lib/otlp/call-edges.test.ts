// The spans of a tapped run: below the calls they were made for where that is known, else linked.
import { expect, test } from "vitest";
import { createTask, ReportLog } from "../../fixtures/event-builders.ts";
import {
  type CallOptions,
  createHop,
  HopLog,
  OTHER_TRACE,
  PLANNER,
  SENDER,
  TRACE,
} from "../../fixtures/hop-log.ts";
import { createSpans, toObject } from "./otlp.testkit.ts";
import type { OtlpSpan } from "./span.ts";

const OTHER_SENDER = "1".repeat(16);

function createPair(plan: Partial<CallOptions>, ask: Partial<CallOptions>) {
  const log = new HopLog()
    .plan(plan)
    .begin({ x: "ask", port: 9002, ...ask })
    .finish("ask", "completed")
    .finish("plan", "completed");
  return readPair(createSpans(log.records));
}

function readPair([planned, asked]: readonly OtlpSpan[]) {
  if (!planned || !asked) throw new Error("a span is missing");
  return { planned, asked, attributes: toObject(asked.attributes) };
}

test("a recorded edge is the parent", () => {
  const { planned, asked, attributes } = createPair(
    { trace: TRACE },
    { trace: TRACE, program: PLANNER },
  );
  expect(planned).toMatchObject({ traceId: TRACE, parentSpanId: SENDER, flags: 0x301 });
  expect(asked).toMatchObject({ traceId: TRACE, parentSpanId: planned.spanId, flags: 0x101 });
  // The trace context was passed on as it came, so it names no span between the two.
  expect(asked.links).toEqual([]);
  expect(attributes).toMatchObject({
    "loupe.edge": "recorded",
    "loupe.edge.rule": "trace",
    "loupe.edge.certainty": "certain",
  });
});

test("a call without a trace joins that of the call it was made for", () => {
  const log = new HopLog().plan({ trace: TRACE });
  log.addEventsTo("plan", createTask("working", { id: "t-plan" }));
  log.begin({ x: "ask", port: 9002, message: { referenceTaskIds: ["t-plan"] } });
  const { planned, asked } = readPair(createSpans(log.finish("ask", "completed").records));
  expect(asked).toMatchObject({ traceId: TRACE, parentSpanId: planned.spanId, flags: 0x101 });
});

test("a call in another trace stays there, and is linked", () => {
  const log = new HopLog().plan({ trace: TRACE });
  log.addEventsTo("plan", createTask("working", { id: "t-plan" }));
  const message = { referenceTaskIds: ["t-plan"] };
  log.begin({ x: "ask", port: 9002, trace: OTHER_TRACE, message });
  const { planned, asked } = readPair(createSpans(log.finish("ask", "completed").records));
  expect(asked).toMatchObject({ traceId: OTHER_TRACE, parentSpanId: SENDER, flags: 0x301 });
  expect(asked.links).toMatchObject([{ traceId: TRACE, spanId: planned.spanId }]);
});

test("the agent's own span that sent a call is linked", () => {
  const { planned, asked } = createPair(
    { trace: TRACE },
    { trace: TRACE, sender: OTHER_SENDER, program: PLANNER },
  );
  expect(asked).toMatchObject({
    parentSpanId: planned.spanId,
    links: [{ traceId: TRACE, spanId: OTHER_SENDER }],
  });
});

test("an inferred edge is a link, with its rule", () => {
  const { planned, asked, attributes } = createPair({}, { program: PLANNER });
  expect(asked.parentSpanId).toBeUndefined();
  expect(asked.links).toMatchObject([{ traceId: planned.traceId, spanId: planned.spanId }]);
  const [link] = asked.links;
  expect(toObject(link?.attributes ?? [])).toMatchObject({
    "loupe.edge": "inferred",
    "loupe.edge.rule": "caller-program",
    "loupe.edge.certainty": "near-certain",
    "loupe.edge.reason": expect.stringContaining("port"),
  });
  expect(attributes).toMatchObject({ "loupe.edge": "inferred" });
});

test("an edge that the user made is the parent, one that the user cut is none", () => {
  const decide = (parent: string | null) => {
    const log = new HopLog().plan();
    log.records.push({ r: "edge", t: null, x: "ask", parent });
    log.begin({ x: "ask", port: 9002, program: PLANNER }).finish("ask", "completed");
    return readPair(createSpans(log.records));
  };
  const made = decide("plan");
  expect(made.asked.parentSpanId).toBe(made.planned.spanId);
  expect(made.attributes).toMatchObject({ "loupe.edge": "connected" });
  const cut = decide(null);
  expect(cut.asked.parentSpanId).toBeUndefined();
  expect(cut.asked.links).toEqual([]);
});

test("the server of a tapped call is the agent, not the tap", () => {
  const url = "http://tap.example:8000/";
  const log = new ReportLog().addOpen("x1", { url, body: "{}", hop: createHop({ port: 9002 }) });
  const [span] = createSpans(log.records);
  expect(toObject(span?.attributes ?? [])).toMatchObject({
    "server.address": "127.0.0.1",
    "server.port": 9002,
  });
});
