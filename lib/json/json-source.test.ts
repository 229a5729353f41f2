import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMemberRange, getLineAndColumn, parseJsonSource } from "./json-source.ts";

describe("valid JSON", () => {
  test("is parsed like JSON.parse, and each member has its range", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const source = parseJsonSource(text);
        expect(source.issues).toEqual([]);
        expect(source.value).toEqual(JSON.parse(text));
        everyPlaceIsTrue(text, source.root);
      }),
    );
  });

  test("has members with any names", () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"":3}';
    const { value } = parseJsonSource(text);
    expect(JSON.stringify(value)).toBe(text);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("may begin with a byte order mark", () => {
    expect(parseJsonSource("\ufeff{}")).toMatchObject({ value: {}, issues: [] });
  });
});

function everyPlaceIsTrue(text: string, place: ReturnType<typeof parseJsonSource>["root"]): void {
  if (!place) throw new Error("nothing was read");
  expect(JSON.parse(text.slice(place.from, place.to))).toEqual(place.value);
  for (const member of place.members?.values() ?? []) everyPlaceIsTrue(text, member);
}

test("what JSON.parse rejects always has an issue, and nothing throws", () => {
  const pieces = fc.constantFrom(
    ..."{}[],:\"\\ \n1-.etrufalsn/*'",
    '"a"',
    "null",
    "true",
    "\\u00e4",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (cut) => {
      const text = cut.join("");
      const { issues, value } = parseJsonSource(text);
      const strict = issues.every(({ kind }) => kind === "duplicate");
      expect(strict).toBe(isJson(text));
      if (strict) expect(value).toEqual(JSON.parse(text));
    }),
    { numRuns: 3000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("an issue", () => {
  const first = (text: string) => {
    const { issues: faults } = parseJsonSource(text);
    const [fault] = faults;
    if (!fault) throw new Error("no fault");
    const { line, column } = getLineAndColumn(text, fault.from);
    return `${fault.kind} ${line}:${column} ${fault.path.join(".")}`;
  };
  test.each([
    ['{\n  "a": [1, 2,],\n  "b": 3\n}', "comma 2:13 a"],
    ['{\n  "a": 1,\n}', "comma 2:9 "],
    ['{"a": {"b": 1, "b": 2}}', "duplicate 1:16 a.b"],
    ['{ // why\n"a": 1}', "comment 1:3 "],
    ["{'a': 1}", "syntax 1:2 "],
    ['{"a": undefined}', "syntax 1:7 a"],
    ['{"a": "x\n"}', "syntax 1:9 a"],
    ['{"a" 1}', "syntax 1:6 "],
    ['{"a": 1 "b": 2}', "syntax 1:9 "],
    ['{"a": 1', "syntax 1:8 "],
    ["{} {}", "syntax 1:4 "],
    ["", "syntax 1:1 "],
    ['["\\x"]', "syntax 1:2 0"],
  ])("of %j", (text, expected) => expect(first(text)).toBe(expected));

  test("that is minor does not affect the rest", () => {
    const { value } = parseJsonSource('{"a": [1,], /* why */ "a": {"b": 2,},}');
    expect(value).toEqual({ a: { b: 2 } });
  });

  test("of many comments takes linear time", () => {
    const { issues, value } = parseJsonSource(`${"/**/".repeat(100_000)}[1/**//**/]`);
    expect(issues).toHaveLength(100_002);
    expect(value).toEqual([1]);
  });

  test("of depth is reported, not thrown", () => {
    const { issues: faults } = parseJsonSource("[".repeat(100_000));
    expect(faults[0]?.message).toMatch(/deeply/);
  });
});

test("an absent member has the range of its parent", () => {
  const source = parseJsonSource('{"a": {"b": [1, 2]}}');
  const at = (...path: (string | number)[]) => {
    const place = findMemberRange(source, path);
    return place && source.text.slice(place.from, place.to);
  };
  expect(at("a", "b", 1)).toBe("2");
  expect(at("a", "b")).toBe('"b": [1, 2]');
  expect(at("a", "c", "d")).toBe('"a": {"b": [1, 2]}');
  expect(at("x")).toBe(source.text);
});
