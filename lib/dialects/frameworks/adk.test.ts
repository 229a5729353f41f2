/** Tool calls of ADK without their metadata, and several in one event. */

import { expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../../fixtures/read-fixture.ts";

const open = (...values: unknown[]) => {
  const text = values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");
  return createLogReport(foldRecords(openFixtureLog(Buffer.from(text)).records));
};
const rows = ({ entries }: ReturnType<typeof open>) =>
  entries.map(({ kind, title, count, parent }) =>
    `${parent ?? ""} ${kind} ${title} ×${count}`.trim(),
  );

const ids = { taskId: "t1", contextId: "c1" };
const call = (id: string, name: string) => ({ id, name, args: { harbour: "Bergen" } });
const answer = (id: string, name: string, response: object = { m: 1 }) => ({ id, name, response });

const task = { task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_SUBMITTED" } } };
const rest = (artifactId: string, data: object) => ({
  artifactUpdate: {
    ...ids,
    artifact: { artifactId, parts: [{ data: { data } }] },
    lastChunk: true,
  },
});
const over = { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" }, final: true } };

test("a call and its answer are one over the HTTP+JSON of 0.3, whose parts have no metadata", () => {
  const report = open(task, rest("a", call("k", "tides")), rest("b", answer("k", "tides")), over);
  expect(report.tools).toMatchObject([
    { name: "tides", callId: "k", state: "completed", result: { m: 1 } },
  ]);
  expect(rows(report)).toEqual(["state submitted ×1", "tool tides ×2", "state completed ×1"]);
});

test("an answer that says an error is one that failed", () => {
  const failed = answer("k", "tides", { status: "error" });
  const { tools } = open(task, rest("a", call("k", "tides")), rest("b", failed), over);
  expect(tools).toMatchObject([{ state: "failed" }]);
});

test("data that looks like an answer to what was never called is left alone", () => {
  const { tools, entries } = open(task, rest("b", answer("k", "survey")), over);
  expect(tools).toEqual([]);
  expect(entries.map(({ kind }) => kind)).toEqual(["state", "artifact", "state"]);
});

const typed = (type: string, ...values: object[]) =>
  values.map((data) => ({ kind: "data", data, metadata: { adk_type: type } }));
const rpc = (result: object) => ({ jsonrpc: "2.0", id: 1, result });
const chunk = (artifactId: string, parts: object[]) =>
  rpc({ kind: "artifact-update", ...ids, artifact: { artifactId, parts }, lastChunk: true });
const says = (messageId: string, parts: object[]) =>
  rpc({
    kind: "status-update",
    ...ids,
    status: { state: "working", message: { kind: "message", role: "agent", messageId, parts } },
    final: false,
  });
const two = typed("function_call", call("k", "tides"), call("l", "winds"));
const both = typed("function_response", answer("k", "tides"), answer("l", "winds"));

test("two calls in one event are two rows, and no empty one", () => {
  expect(rows(open(chunk("a", two), chunk("b", both)))).toEqual(["tool tides ×2", "tool winds ×2"]);
  expect(rows(open(says("m1", two), says("m2", both)))).toEqual([
    "state working ×2",
    "0 tool tides ×2",
    "0 tool winds ×2",
  ]);
});

test("an answer beside a new call hides neither", () => {
  const [first] = typed("function_call", call("k", "tides"));
  const mixed = [
    ...typed("function_response", answer("k", "tides")),
    ...typed("function_call", call("l", "winds")),
  ];
  for (const parts of [mixed, mixed.toReversed()]) {
    const report = open(chunk("a", first ? [first] : []), chunk("b", parts));
    expect(rows(report)).toEqual(["tool tides ×2", "tool winds ×1"]);
    expect(report.tools.map(({ result }) => result)).toEqual([{ m: 1 }, null]);
  }
});

test("calls beside a text leave the text its row", () => {
  const text = { kind: "text", text: "I look." };
  expect(rows(open(chunk("a", [text, ...two])))).toEqual([
    "artifact a ×1",
    "0 tool tides ×1",
    "0 tool winds ×1",
  ]);
});
