import fc from "fast-check";
import { expect, test } from "vitest";
import type { WireRecord } from "../wire/record.ts";
import { createAxisTicks, findTickColumns, formatAxisTime } from "./axis.ts";
import { Ingest } from "./ingest.ts";
import { createLaneSegments, getStateChangeEvents, type LaneView, layOutLanes } from "./lanes.ts";

const state = (name: string, taskId = "t1") =>
  `data: ${JSON.stringify({ kind: "status-update", taskId, contextId: "c", status: { state: name } })}\n\n`;
const chunk = `data: ${JSON.stringify({
  kind: "artifact-update",
  taskId: "t1",
  contextId: "c",
  append: true,
  artifact: { artifactId: "a", parts: [{ kind: "text", text: "x" }] },
})}\n\n`;

function timelineOf(frames: readonly (readonly [time: number, text: string])[]) {
  const ingest = new Ingest();
  const open: WireRecord = {
    r: "open",
    x: "x",
    t: 0,
    method: "POST",
    url: "http://a/",
    headers: [],
  };
  ingest.push(open);
  for (const [t, text] of frames) ingest.push({ r: "data", x: "x", t, text });
  return ingest.timeline;
}

/** Everything, however short. */
const WHOLE: LaneView = { from: 0, to: 100, now: 100, finest: 0 };

test("a lane has a segment for every state, and the future part is marked", () => {
  const timeline = timelineOf([
    [10, state("submitted")],
    [20, state("working")],
    [70, state("completed")],
  ]);
  const [lane] = timeline.tasks;
  if (!lane) throw new Error("no task");
  const one = { states: 1, open: false, future: false };
  expect(createLaneSegments(timeline, lane, 1, WHOLE)).toEqual([
    { ...one, firstEvent: 0, state: "submitted", label: "submitted", from: 10, to: 20 },
    { ...one, firstEvent: 1, state: "working", label: "working", from: 20, to: 70 },
    {
      ...one,
      firstEvent: 2,
      state: "completed",
      label: "completed",
      from: 70,
      to: 70,
      future: true,
    },
  ]);
  expect(getStateChangeEvents(timeline)).toEqual([0, 1, 2]);
});

test("states received in one read, one of them twice, are distinguished by their events", () => {
  const all = ["working", "input-required", "working"].map((name) => state(name)).join("");
  const timeline = timelineOf([[10, all]]);
  const [lane] = timeline.tasks;
  if (!lane) throw new Error("no task");
  const firstEvents = createLaneSegments(timeline, lane, 2, WHOLE).map(
    ({ firstEvent }) => firstEvent,
  );
  expect(firstEvents).toEqual([0, 1, 2]);
});

test("states too short to tell apart are one segment, up to the playhead", () => {
  const flips = Array.from({ length: 1000 }, (_, i) => {
    const name = i % 2 === 0 ? "working" : "input-required";
    return [i / 100, state(name)] as const;
  });
  const timeline = timelineOf([...flips, [50, state("completed")]]);
  const [lane] = timeline.tasks;
  if (!lane) throw new Error("no task");
  const view = { ...WHOLE, finest: 1 };
  const segments = createLaneSegments(timeline, lane, 499, view);
  expect(segments.length).toBeLessThan(30);
  expect(segments.reduce((sum, { states }) => sum + states, 0)).toBe(1001);
  expect(segments.findLast(({ future }) => !future)?.to).toBe(5);
  for (const [i, { from }] of segments.entries()) {
    if (i > 0) expect(from).toBe(segments[i - 1]?.to);
  }
  expect(segments.slice(-2)).toMatchObject([
    { state: "input-required", states: 1, to: 50 },
    { state: "completed", states: 1, to: 50, open: false },
  ]);
});

test("segments outside the view are omitted", () => {
  const timeline = timelineOf([
    [10, state("submitted")],
    [20, state("working")],
    [70, state("input-required")],
    [90, state("completed")],
  ]);
  const [lane] = timeline.tasks;
  if (!lane) throw new Error("no task");
  const seen = createLaneSegments(timeline, lane, 3, { from: 30, to: 80, now: 100, finest: 0 });
  expect(seen.map((segment) => segment.state)).toEqual(["working", "input-required"]);
});

test("a lane ends at its terminal state, and one that waits goes on", () => {
  const timeline = timelineOf([
    [10, state("working")],
    [20, state("working", "t2")],
    [30, state("completed")],
    [40, state("input-required", "t2")],
  ]);
  const [done, waiting] = timeline.tasks;
  if (!done || !waiting) throw new Error("no tasks");
  expect(createLaneSegments(timeline, done, 3, WHOLE).at(-1)).toMatchObject({ from: 30, to: 30 });
  expect(createLaneSegments(timeline, waiting, 3, WHOLE).at(-1)).toMatchObject({
    from: 40,
    to: 100,
    open: true,
  });
  // After its end, nothing of it is drawn.
  expect(createLaneSegments(timeline, done, 3, { ...WHOLE, from: 50 })).toEqual([]);
});

