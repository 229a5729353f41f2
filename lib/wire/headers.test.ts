import { expect, test } from "vitest";
import { getHeaderValue } from "./headers.ts";
import type { HeaderList } from "./record.ts";

const headers: HeaderList = [
  ["Content-Type", "text/event-stream"],
  ["SET-COOKIE", "a=1"],
  ["set-cookie", "b=2"],
  ["X-Empty", ""],
];

test.each([
  ["content-type", "text/event-stream"],
  ["set-cookie", "a=1"],
  ["x-empty", ""],
  ["content", null],
  ["", null],
])("%j is %j: the first of that name, in whatever case it came", (name, value) => {
  expect(getHeaderValue(headers, name)).toBe(value);
});

test("no headers, no value", () => {
  expect(getHeaderValue([], "content-type")).toBeNull();
});
