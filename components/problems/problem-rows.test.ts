import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createStreamLog,
  createTask,
  foldRecords,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { ALL_DIALECTS } from "../../lib/dialects/settings.ts";
import { getProblemsAt } from "../../lib/lint/problems.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { createProblemRows, isSameProblemRow, matchesProblemFilter } from "./problem-rows.ts";

const read = (timeline: Timeline) => new Interpretation(timeline, ALL_DIALECTS).update();

const MISBEHAVING = createStreamLog(
  createTask("working"),
  createArtifactUpdate("a", "more", more),
  status("completed", undefined, { final: true }),
  createArtifactUpdate("a", "even more", more),
).timeline;

test("counts violations after the playhead as later", () => {
  const counts = (playhead: number) =>
    new Map(
      createProblemRows(read(MISBEHAVING), playhead).map(({ rule, count, later }) => [
        rule.id,
        [count, later],
      ]),
    );
  expect(counts(1).get("ART-APPEND-UNKNOWN")).toEqual([1, 0]);
  expect(counts(1).get("STR-AFTER-FINAL")).toEqual([0, 1]);
  expect(counts(3).get("STR-AFTER-FINAL")).toEqual([1, 0]);
});

test.each(FIXTURE_NAMES)("lists the problems of %s at any event, most severe first", (name) => {
  const interpretation = read(foldRecords(readFixture(name).records).timeline);
  const { timeline } = interpretation;
  for (const playhead of [0, timeline.lastEvent >> 1, timeline.lastEvent]) {
    const lines = createProblemRows(interpretation, playhead);
    const sofar = lines
      .filter(({ count }) => count > 0)
      .map(({ rule, count, evidence }) => [rule.id, count, evidence]);
    const found = getProblemsAt(timeline, playhead, interpretation).map((it) => [
      it.rule,
      it.count,
      it.evidence,
    ]);
    expect(new Map(sofar.map((line) => [line[0], line]))).toEqual(
      new Map(found.map((line) => [line[0], line])),
    );
    const weights = lines.map(({ rule }) => ["error", "warning", "info"].indexOf(rule.severity));
    expect(weights).toEqual(weights.toSorted((a, b) => a - b));
    // No new events: the row is unchanged.
    const again = createProblemRows(interpretation, playhead);
    expect(lines.every((line, index) => again[index] && isSameProblemRow(line, again[index]))).toBe(
      true,
    );
  }
});

test("a row describes the first violation and its clause", () => {
  const line = createProblemRows(read(MISBEHAVING), 3).find(
    ({ rule }) => rule.id === "ART-APPEND-UNKNOWN",
  );
  expect(line?.detail).toBe("`append` is true");
  expect(line?.rule.spec).toBe("0.3 §7.2.3");
});

test("filters rows by name and text", () => {
  const lines = createProblemRows(read(MISBEHAVING), 3);
  const found = (query: string) =>
    lines
      .filter((line) => matchesProblemFilter(line, { hidden: [], query }))
      .map(({ rule }) => rule.id);
  expect(found("append unknown")).toEqual(["ART-APPEND-UNKNOWN"]);
  expect(found("after-final")).toEqual(["STR-AFTER-FINAL"]);
  expect(found("")).toHaveLength(lines.length);
  expect(
    lines.filter((line) => matchesProblemFilter(line, { hidden: ["error"], query: "" })),
  ).not.toContain(lines[0]);
});
