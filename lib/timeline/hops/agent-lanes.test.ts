// Lanes of agents on the overview.
import fc from "fast-check";
import { expect, test } from "vitest";
import { foldRecords } from "../../../fixtures/event-builders.ts";
import { arbitraryHopRecords, HopLog, PLANNER, TRACE } from "../../../fixtures/hop-log.ts";
import type { WireRecord } from "../../wire/record.ts";
import { layOutAgentLanes } from "./agent-lanes.ts";

function layOut(records: readonly WireRecord[], maxCalls = 100) {
  const { callTree, lastEvent, events } = foldRecords(records).timeline;
  const now = lastEvent < 0 ? 0 : events.time.at(lastEvent);
  return layOutAgentLanes(callTree, { n: lastEvent, now, maxLanes: 8, maxCalls });
}

test("an agent has a lane, in which waiting is told apart from work", () => {
  const log = new HopLog()
    .plan({ trace: TRACE })
    .wait(50)
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
    .wait(100)
    .finish("ask", "completed")
    .finish("plan", "completed");
  const [plan, ask] = layOut(log.records).lanes.map(({ bars }) => bars[0]);
  expect(ask?.waiting).toEqual([]);
  expect(plan?.waiting).toEqual([{ from: ask?.from, to: ask?.to }]);
});

test("calls of a lane do not cover each other, and none goes missing", () => {
  const property = fc.property(arbitraryHopRecords, (records) => {
    const { lanes, hiddenCalls } = layOut(records, 5);
    const shown = lanes.flatMap(({ bars }) => bars);
    const total = new Set(records.flatMap((record) => (record.r === "open" ? [record.x] : [])))
      .size;
    if (lanes.length > 0) expect(shown.length + hiddenCalls).toBe(total);
    for (const { bars, rows } of lanes) {
      for (const [i, bar] of bars.entries()) {
        expect(bar.row).toBeLessThan(rows);
        const others = bars.slice(i + 1).filter(({ row }) => row === bar.row);
        expect(others.every(({ from }) => from >= bar.to)).toBe(true);
        expect(bar.waiting.every(({ from, to }) => from >= bar.from && to <= bar.to)).toBe(true);
      }
    }
  });
  fc.assert(property, { numRuns: 100 });
});

test("a run with one agent has none", () => {
  expect(layOut(new HopLog().plan().finish("plan", "completed").records).lanes).toEqual([]);
});
