import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createTask,
  LAST_CHUNK,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import type { WireRecord } from "../wire/record.ts";
import { writeExport } from "./exporter.ts";
import { trace } from "./trace.ts";

interface Event {
  ph: string;
  pid: number;
  tid: number;
  name: string;
  ts?: number;
  dur?: number;
  s?: string;
  args: Record<string, unknown>;
}

function createTrace(records: readonly WireRecord[]): { events: Event[]; clock: string } {
  const text = [...writeExport(trace, records, { name: "a run", by: "loupe/0.1.0" })].join("");
  const { traceEvents, otherData } = JSON.parse(text);
  return { events: traceEvents, clock: otherData.clock };
}

/** Slices of one track must be disjoint or nested: viewers draw them as a stack. */
function findOverlaps(events: readonly Event[]): string[] {
  const found: string[] = [];
  const tracks = new Map<string, Event[]>();
  for (const event of events.filter(({ ph }) => ph === "X")) {
    const key = `${event.pid}/${event.tid}`;
    tracks.set(key, [...(tracks.get(key) ?? []), event]);
  }
  for (const [key, slices] of tracks) {
    slices.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0) || (b.dur ?? 0) - (a.dur ?? 0));
    const ends: number[] = [];
    for (const { ts = 0, dur = 0, name } of slices) {
      while (ends.length > 0 && (ends.at(-1) ?? 0) <= ts) ends.pop();
      if (ts + dur > (ends.at(-1) ?? Number.POSITIVE_INFINITY)) found.push(`${key} ${name}`);
      ends.push(ts + dur);
    }
  }
  return found;
}

describe("a trace", () => {
  test.each(FIXTURE_NAMES)("of %s has the fields that viewers require", (name) => {
    const { events } = createTrace(readFixture(name).records);
    for (const { ph, pid, tid, ts, dur, s } of events) {
      expect("XiM").toContain(ph);
      expect(Number.isSafeInteger(pid) && Number.isSafeInteger(tid)).toBe(true);
      if (ph === "M") continue;
      expect(Number.isSafeInteger(ts) && Number(ts) >= 0).toBe(true);
      if (ph === "X") expect(Number.isSafeInteger(dur) && Number(dur) >= 0).toBe(true);
      if (ph === "i") expect(s).toBe("t");
    }
    const findTracks = (name: string) =>
      new Set(events.filter((event) => event.name === name).map(({ pid, tid }) => `${pid}/${tid}`));
    for (const { ph, pid, tid } of events) {
      if (ph !== "M") expect(findTracks("thread_name")).toContain(`${pid}/${tid}`);
      expect(findTracks("process_name")).toContain(`${pid}/0`);
    }
    const threads = new Map(events.map(({ pid, tid }) => [tid, pid]));
    for (const { pid, tid } of events) if (tid > 0) expect(threads.get(tid)).toBe(pid);
    expect(findOverlaps(events)).toEqual([]);
  });

  test("has states, artifacts and chunks at their times, in microseconds", () => {
    const { records } = new ReportLog()
      .addRequest("message/stream", {})
      .addHead()
      .addEvents(
        createTask("submitted"),
        status("working"),
        createArtifactUpdate("a", "one", more),
        createArtifactUpdate("a", "two", LAST_CHUNK),
      )
      .addEvents(status("completed"))
      .addEnd();
    const { events, clock } = createTrace(records);
    expect(clock).toMatch(/^microseconds/);
    const shown = events
      .filter(({ ph, pid }) => ph !== "M" && pid > 1)
      .map(({ ph, name, ts, dur }) => [ph, name, ts, ...(dur === undefined ? [] : [dur])]);
    expect(shown).toEqual([
      ["X", "submitted", 30_000, 10_000],
      ["X", "working", 40_000, 30_000],
      ["X", "completed", 70_000, 0],
      ["X", "a", 50_000, 10_000],
      ["i", "chunk", 50_000],
      ["i", "chunk", 60_000],
    ]);
  });

  test("shows an artifact up to its last chunk, even if that came in a snapshot", () => {
    const { records } = new ReportLog()
      .addRequest("message/stream", {})
      .addHead()
      .addEvents(
        createArtifactUpdate("a", "one"),
        createTask("completed", { artifacts: [createArtifact("a", "one two")] }),
      )
      .addEnd();
    const slices = createTrace(records).events.filter(({ ph, name }) => ph === "X" && name === "a");
    expect(slices).toMatchObject([{ ts: 30_000, dur: 10_000 }]);
  });

  test("of a log without times states that it shows an order", () => {
    const { events, clock } = createTrace(readFixture("shapes/caipe.sse").records);
    expect(clock).toMatch(/^no times recorded/);
    const tools = events.filter(({ name }) => name === "thread_name").map(({ args }) => args.name);
    expect(tools).toContain("Tools");
  });
});
