import { expect, test } from "vitest";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { getEventAnnotations } from "./event-annotations.ts";
import { Ingest } from "./ingest.ts";
import { OrderIssue, type Timeline } from "./timeline.ts";
import { parseFrameValue } from "./timeline-queries.ts";

function timelineOf(...results: unknown[]): Timeline {
  const ingest = new Ingest();
  ingest.push({ r: "open", x: "x", t: 0, method: "POST", url: "http://a.test/", headers: [] });
  for (const result of results) {
    const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
    ingest.push({ r: "data", x: "x", t: 1, text });
  }
  ingest.finish();
  return ingest.timeline;
}

function marksAt(timeline: Timeline, ordinal: number): string[] {
  const marks = getEventAnnotations(timeline, ordinal, parseFrameValue(timeline, ordinal));
  return marks.map(({ path, kind, note }) => `${kind} ${path.join(".")}: ${note}`);
}

test("values taken from the stream are marked as inferred", () => {
  const timeline = timelineOf(
    { kind: "task", id: "t-1", contextId: "c", status: { state: "working" } },
    { kind: "artifact-update", artifact: { name: "answer", parts: [{ kind: "text", text: "x" }] } },
  );
  expect(marksAt(timeline, 0)).toEqual([]);
  expect(marksAt(timeline, 1)).toEqual([
    "inferred result: No task id: taken from the stream: t-1.",
    "inferred result.artifact: No artifactId: shown as answer.",
  ]);
});

test("order issues are marked on the affected member", () => {
  const update = (text: string, append: boolean) => ({
    artifactUpdate: { taskId: "t", artifact: { artifactId: "a", parts: [{ text }] }, append },
  });
  const timeline = timelineOf(update("one", true), update("two", false));
  expect(marksAt(timeline, 0)).toEqual([
    "irregular result.artifactUpdate.append: Appends to an unknown artifact: Loupe created a new one.",
  ]);
  expect(marksAt(timeline, 1)[0]).toBe(
    "irregular result.artifactUpdate.append: Replaces the artifact: a new revision.",
  );
});

test("every issue in the fixtures has an annotation on an existing value", () => {
  for (const name of FIXTURE_NAMES) {
    const ingest = new Ingest();
    for (const record of readFixture(name).records) ingest.push(record);
    ingest.finish();
    const { timeline } = ingest;
    for (let ordinal = 0; ordinal <= timeline.lastEvent; ordinal++) {
      const value = parseFrameValue(timeline, ordinal);
      const marks = getEventAnnotations(timeline, ordinal, value);
      const bits =
        timeline.events.decodeIssues.at(ordinal) | timeline.events.orderIssues.at(ordinal);
      if (bits !== 0) expect(marks, `${name} event ${ordinal}`).not.toEqual([]);
      for (const { path } of marks) {
        const there = path.reduce<unknown>(
          (at, key) => (at as Record<string | number, unknown>)[key],
          value,
        );
        if (path.length > 0) expect(there, `${name} ${path.join(".")}`).toBeDefined();
      }
    }
  }
});

test("every order issue has a note", () => {
  const timeline = timelineOf({ kind: "task", id: "t", status: { state: "working" } });
  for (const bit of Object.values(OrderIssue)) {
    timeline.events.orderIssues.replaceLast(bit);
    expect(marksAt(timeline, 0)).toHaveLength(1);
  }
});
