// Facts of a diff of runs with calls between agents.
import { expect, test } from "vitest";
import { HopLog, PLANNER, TRACE } from "../../fixtures/hop-log.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { compareRuns } from "./compare-runs.ts";
import { createDiffFacts, formatFactLabel } from "./diff-facts.ts";
import { createDiffReport } from "./diff-report.ts";
import { formatDiffText } from "./diff-text.ts";
import type { DiffSide } from "./row-content.ts";

function createSide(): DiffSide {
  const { timeline } = new HopLog()
    .plan({ trace: TRACE })
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
    .wait(100)
    .finish("ask", "completed")
    .finish("plan", "completed");
  return { interpretation: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

const diff = compareRuns(createSide(), createSide());

test("times of calls between agents have the names of both", () => {
  const labels = createDiffFacts(diff).map(formatFactLabel);
  expect(labels).toContain("Duration of call 1 (user → 127.0.0.1:9001)");
  expect(labels).toContain("Duration of call 2 (planner → 127.0.0.1:9002)");
});

test("text has them too, with its values below each other", () => {
  const options = { names: ["a", "b"] as const, text: false, timing: true };
  const lines = [...formatDiffText(diff, { ...options, paint: (text) => text })];
  const facts = lines.filter((line) => line.includes(" of call "));
  expect(facts.find((line) => line.startsWith("Duration of call 2"))).toMatch(
    /^Duration of call 2 \(planner → 127\.0\.0\.1:9002\) +\d/,
  );
  expect(new Set(facts.map((line) => line.search(/(?<=\) +)\S/))).size).toBe(1);
});

test("in JSON the label stays the same", () => {
  expect(createDiffReport(diff, false).facts).toContainEqual(
    expect.objectContaining({
      label: "Duration of call 2",
      between: { from: "planner", to: "127.0.0.1:9002" },
    }),
  );
});
