import fc from "fast-check";
import { expect, test } from "vitest";
import { getMemberTexts } from "./json-members.ts";

test("each member's text is what its value was parsed from", () => {
  const space = fc.constantFrom(undefined, 1, "\t");
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), space, (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      const values = new Map<string, unknown>();
      for (const [key, value] of getMemberTexts(text)) values.set(key, JSON.parse(value));
      const parsed: Record<string, unknown> = JSON.parse(text);
      expect(values).toEqual(new Map(Object.entries(parsed)));
    }),
  );
});

test("a number or string stays as written", () => {
  const members = getMemberTexts(' { "a" : 1.50e+2 , "b":"\\u00e9\\"}","b" : [ 1,\n{ } ] }');
  expect([...members]).toEqual([
    ["a", "1.50e+2"],
    ["b", "[ 1,\n{ } ]"],
  ]);
});

test("a value that is not an object has none, and nothing hangs", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\a1 ') }), (text) => {
      try {
        getMemberTexts(text);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
    }),
  );
});
