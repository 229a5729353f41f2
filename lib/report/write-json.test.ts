import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson } from "./write-json.ts";

const written = (value: unknown) => [...writeJson(value)].join("");

test("any written value is parsed back unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(written(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("uses the layout of JSON.stringify with an indent of 2", () => {
  const value = { a: [1, "two", null], b: {}, c: [], d: { e: true }, f: undefined };
  expect(written(value)).toBe(JSON.stringify(value, null, 2));
});

test("handles ten thousand levels", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 10_000; level++) deep = level % 2 ? { in: deep } : [deep];
  const text = written(deep);
  expect(text).toContain('"bottom"');
  expect(text.match(/[[{]/g)).toHaveLength(10_000);
  expect(text.match(/[\]}]/g)).toHaveLength(10_000);
});

test("writes a large report in chunks", () => {
  const pieces = [...writeJson(Array.from({ length: 20_000 }, (_, i) => `line ${i}`))];
  expect(pieces.length).toBeGreaterThan(2);
  expect(JSON.parse(pieces.join(""))).toHaveLength(20_000);
});

test("treats special keys such as __proto__ as ordinary keys", () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
  expect(written(hostile)).toBe('{\n  "__proto__": {\n    "a": 1\n  },\n  "constructor": 2\n}');
});
