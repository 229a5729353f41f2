import { describe, expect, test } from "vitest";
import { Ingest } from "../timeline/ingest.ts";
import { countScopeEvents, countScopeEventsUpTo } from "../timeline/scope.ts";
import { findEventAt, getScopeTimeRange, summarizeTimeRange } from "../timeline/time-range.ts";
import type { WireRecord } from "../wire/record.ts";
import { Interpretation } from "./interpretation.ts";
import { createRow, getBarEnd, RowList } from "./rows.ts";

const card: WireRecord[] = [
  { r: "open", x: "x1", t: 0, method: "GET", url: "http://a.test/agent-card.json", headers: [] },
  { r: "head", x: "x1", t: 5, status: 200, headers: [["content-type", "application/json"]] },
  { r: "data", x: "x1", t: 6, text: '{"name":"A","url":"http://a.test/","skills":[]}' },
  { r: "end", x: "x1", t: 7, cause: "complete" },
];

const ask = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "message/stream",
  params: { message: { role: "user", messageId: "m1", parts: [{ kind: "text", text: "go" }] } },
});

const event = (result: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
const state = (name: string) =>
  event({ kind: "status-update", taskId: "t1", contextId: "c1", status: { state: name } });
const chunk = (text: string, append: boolean) =>
  event({
    kind: "artifact-update",
    taskId: "t1",
    contextId: "c1",
    append,
    artifact: { artifactId: "a1", name: "answer", parts: [{ kind: "text", text }] },
  });

const call: WireRecord[] = [
  { r: "open", x: "x2", t: 100, method: "POST", url: "http://a.test/", headers: [], body: ask },
  { r: "head", x: "x2", t: 110, status: 200, headers: [["content-type", "text/event-stream"]] },
  { r: "data", x: "x2", t: 120, text: state("working") },
  { r: "data", x: "x2", t: 130, text: chunk("Hel", false) },
  { r: "data", x: "x2", t: 150, text: chunk("lo", true) },
  { r: "data", x: "x2", t: 170, text: state("completed") },
  { r: "end", x: "x2", t: 171, cause: "complete" },
];

function timelineOf(records: readonly WireRecord[]) {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  return ingest.timeline;
}

const timeline = timelineOf([...card, ...call]);
const interpretation = new Interpretation(timeline).update();
const titles = (list: RowList) =>
  Array.from({ length: list.count }, (_, row) => {
    const item = list.itemAt(row);
    return item ? createRow(interpretation, item, timeline.lastEvent).title : null;
  });

describe("rows", () => {
  test("all exchanges are those that called the agent, not those that looked it up", () => {
    const list = new RowList(interpretation, "all");
    list.update();
    expect(titles(list)).toEqual([
      "go",
      "200 text/event-stream",
      "working",
      "answer",
      "completed",
      "stream ended",
    ]);
  });

  test("one exchange shows its own rows", () => {
    const list = new RowList(interpretation, 0);
    list.update();
    expect(titles(list)).toEqual(["GET agent-card.json"]);
  });

  test("a list that grows with its timeline ends up as one made at the end", () => {
    const ingest = new Ingest();
    const growing = new RowList(new Interpretation(ingest.timeline), "all");
    for (const record of [...card, ...call]) {
      ingest.push(record);
      growing.update();
    }
    expect(growing.count).toBe(6);
    for (let row = 0; row < growing.count; row++) {
      const item = growing.itemAt(row);
      expect(growing.findRow(item?.index ?? -1)).toBe(row);
    }
    expect(growing.findRow(0)).toBe(-1);
    expect(growing.itemAt(6)).toBeUndefined();
  });
});

describe("a row as of an event", () => {
  const answer = interpretation.items.find(({ kind }) => kind === "artifact");
  if (!answer) throw new Error("no artifact");

  test("shows the content at that time", () => {
    const first = answer.firstEvent;
    expect(createRow(interpretation, answer, first)).toMatchObject({ preview: "Hel", count: 1 });
    expect(createRow(interpretation, answer, first + 1)).toMatchObject({
      preview: "Hello",
      count: 2,
    });
    expect(createRow(interpretation, answer, first - 1)).toMatchObject({
      isFuture: true,
      count: 0,
      bytes: 0,
    });
  });

  test("has a bar that ends with its last event so far, and a state's with the next state", () => {
    const n = timeline.lastEvent;
    expect(getBarEnd(timeline, answer, answer.firstEvent)).toBe(130);
    expect(getBarEnd(timeline, answer, n)).toBe(150);
    const working = interpretation.items.find(
      (it) => it.kind === "state" && it.firstEvent < answer.firstEvent,
    );
    if (!working) throw new Error("no state");
    expect(getBarEnd(timeline, working, n)).toBe(170);
    expect(getBarEnd(timeline, working, n - 1)).toBe(150);
  });
});

test("a scope has its own time range and event count", () => {
  expect(getScopeTimeRange(timeline, "all")).toEqual({ from: 100, to: 171 });
  expect(getScopeTimeRange(timeline, 0)).toEqual({ from: 0, to: 7 });
  expect(countScopeEvents(timeline, "all")).toBe(4);
  expect(countScopeEvents(timeline, 0)).toBe(1);
  expect(countScopeEventsUpTo(timeline, "all", timeline.lastEvent - 2)).toBe(2);
  expect(countScopeEventsUpTo(timeline, "all", -1)).toBe(0);
});

test("a time range summarizes its events, edges included", () => {
  const all = summarizeTimeRange(timeline, "all", { from: 100, to: 171 });
  expect(all.events).toBe(4);
  expect(all.bytes).toBe(timeline.exchanges[1]?.body.bytes);
  expect(summarizeTimeRange(timeline, "all", { from: 130, to: 150 }).events).toBe(2);
  expect(summarizeTimeRange(timeline, "all", { from: 131, to: 149 })).toEqual({
    events: 0,
    bytes: 0,
  });
  expect(summarizeTimeRange(timeline, "all", { from: 0, to: 10 }).events).toBe(0);
  expect(findEventAt(timeline, 149)).toBe(2);
  expect(findEventAt(timeline, -1)).toBe(-1);
});

test("a log without times has no time range and no bars", () => {
  const timeless = timelineOf(call.map((record) => ({ ...record, t: null })));
  expect(getScopeTimeRange(timeless, "all")).toBeNull();
  const [item] = new Interpretation(timeless).update().items;
  if (!item) throw new Error("no item");
  expect(getBarEnd(timeless, item, timeless.lastEvent)).toBeNaN();
});

test.each([
  ["0.1", "StreamingNotSupported"],
  ["0.3", "InvalidAgentResponse"],
  ["1.0", "InvalidAgentResponse"],
])("in %s the code -32006 is %s", (version, name) => {
  const error = { jsonrpc: "2.0", id: 1, error: { code: -32006, message: "no" } };
  const methods = { "0.1": "tasks/sendSubscribe", "0.3": "message/stream" };
  const method = methods[version as keyof typeof methods] ?? "SendStreamingMessage";
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
  const failed = timelineOf([
    { r: "open", x: "x1", t: 0, method: "POST", url: "http://a.test/", headers: [], body },
    { r: "head", x: "x1", t: 1, status: 200, headers: [["content-type", "application/json"]] },
    { r: "data", x: "x1", t: 2, text: JSON.stringify(error) },
    { r: "end", x: "x1", t: 3, cause: "complete" },
  ]);
  const read = new Interpretation(failed).update();
  const item = read.items.find(({ kind }) => kind === "error");
  if (!item) throw new Error("no error");
  expect(createRow(read, item, failed.lastEvent).title).toBe(`${name} (-32006)`);
});
