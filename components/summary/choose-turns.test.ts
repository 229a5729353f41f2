import { expect, test } from "vitest";
import { createVerdict } from "../../lib/lint/verdict/verdict-model.ts";
import { chooseTurns } from "./choose-turns.ts";

const createTurn = (number: number, isFailed: boolean) => ({
  number,
  isSuperseded: false,
  verdict: createVerdict(isFailed ? "failed" : "completed", "", "agent", []),
});

const choose = (failed: readonly number[], count: number) =>
  chooseTurns(
    Array.from({ length: count }, (_, index) => createTurn(index + 1, failed.includes(index + 1))),
    6,
  ).map(({ number }) => number);

test("turns that failed are listed, however long ago", () => {
  expect(choose([], 40)).toEqual([35, 36, 37, 38, 39, 40]);
  expect(choose([5, 14, 23, 32], 40)).toEqual([5, 14, 23, 32, 39, 40]);
  // The last one that ended well is listed, too, whatever failed.
  expect(choose([1, 2, 3, 4, 5, 6, 7], 9)).toEqual([2, 3, 4, 5, 6, 7, 9]);
  expect(choose([2], 3)).toEqual([1, 2, 3]);
});
