import { expect, test } from "vitest";
import { createStreamLog, createTask, ReportLog } from "../../fixtures/event-builders.ts";
import { Ingest } from "./ingest.ts";
import { findAdjacentEventTime, getActiveTime, summarizeTimeRange } from "./time-range.ts";

/** Events at 30, 40, 50 and 60. */
const { timeline } = createStreamLog(
  createTask("working"),
  createTask("working"),
  createTask("working"),
  createTask("completed"),
);

test.each([
  [0, 1, 30],
  [30, 1, 40],
  [45, 1, 50],
  [60, 1, 60],
  [99, -1, 60],
  [60, -1, 50],
  [45, -1, 40],
  [30, -1, 30],
] as const)("beside %i, %i steps on, there is an event at %i", (time, direction, wanted) => {
  expect(findAdjacentEventTime(timeline, time, direction)).toBe(wanted);
});

test("without events there is no adjacent event", () => {
  expect(findAdjacentEventTime(new ReportLog().addOpen().timeline, 5, 1)).toBe(5);
});

test("a time range includes the events at its ends", () => {
  const whole = summarizeTimeRange(timeline, "all", { from: 0, to: 100 });
  expect(whole.events).toBe(4);
  expect(summarizeTimeRange(timeline, "all", { from: 40, to: 50 }).events).toBe(2);
  expect(summarizeTimeRange(timeline, "all", { from: 41, to: 49 })).toEqual({
    events: 0,
    bytes: 0,
  });
});

test("active time is that of exchanges in progress, however they overlap", () => {
  const ingest = new Ingest();
  const ranges = [
    [0, 100],
    [50, 80],
    [90, 120],
    [5000, 5010],
  ] as const;
  for (const [index, [from, to]] of ranges.entries()) {
    const x = `x${index}`;
    ingest.push({ r: "open", x, t: from, method: "POST", url: "http://a/", headers: [] });
    ingest.push({ r: "end", x, t: to, cause: "complete" });
  }
  const { exchanges, lastEvent } = ingest.timeline;
  expect(getActiveTime(ingest.timeline, exchanges, lastEvent)).toBe(130);
  expect(getActiveTime(ingest.timeline, exchanges.slice(3), lastEvent)).toBe(10);
  expect(getActiveTime(ingest.timeline, [], lastEvent)).toBeNull();
});
