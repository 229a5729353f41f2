import { describe, expect, test } from "vitest";
import { JsonValueScanner } from "./json-value-scanner.ts";

/** Scans line by line from the first character; says how it ended, and the line and place. */
function scan(text: string, element = false): [state: string, line: number, stop: number] {
  const scanner = new JsonValueScanner(element);
  const lines = text.split(/(?<=\n)/);
  for (const [i, line] of lines.entries()) {
    const { state, stop } = scanner.scan(line, 0);
    if (state !== "open") return [state, i, stop];
  }
  return ["open", lines.length - 1, lines.at(-1)?.length ?? 0];
}

describe("a value ends", () => {
  test.each([
    ['{"a":1} rest', 0, 7],
    ["{}{}", 0, 2],
    ['{"a":[{"b":"}]"}]},', 0, 18],
    ['{"a":"\\"}"}x', 0, 11],
    ['{"a":"\\\\"}x', 0, 10],
    ['{\n  "a": [\n    1,\n    2\n  ]\n}\n', 5, 1],
    ["[[],\n[]]]", 1, 3],
  ])("%j", (text, line, stop) => {
    expect(scan(text)).toEqual(["done", line, stop]);
  });

  test.each([
    ["1, 2", 1],
    ["null]", 4],
    ['"a,]", 2', 5],
    ['{"a":1}, 2', 7],
  ])("as an element of an array: %j", (text, stop) => {
    expect(scan(text, true)).toEqual(["done", 0, stop]);
  });
});

test.each(['{"a":', '{"a":1', "[1,\n2,\n", '{"a":"b', '{"a":"\\'])("%j is not over", (text) => {
  expect(scan(text)[0]).toBe("open");
});

describe("detects what cannot be JSON", () => {
  test.each([
    ["a line end in a string", '{"a":"b\n"}', 0, 7],
    ["a value after a value", '{"a":1\n{"b":2}', 1, 0],
    ["a string after a string", '{"a" "b"}', 0, 5],
    ["an object where a key must stand", '{"a":1,\n{"b":2}', 1, 0],
    ["an object as the first key", '{\n{"b":2}', 1, 0],
    ["a list where a key must stand", "{[1]}", 0, 1],
    ["an end that nothing began", "}", 0, 0],
  ])("%s", (_, text, line, stop) => {
    expect(scan(text)).toEqual(["broken", line, stop]);
  });
});

test("5,000 brackets are fine", () => {
  expect(scan("[".repeat(5_000) + "]".repeat(5_000))).toEqual(["done", 0, 10_000]);
});
