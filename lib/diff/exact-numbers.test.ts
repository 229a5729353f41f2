import { expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { createStreamWithNumber } from "../../fixtures/long-numbers.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { compareRuns } from "./compare-runs.ts";

function sideOf(digits: string) {
  const { records } = openFixtureLog(Buffer.from(createStreamWithNumber(digits)));
  const { timeline } = foldRecords(records);
  return { interpretation: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

test("numbers that are equal in JavaScript but not in the log differ", () => {
  expect(Number("9007199254740993")).toBe(Number("9007199254740992"));
  const diff = compareRuns(sideOf("9007199254740993"), sideOf("9007199254740992"));
  expect([...diff.aspects.keys()].sort()).toEqual(["arguments", "parts", "result"]);
  expect(compareRuns(sideOf("9007199254740993"), sideOf("9007199254740993")).isSame).toBe(true);
});
