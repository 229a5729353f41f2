import { expect, test } from "vitest";
import { folded } from "../../fixtures/compose.ts";
import { streamWithNumber } from "../../fixtures/long-numbers.ts";
import { openLog } from "../../fixtures/read.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { compareRuns } from "./compare.ts";

function sideOf(digits: string) {
  const { records } = openLog(Buffer.from(streamWithNumber(digits)));
  const { timeline } = folded(records);
  return { reading: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

test("numbers that JavaScript makes the same are told apart", () => {
  expect(Number("9007199254740993")).toBe(Number("9007199254740992"));
  const diff = compareRuns(sideOf("9007199254740993"), sideOf("9007199254740992"));
  expect([...diff.aspects.keys()].sort()).toEqual(["arguments", "parts", "result"]);
  expect(compareRuns(sideOf("9007199254740993"), sideOf("9007199254740993")).isSame).toBe(true);
});
