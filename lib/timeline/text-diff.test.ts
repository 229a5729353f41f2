import fc from "fast-check";
import { expect, test } from "vitest";
import { diffTexts } from "./text-diff.ts";

const text = fc
  .array(fc.constantFrom("one", "two", "drei", " ", "\n", ", ", "\u{1F600}"), { maxLength: 30 })
  .map((words) => words.join(""));

test("same and removed segments are the old text, same and added ones the new text", () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(0, 20, 1e6), (before, after, limit) => {
      const { segments } = diffTexts(before, after, limit);
      const without = (kind: string) =>
        segments.map((segment) => (segment.kind === kind ? "" : segment.text)).join("");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
      for (const [i, segment] of segments.entries()) {
        expect(segment.text).not.toBe("");
        expect(segments[i + 1]?.kind).not.toBe(segment.kind);
      }
    }),
  );
});

test("a changed word is one word", () => {
  expect(diffTexts("a\nthe old word\nz", "a\nthe new word\nz").segments).toEqual([
    { kind: "same", text: "a\nthe " },
    { kind: "removed", text: "old" },
    { kind: "added", text: "new" },
    { kind: "same", text: " word\nz" },
  ]);
});

test("a moved line is a removal and an addition", () => {
  const { segments } = diffTexts("1\n2\n3\n", "2\n3\n1\n");
  expect(segments.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "removed 1\n",
    "same 2\n3\n",
    "added 1\n",
  ]);
});

test("finds a few changes in a text too large to compare all words with all", () => {
  const words = Array.from({ length: 7000 }, (_, i) => `w${(i * 7919) % 301}`);
  const changed = words.map((word, i) => (i % 700 === 350 ? `${word}!` : word));
  const { segments, isFineGrained } = diffTexts(words.join(" "), changed.join(" "));
  expect(isFineGrained).toBe(true);
  expect(segments.filter(({ kind }) => kind !== "same")).toEqual(
    Array.from({ length: 10 }, () => ({ kind: "added", text: "!" })),
  );
});

test("for texts too large to compare, finds the common ends and reports that", () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word} ${i}\n`).join("");
  const { segments, isFineGrained } = diffTexts(
    `head\n${lines("old")}tail`,
    `head\n${lines("new")}tail`,
  );
  expect(isFineGrained).toBe(false);
  expect(segments.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
  expect(diffTexts("same", "same")).toEqual({
    segments: [{ kind: "same", text: "same" }],
    isFineGrained: true,
  });
});
