import { expect, test } from "vitest";
import { parseRangeHeader } from "./file-range.ts";

test.each([
  ["bytes=0-0", { from: 0, to: 0 }],
  ["bytes=3-", { from: 3, to: 9 }],
  ["bytes=3-99", { from: 3, to: 9 }],
  ["bytes=-4", { from: 6, to: 9 }],
  ["bytes=-40", { from: 0, to: 9 }],
  ["bytes=10-", "none"],
  ["bytes=10-12", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-4", null],
  ["bytes=-", null],
  ["bytes=0-1,4-5", null],
  ["lines=0-1", null],
  ["bytes=1e1-", null],
  [null, null],
])("%s of a file of 10 bytes is %o", (header, range) => {
  expect(parseRangeHeader(header, 10)).toEqual(range);
});

test("an empty file has no range", () => {
  expect(parseRangeHeader("bytes=0-", 0)).toBe("none");
});
