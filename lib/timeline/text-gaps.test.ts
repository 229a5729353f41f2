import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTexts } from "./text-gaps.ts";

const ranges = (delivered: string, stored: string, begins?: (at: number) => boolean) =>
  compareTexts(delivered, stored, begins).segments.map(
    ({ kind, text, stored: at, delivered: from }) => `${kind} ${from}:${at} ${text}`,
  );

describe("lost and extra text", () => {
  test.each([
    ["nothing", "one two", "one two", ["same 0:0 one two"]],
    ["the end", "one", "one two", ["same 0:0 one", "lost 3:3  two"]],
    ["the beginning", "two", "one two", ["lost 0:0 one ", "same 0:4 two"]],
    ["the middle of a word", "abef", "abcdef", ["same 0:0 ab", "lost 2:2 cd", "same 2:4 ef"]],
    ["all of it", "", "one", ["lost 0:0 one"]],
    ["more than is stored", "one two", "one", ["same 0:0 one", "only 3:3  two"]],
  ])("%s", (_what, delivered, stored, expected) => {
    expect(ranges(delivered, stored)).toEqual(expected);
  });

  test("no character is split", () => {
    // Two that share their first half.
    expect(ranges("a🌊", "a🌋")).toEqual(["same 0:0 a", "only 1:1 🌊", "lost 3:1 🌋"]);
    expect(ranges("🌊b", "🌊🌊b")).toEqual(["same 0:0 🌊", "lost 2:2 🌊", "same 2:4 b"]);
    // A chunk that begins with half of one is no reason to either.
    const inside = (at: number) => at === 1;
    expect(ranges("🌊b", "🌊🌊b", inside)).toEqual(["same 0:0 🌊", "lost 2:2 🌊", "same 2:4 b"]);
  });

  test("a gap among repeated words is between two chunks", () => {
    const chunks = ["token 1 ", "token 3 "];
    const begins = (at: number) => at === 0 || at === chunks[0]?.length;
    expect(ranges(chunks.join(""), "token 1 token 2 token 3 ", begins)).toEqual([
      "same 0:0 token 1 ",
      "lost 8:8 token 2 ",
      "same 8:16 token 3 ",
    ]);
  });

  test("numbers with a common start do not add gaps", () => {
    const tokens = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `token ${from + i} `).join("");
    for (const [cut, next] of [
      [26, 27],
      [26, 29],
      [9, 90],
      [10, 11],
    ] as const) {
      const delivered = tokens(0, cut) + tokens(next, 100);
      const at = tokens(0, cut).length;
      const begins = (position: number) => position === at;
      const { segments, only } = compareTexts(delivered, tokens(0, 120), begins);
      const lost = segments.filter(({ kind }) => kind === "lost").map(({ text }) => text);
      expect({ lost, only }).toEqual({ lost: [tokens(cut, next), tokens(100, 120)], only: 0 });
    }
  });

  test("one gap in a long text is exact", () => {
    const words = Array.from({ length: 60_000 }, (_, i) => `word ${i * 7919} `);
    const stored = words.join("");
    const delivered = [...words.slice(0, 100), ...words.slice(50_000)].join("");
    const { lost, only, isFineGrained } = compareTexts(delivered, stored);
    expect({ lost, only, isFine: isFineGrained }).toEqual({
      lost: stored.length - delivered.length,
      only: 0,
      isFine: true,
    });
  });
});

const text = fc.array(fc.constantFrom("a", "b ", "the ", "\n", "🌊", "é"), { maxLength: 30 });

test("the segments form both texts, in order", () => {
  fc.assert(
    fc.property(text, text, fc.func(fc.boolean()), (delivered, stored, begins) => {
      const [before, after] = [delivered.join(""), stored.join("")];
      const { segments, lost, only } = compareTexts(before, after, begins);
      const joined = (...kinds: string[]) =>
        segments.flatMap((segment) => (kinds.includes(segment.kind) ? segment.text : [])).join("");
      expect(joined("same", "only")).toBe(before);
      expect(joined("same", "lost")).toBe(after);
      expect(joined("lost")).toHaveLength(lost);
      expect(joined("only")).toHaveLength(only);
      for (const segment of segments) {
        expect(segment.text).toBe(new TextDecoder().decode(new TextEncoder().encode(segment.text)));
        if (segment.kind !== "only")
          expect(after.startsWith(segment.text, segment.stored)).toBe(true);
        if (segment.kind !== "lost")
          expect(before.startsWith(segment.text, segment.delivered)).toBe(true);
      }
    }),
  );
});

test("a single dropped range is found exactly", () => {
  fc.assert(
    fc.property(text, text, text, (head, hole, tail) => {
      const stored = [...head, ...hole, ...tail].join("");
      const delivered = [...head, ...tail].join("");
      const { lost, only } = compareTexts(delivered, stored);
      expect({ lost, only }).toEqual({ lost: hole.join("").length, only: 0 });
    }),
  );
});
