import fc from "fast-check";
import { expect, test } from "vitest";
import { stringifyJson } from "./json-stringify.ts";

const deep = (open: string, inside: string, close: string) =>
  open.repeat(20_000) + inside + close.repeat(20_000);

test("equals the built-in function", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(stringifyJson(value)).toBe(JSON.stringify(value));
      expect(stringifyJson(value, 2)).toBe(JSON.stringify(value, null, 2));
    }),
  );
  expect(stringifyJson(undefined)).toBe("");
});

test.each([
  ["lists", deep("[", "", "]")],
  ["objects", deep('{"__proto__":', '"\\n"', "}")],
  ["both, with others beside", deep('[1,{"a":null,"b":', "-1.5e300", "}]")],
])("%s nested beyond the stack are written as they were read", (_, text) => {
  const value: unknown = JSON.parse(text);
  expect(() => JSON.stringify(value)).toThrow(RangeError);
  const written = stringifyJson(value);
  expect(written === text.replace("-1.5e300", "-1.5e+300")).toBe(true);
});
