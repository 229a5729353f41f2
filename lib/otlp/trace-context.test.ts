import fc from "fast-check";
import { expect, test } from "vitest";
import { createSendMessageParams, ReportLog } from "../../fixtures/event-builders.ts";
import { parseTraceparent } from "../timeline/hops/trace-context.ts";
import type { HeaderList } from "../wire/record.ts";
import { createSpans } from "./otlp.testkit.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const JOINED = { traceId: TRACE, parentSpanId: PARENT, flags: 0x301 };

function createCallSpans(params: Record<string, unknown>, headers: HeaderList = []) {
  const { records } = new ReportLog()
    .addRequest("message/send", params, "x1", headers)
    .addHead(200, "application/json")
    .addEnd();
  return createSpans(records);
}

test("a call joins the trace of its headers, state and all", () => {
  const [span] = createCallSpans({}, [
    ["TraceParent", TRACEPARENT],
    ["tracestate", "vendor=1"],
  ]);
  expect(span).toMatchObject({ ...JOINED, traceState: "vendor=1" });
});

test.each([
  ["the message", createSendMessageParams("hi", "m1", { metadata: { traceparent: TRACEPARENT } })],
  ["the request", { metadata: { traceparent: TRACEPARENT } }],
  ["an extension", { metadata: { "https://example.com/trace/v1": { traceparent: TRACEPARENT } } }],
])("a call joins the trace in the metadata of %s", (_, params) => {
  expect(createCallSpans(params)).toMatchObject([JOINED]);
});

test("headers come before metadata", () => {
  const other = `00-${"1".repeat(32)}-${"2".repeat(16)}-00`;
  const params = { metadata: { traceparent: other } };
  expect(createCallSpans(params, [["traceparent", TRACEPARENT]])).toMatchObject([JOINED]);
});

test("calls without a trace share one that is derived from the recording", () => {
  const log = new ReportLog()
    .addRequest("tasks/get", { id: "t1" }, "x1")
    .addRequest("tasks/get", { id: "t1" }, "x2")
    .addRequest("tasks/get", { id: "t1" }, "x3", [["traceparent", TRACEPARENT]]);
  const [first, second, third] = createSpans(log.records);
  expect(first?.traceId).toBe(second?.traceId);
  expect(first?.parentSpanId).toBeUndefined();
  expect(third).toMatchObject(JOINED);
  expect(first?.traceId).not.toBe(TRACE);
});

test.each([
  "",
  "not one",
  `ff-${TRACE}-${PARENT}-01`,
  `00-${"0".repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}`,
])("%j is no trace context", (text) => {
  expect(parseTraceparent(text)).toBeNull();
});

test("a later version may have more fields", () => {
  expect(parseTraceparent(`01-${TRACE}-${PARENT}-00-more`)).toEqual({
    traceId: TRACE,
    parentId: PARENT,
    flags: 0,
  });
});

test("no text makes the parser fail", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTraceparent(text)));
});