test("a lane ends with the last response that could have told of another state", () => {
  const ingest = new Ingest();
  const push = (x: string, records: readonly object[]) => {
    for (const record of records) ingest.push({ ...record, x } as WireRecord);
  };
  const open = { r: "open", method: "POST", url: "http://a/", headers: [] };
  push("lost", [
    { ...open, t: 0 },
    { r: "data", t: 10, text: state("working") },
    { r: "end", t: 30, cause: "reset" },
  ]);
  push("waits", [
    { ...open, t: 60 },
    { r: "data", t: 70, text: state("input-required", "t2") },
    { r: "end", t: 80, cause: "complete" },
  ]);
  const { timeline } = ingest;
  const [lost, waiting] = timeline.tasks;
  if (!lost || !waiting) throw new Error("no tasks");
  const n = timeline.lastEvent;
  expect(createLaneSegments(timeline, lost, n, WHOLE)).toMatchObject([
    { state: "working", from: 10, to: 30, open: true },
  ]);
  // Only its client changes the state of a task that waits.
  expect(createLaneSegments(timeline, waiting, n, WHOLE)).toMatchObject([{ from: 70, to: 100 }]);
  push("again", [
    { ...open, t: 90 },
    { r: "data", t: 95, text: state("working") },
  ]);
  expect(createLaneSegments(timeline, lost, n, WHOLE).at(-1)).toMatchObject({ to: 100 });
});

test("lanes that do not overlap share a line, and the oldest are left out", () => {
  const timeline = timelineOf([
    [0, state("working", "t1")],
    [10, state("completed", "t1")],
    [15, state("working", "t2")],
    [30, state("working", "t3")],
    [40, state("failed", "t3")],
    [42, state("working", "t4")],
  ]);
  const layOut = (maxLines: number, gap: number, maxLanes = 9) => {
    const options = { maxLines, maxLanes, gap, place: (time: number) => time };
    const { lines, hidden } = layOutLanes(timeline, "all", options);
    return [lines.map((line) => line.map(({ id }) => id).join(" ")), hidden];
  };
  expect(layOut(4, 1)).toEqual([["t1 t2", "t3 t4"], 0]);
  expect(layOut(4, 5)).toEqual([["t1 t2", "t3", "t4"], 0]);
  expect(layOut(1, 1)).toEqual([["t1 t3 t4"], 1]);
  expect(layOut(4, 1, 2)).toEqual([["t3 t4"], 2]);
});

test("ticks mark the columns with frames, one per column, as of any event", () => {
  const times = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 50 }), fc.nat(80), (list, columns, upTo) => {
      const sorted = list.toSorted((a, b) => a - b);
      const timeline = timelineOf(sorted.map((time) => [time, chunk] as const));
      const track = timeline.entries.find(({ kind }) => kind === "artifact")?.events;
      if (!track) throw new Error("no artifact");
      const axis = { from: 0, to: 1001 };
      const seen = sorted.slice(0, upTo + 1);
      const slow = new Set(seen.map((time) => Math.floor(time / (1001 / columns))));
      expect(findTickColumns(timeline, track, upTo, axis, columns)).toEqual([...slow]);
    }),
  );
});

test("an axis of no length, or a log without times, has no ticks", () => {
  const timeline = timelineOf([[5, chunk]]);
  const track = timeline.entries.find(({ kind }) => kind === "artifact")?.events;
  if (!track) throw new Error("no artifact");
  expect(findTickColumns(timeline, track, 0, { from: 5, to: 5 }, 10)).toEqual([]);
  expect(findTickColumns(timeline, track, 0, { from: Number.NaN, to: Number.NaN }, 10)).toEqual([]);
});

test.each([
  [0.35, ["0.0 ms", "0.1 ms", "0.2 ms", "0.3 ms"]],
  [3, ["0 ms", "1 ms", "2 ms", "3 ms"]],
  [45, ["0 ms", "20 ms", "40 ms"]],
  [59_000, ["0 s", "20 s", "40 s"]],
  [90_000, ["0:00", "0:30", "1:00", "1:30"]],
  [1_226_514, ["0:00", "10:00", "20:00"]],
  [7_500_000, ["0:00", "1:00:00", "2:00:00"]],
])("an axis of %d ms has ticks of its own", (length, labels) => {
  const { ticks } = createAxisTicks({ from: 1000, to: 1000 + length }, 1000, 4);
  expect(ticks.map(({ label }) => label)).toEqual(labels);
});

test("a time on an axis of minutes has minutes", () => {
  const at = (to: number, time: number) =>
    formatAxisTime({ from: 1000, to: 1000 + to }, 1000, time);
  expect(at(20_000, 14_295)).toBe("13.295");
  expect(at(1_300_000, 1_227_514)).toBe("20:27");
  expect(at(8_000_000, 3_901_000)).toBe("1:05:00");
});
