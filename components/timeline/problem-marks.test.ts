import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createTask,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { ALL_DIALECTS } from "../../lib/dialects/settings.ts";
import { collectActiveProblems } from "../../lib/lint/active-problems.ts";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { createProblemMarks, MARK_PX } from "./problem-marks.ts";

const SAME = "the very same words once more";

/** At 30 ms an error, at 50 ms a warning; then thousands of the same warning. */
function marksOf(repeats: number, width: number, muted: readonly string[] = []) {
  const log = new ReportLog()
    .addOpen()
    .addHead()
    .addEvents(createArtifactUpdate("a", SAME, more), createArtifactUpdate("a", "other", more));
  for (let at = 0; at < repeats; at++) log.addEvents(createArtifactUpdate("a", SAME, more));
  const { timeline } = log;
  const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
  const span = { from: 0, to: log.records.length * 10 + 10 };
  return createProblemMarks(
    timeline,
    collectActiveProblems(interpretation, new Set(muted)),
    span,
    width,
  );
}

test("a mark is placed at its event's time, with the worst severity per column", () => {
  const marks = marksOf(2, 8 * MARK_PX);
  expect(marks[0]?.severity).toBe("error");
  expect(marks.at(-1)?.severity).toBe("warning");
  for (const { at } of marks) expect(at).toBeLessThan(8 * MARK_PX);
});

test("many problems are bounded by the width, and muted rules have no marks", () => {
  expect(marksOf(3000, 40 * MARK_PX).length).toBeLessThanOrEqual(40);
  const muted = marksOf(3000, 40 * MARK_PX, ["ART-DUP", "ART-APPEND-UNKNOWN", "STR-FIRST"]);
  expect(muted).toEqual([]);
});

test("problems before the first event are marked at the start", () => {
  const log = new ReportLog()
    .addOpen()
    .addHead()
    .addEvents(createTask("working"), status("completed"));
  const { timeline } = log;
  const exchange = timeline.exchanges[0];
  if (!exchange) throw new Error("no exchange");
  const rule = RULES_BY_ID.get("STR-EMPTY");
  if (!rule) throw new Error("no rule");
  const history = { rule, countAt: (n: number) => (n >= -1 ? 1 : 0), evidenceAt: () => [] };
  expect(createProblemMarks(timeline, [history], { from: 0, to: 100 }, 80)).toEqual([
    { at: MARK_PX / 2, severity: "error" },
  ]);
});

test("a broken connection is marked as an error where it broke", () => {
  const findMarks = (cause: "reset" | "complete") => {
    const log = new ReportLog().addOpen().addHead().addEvents(createTask("working")).addEnd(cause);
    const end = log.timeline.exchanges[0]?.end?.time ?? 0;
    return createProblemMarks(log.timeline, [], { from: 0, to: end }, 10 * MARK_PX);
  };
  expect(findMarks("reset")).toEqual([{ at: 9.5 * MARK_PX, severity: "error" }]);
  expect(findMarks("complete")).toEqual([]);
});
