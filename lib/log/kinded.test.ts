import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUnknownRecord } from "./record-shape.ts";

/** What a line is by the whole of it, whatever that costs. */
function parsed(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && "r" in value && typeof value.r === "string" ? value : null;
  } catch {
    return null;
  }
}

test("a line that is not parsed is not a record", () => {
  const records = fc.record({ r: fc.oneof(fc.string(), fc.integer()), t: fc.jsonValue() });
  const values = fc.oneof(records, fc.jsonValue()).map((value) => JSON.stringify(value));
  const spaced = fc.tuple(fc.constantFrom("", " ", "\t", "\r"), values).map((two) => two.join(""));
  const torn = fc.tuple(values, fc.nat(20)).map(([text, at]) => text.slice(0, at));
  fc.assert(
    fc.property(fc.oneof(values, spaced, torn, fc.string()), (line) => {
      expect(parseUnknownRecord(line)).toEqual(parsed(line));
    }),
  );
});

test("millions of damaged lines are not parsed", () => {
  const { parse } = JSON;
  let count = 0;
  JSON.parse = (...args) => {
    count += 1;
    return parse(...args);
  };
  try {
    for (const line of ["x", "", "}", "[]", '"r"', "{}", "{x}", '{"feed":"tick"}'])
      parseUnknownRecord(line);
  } finally {
    JSON.parse = parse;
  }
  expect(count).toBe(0);
});
