import fc from "fast-check";
import { expect, test } from "vitest";
import { findTermMarks, foldCase, parseSearchTerms } from "./search-terms.ts";

test.each<[string, string[]]>([
  ["", []],
  ["  Rain  in rain ", ["rain", "in"]],
  ['"Rain  in" Oslo', ["rain in", "oslo"]],
  ['half "a phrase', ["half", "a phrase"]],
  ['""', []],
])("%j has the terms %j", (query, terms) => {
  expect(parseSearchTerms(query)).toEqual(terms);
});

test("folded text keeps the position of every character", () => {
  expect(foldCase("İstanbul")).toBe("İstanbul");
  expect(foldCase("ÅNGSTRÖM")).toBe("ångström");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(foldCase(text)).toHaveLength(text.length);
    }),
  );
});

test("marks are in order, do not overlap, and each is a term", () => {
  expect(findTermMarks("banana and ana", ["ana", "nan"])).toEqual([
    [1, 4],
    [11, 14],
  ]);
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " ") });
  const terms = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1 }));
  fc.assert(
    fc.property(text, terms, (line, wanted) => {
      let end = 0;
      for (const [from, to] of findTermMarks(line, wanted)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(wanted).toContain(line.slice(from, to));
        end = to;
      }
      const isFound = wanted.some((term) => line.includes(term));
      expect(findTermMarks(line, wanted).length > 0).toBe(isFound);
    }),
  );
});
