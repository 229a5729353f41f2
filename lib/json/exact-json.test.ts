import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getExactDigits, parseExactJson } from "./exact-json.ts";
import { stringifyJson } from "./json-stringify.ts";

const ROUNDED = [
  "9007199254740993",
  "-9007199254740993",
  "12345678901234567890",
  "0.12345678901234567890123",
  "1e400",
  "-1E-400",
  "123456789.1234567891",
];

describe("numbers that JavaScript rounds", () => {
  test.each(ROUNDED)("%s is printed as it was sent", (digits) => {
    const text = `{"a":[1,${digits}],"b":{"c":${digits}}}`;
    const value = parseExactJson(text);
    expect(value).toEqual(JSON.parse(text));
    expect(stringifyJson(value)).toBe(text);
    expect(stringifyJson(value, 2)).toBe(
      `{\n  "a": [\n    1,\n    ${digits}\n  ],\n  "b": {\n    "c": ${digits}\n  }\n}`,
    );
  });

  test.each(["1234567890123456", "1.5000000000000000", "150e-1", "1E2", "0e999", "1.0e100"])(
    "%s is not one of them",
    (digits) => {
      const value = parseExactJson(`{"n":   ${digits}}`);
      expect(getExactDigits(Object(value), "n")).toBeUndefined();
      expect(stringifyJson(value)).toBe(JSON.stringify(JSON.parse(`{"n":${digits}}`)));
    },
  );

  test("a string of digits is a string", () => {
    const text = '{"id":"90071992547409931234","of": "x, 90071992547409931234"}';
    expect(stringifyJson(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test("invalid JSON throws, and the last of two members counts", () => {
    expect(() => parseExactJson('{"n": 90071992547409931,}')).toThrow(SyntaxError);
    const twice = parseExactJson('{"n": 9007199254740993, "n": 5}');
    expect(twice).toEqual({ n: 5 });
  });
});

test("JSON is parsed and printed like the built-in functions do", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (text, indent) => {
      const value = parseExactJson(text);
      expect(value).toEqual(JSON.parse(text));
      expect(stringifyJson(value, indent)).toBe(JSON.stringify(JSON.parse(text), null, indent));
    }),
  );
});
