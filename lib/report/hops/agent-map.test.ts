// The map of agents: who called whom, and where the time went.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamLog, foldRecords } from "../../../fixtures/event-builders.ts";
import {
  arbitraryHopRecords,
  createHop,
  HopLog,
  PLANNER,
  TRACE,
} from "../../../fixtures/hop-log.ts";
import { Interpretation } from "../../dialects/interpretation.ts";
import { splitTime } from "../../timeline/hops/time-split.ts";
import type { WireRecord } from "../../wire/record.ts";
import { createAgentMap } from "./agent-map.ts";
import { createHopsReport } from "./hop-report.ts";

function createMap(records: readonly WireRecord[], events?: number) {
  const { timeline } = foldRecords(records);
  const n = events ?? timeline.lastEvent;
  const report = createHopsReport(new Interpretation(timeline).update(), n);
  const map = createAgentMap(timeline, n, report?.calls ?? []);
  return { timeline, n, map, time: report?.time };
}

test("agents have layers, and calls between two of them are one arrow", () => {
  const log = new HopLog()
    .plan({ trace: TRACE })
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
    .wait(100)
    .finish("ask", "completed")
    .begin({ x: "again", port: 9002, trace: TRACE, program: PLANNER })
    .wait(50)
    .finish("again", "failed")
    .finish("plan", "completed");
  const { map, time } = createMap(log.records);
  expect(map.nodes.map(({ name, layer, calls }) => [name, layer, calls])).toEqual([
    ["user", 0, 0],
    ["127.0.0.1:9001", 1, 1],
    ["127.0.0.1:9002", 2, 2],
  ]);
  expect(map.edges.map(({ calls, failed, known }) => [calls, failed, known])).toEqual([
    [1, 0, "recorded"],
    [2, 1, "recorded"],
  ]);
  const taken = new Map(time?.agents.map(({ target, takenMs }) => [target, takenMs]));
  const asked = taken.get("127.0.0.1:9002") ?? 0;
  expect(asked).toBe(map.edges[1]?.totalMs);
  expect((taken.get("127.0.0.1:9001") ?? 0) + asked).toBeCloseTo(time?.totalMs ?? 0);
});

test("the time to fetch a card counts as it does where the time went, but is no call", () => {
  const log = new HopLog().plan({ trace: TRACE });
  const hop = createHop({ port: 9002, connection: 7, program: PLANNER });
  log
    .addOpen("card", {
      method: "GET",
      url: "http://127.0.0.1:9002/.well-known/agent-card.json",
      headers: [["traceparent", `00-${TRACE}-${"1".repeat(16)}-01`]],
      hop,
    })
    .wait(400)
    .addHead(200, "application/json", "card")
    .addText('{"name":"Hotels","url":"/","skills":[],"capabilities":{}}', "card")
    .addEnd("complete", "card");
  log
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
    .wait(100)
    .finish("ask", "completed")
    .finish("plan", "completed");
  const { map, time } = createMap(log.records);
  const hotels = time?.agents.find(({ target }) => target === "127.0.0.1:9002");
  const node = map.nodes.find(({ key }) => key === "127.0.0.1:9002");
  expect(node).toMatchObject({ calls: 1, workMs: hotels?.takenMs });
  expect(map.edges[1]).toMatchObject({ calls: 1, totalMs: hotels?.takenMs });
  expect(hotels?.takenMs).toBeGreaterThanOrEqual(500);
});

test("an agent that calls itself has an arrow to itself, and its layer", () => {
  const log = new HopLog()
    .plan()
    .begin({ x: "again", port: 9001, program: PLANNER })
    .begin({ x: "ask", port: 9002, program: PLANNER })
    .finish("ask", "completed")
    .finish("again", "completed")
    .finish("plan", "completed");
  const { map } = createMap(log.records);
  expect(map.nodes.map(({ name, layer, calls }) => [name, layer, calls])).toEqual([
    ["user", 0, 0],
    ["127.0.0.1:9001", 1, 2],
    ["127.0.0.1:9002", 2, 1],
  ]);
  expect(map.edges.map(({ from, to }) => [from, to])).toEqual([
    ["program:user", "127.0.0.1:9001"],
    ["127.0.0.1:9001", "127.0.0.1:9001"],
    ["127.0.0.1:9001", "127.0.0.1:9002"],
  ]);
});

test("who is not known is one caller, whatever the address", () => {
  const log = new HopLog()
    .plan()
    .finish("plan", "completed")
    .begin({ x: "one", port: 9001 })
    .finish("one", "completed")
    .begin({ x: "two", port: 9001, address: "::1" })
    .finish("two", "completed")
    .begin({ x: "three", port: 9001, address: "192.0.2.7" });
  const { map } = createMap(log.records);
  expect(map.nodes.map(({ name }) => name)).toEqual([
    "user",
    "127.0.0.1:9001",
    "unknown",
    "192.0.2.7",
  ]);
  expect(map.edges.map(({ calls }) => calls)).toEqual([1, 2, 1]);
});

test("of calls at the same time, the one that ended last counts", () => {
  const log = new HopLog()
    .plan({ trace: TRACE })
    .begin({ x: "long", port: 9002, trace: TRACE, program: PLANNER })
    .begin({ x: "short", port: 9003, trace: TRACE, program: PLANNER })
    .wait(100)
    .finish("short", "completed")
    .wait(100)
    .finish("long", "completed")
    .finish("plan", "completed");
  const { time } = createMap(log.records);
  const taken = new Map(time?.agents.map(({ target, takenMs }) => [target, takenMs]));
  expect(taken.has("127.0.0.1:9003")).toBe(false);
  expect(taken.get("127.0.0.1:9002")).toBeGreaterThan(200);
});

test("the parts of the time of a call add up to the whole, and the map as of an event is that of a log that ends there", () => {
  const property = fc.property(arbitraryHopRecords, (records) => {
    const { timeline } = foldRecords(records);
    const { calls } = timeline.callTree;
    for (const call of calls) {
      const end = call.endTimeAt(timeline.lastEvent);
      if (Number.isNaN(end)) continue;
      const parts = [...splitTime(call, timeline.lastEvent, end).values()];
      expect(parts.every((part) => part >= 0)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(end - call.begin);
    }
    for (let n = 0; n < timeline.lastEvent; n += 5) {
      const early = foldRecords(records, n + 1).timeline;
      const report = createHopsReport(new Interpretation(early).update(), n);
      const { map, time } = createMap(records, n);
      expect(map).toEqual(createAgentMap(early, n, report?.calls ?? []));
      expect(time).toEqual(report?.time);
    }
  });
  fc.assert(property, { numRuns: 60 });
});

test("a run without a tap has no map", () => {
  expect(createMap(createStreamLog().records).map).toMatchObject({ nodes: [], edges: [] });
});
