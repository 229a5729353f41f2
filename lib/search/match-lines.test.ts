import fc from "fast-check";
import { expect, test } from "vitest";
import { foldCase } from "../text/search-terms.ts";
import { findMatchingLines, MAX_MATCHING_LINES } from "./match-lines.ts";

const placesFor = (text: string) =>
  text.split("\n").map((_, row) => ({ row, event: row, kind: "message" }));

const find = (text: string, ...terms: string[]) => findMatchingLines(text, placesFor(text), terms);

test("lines with more of the terms come first", () => {
  const text = ["rain", "rain here", "nothing", "rain in oslo", "oslo", "Oslo and Rain"].join("\n");
  expect(find(text, "rain", "oslo").map(({ row }) => row)).toEqual([3, 5, 0]);
});

test("a long line is cut around its first mark", () => {
  const [line] = find(`${"so ".repeat(200)}Rain in Oslo${" and".repeat(200)}`, "rain");
  const { text = "", marks = [] } = line ?? {};
  expect(text).toMatch(/^….*Rain in Oslo.*…$/);
  expect(text.length).toBeLessThan(220);
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["Rain"]);
});

test("every mark is a term, wherever the line is cut", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "B", "é", "😀", " "), maxLength: 600 });
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, (all) => {
      const found = find(all, "ab", "é");
      expect(found.length).toBeLessThanOrEqual(MAX_MATCHING_LINES);
      for (const { text: shown, marks } of found) {
        for (const [from, to] of marks) {
          expect(["ab", "é"]).toContain(foldCase(shown.slice(from, to)));
        }
      }
    }),
  );
});
