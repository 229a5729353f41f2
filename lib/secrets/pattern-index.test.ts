import fc from "fast-check";
import { expect, test } from "vitest";
import { ANCHOR_LENGTH, type PatternHit, PatternIndex } from "./pattern-index.ts";

function createIndex(patterns: readonly string[]): PatternIndex {
  const getText = (pattern: number) => patterns[pattern] ?? "";
  return new PatternIndex({ count: patterns.length, getBeginning: getText, getText });
}

/** By position, the longest first, equal ones by number. */
function findSlowly(text: string, patterns: readonly string[]): PatternHit[] {
  const hits: PatternHit[] = [];
  for (const [pattern, { length }] of patterns.entries()) {
    for (let from = 0; from + length <= text.length && length > 0; from++) {
      if (text.startsWith(patterns[pattern] ?? "", from))
        hits.push({ pattern, from, to: from + length });
    }
  }
  return hits.sort((a, b) => a.from - b.from || b.to - a.to || a.pattern - b.pattern);
}

const sort = (hits: readonly PatternHit[]) =>
  hits.toSorted((a, b) => a.from - b.from || b.to - a.to || a.pattern - b.pattern);

const word = (longest: number) =>
  fc.array(fc.constantFrom("a", "b", "é"), { maxLength: longest }).map((all) => all.join(""));

test("all hits are found, in order, whatever the patterns have in common", () => {
  const patterns = fc.array(word(ANCHOR_LENGTH + 3), { maxLength: 60 });
  fc.assert(
    fc.property(word(80), patterns, (text, all) => {
      const hits = createIndex(all).find(text);
      expect(sort(hits)).toEqual(findSlowly(text, all));
      const places = hits.map(({ from, to }) => [from, to]);
      expect(places).toEqual(sort(hits).map(({ from, to }) => [from, to]));
    }),
  );
});

test("only the patterns asked for are found", () => {
  const index = createIndex(["harbour-1", "harbour-12"]);
  expect(index.find("harbour-123", (pattern) => pattern === 1)).toEqual([
    { pattern: 1, from: 0, to: 10 },
  ]);
});

test("of patterns with different beginnings, only those that occur are created", () => {
  const created: number[] = [];
  const getText = (pattern: number) => {
    created.push(pattern);
    return `<${pattern}>-harbour-${pattern}`;
  };
  const getBeginning = (pattern: number) => `<${pattern}>-harbour-`;
  const index = new PatternIndex({ count: 10_000, getBeginning, getText });
  expect(index.find("at <77>-harbour-77 and <5>-harbour-6")).toEqual([
    { pattern: 77, from: 3, to: 18 },
  ]);
  expect(created.length).toBeLessThan(10);
});

test("patterns with one beginning are created once, not at each of its occurrences", () => {
  let created = 0;
  const getText = (pattern: number) => {
    created++;
    return `sk-proj-${pattern}!`;
  };
  const index = new PatternIndex({ count: 1_000, getBeginning: () => "sk-proj-", getText });
  expect(index.find("sk-proj-9! ".repeat(1_000))).toHaveLength(1_000);
  expect(created).toBe(1_000);
});
