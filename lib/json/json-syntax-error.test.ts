import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonSyntaxError, formatCaretLines } from "./json-syntax-error.ts";

test.each([
  ["", 1, 1, "the text ends where a value is expected"],
  ['{"a": 1,}', 1, 9, "a name in double quotes is expected"],
  ['{\n  "a": ,\n}', 2, 8, "a value is expected"],
  ['{"a" 1}', 1, 6, "a colon is missing"],
  ['{"a": 1 "b": 2}', 1, 9, "a comma or } is missing"],
  ["[1 2]", 1, 4, "a comma or ] is missing"],
  ["{'a': 1}", 1, 2, "a name in double quotes is expected"],
  ['{"a": tru}', 1, 7, "a value is expected"],
  ["01", 1, 1, "a value is expected"],
  ['"never', 1, 7, "a string is not closed"],
  ['"\\x"', 1, 2, "this escape does not exist in JSON"],
  ['"two\nlines"', 1, 5, "a line end or control character must be escaped in a string"],
  ["{} {}", 1, 4, "nothing more is expected"],
])("%j is no JSON from line %i, column %i on: %s", (text, line, column, what) => {
  expect(findJsonSyntaxError(text)).toMatchObject({ line, column, what });
});

test("nesting without end is no problem of its own", () => {
  const deep = "[".repeat(50_000);
  expect(findJsonSyntaxError(deep)).toMatchObject({ at: 50_000 });
});

test("whatever JSON is spoilt by one character, the place found is in the text", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, place, put) => {
      const at = place % (json.length + 1);
      const text = json.slice(0, at) + put + json.slice(at + 1);
      const problem = findJsonSyntaxError(text);
      if (problem === null) return;
      expect(problem.at).toBeLessThanOrEqual(text.length);
      // Nothing before it was at fault: some text that begins so is JSON, or the place would be earlier.
      expect(problem.line).toBe(text.slice(0, problem.at).split("\n").length);
    }),
  );
});

test("the caret stands under its character, however long the line", () => {
  const text = `{"a": "${"x".repeat(100)}", b: 1}`;
  const problem = findJsonSyntaxError(text);
  if (!problem) throw new Error("it is none");
  const [line = "", caret = ""] = formatCaretLines(text, problem).split("\n");
  expect(line[caret.indexOf("^")]).toBe("b");
});
