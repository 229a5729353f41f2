import fc from "fast-check";
import { expect, test } from "vitest";
import { diffTexts } from "./text-diff.ts";

const text = fc
  .array(fc.constantFrom("one", "two", "drei", " ", "\n", ", ", "\u{1F600}"), { maxLength: 30 })
  .map((words) => words.join(""));

test("what is kept and removed is the text before, what is kept and added the text after", () => {
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

test("a moved line is taken out here and put in there", () => {
  const { segments } = diffTexts("1\n2\n3\n", "2\n3\n1\n");
  expect(segments.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "removed 1\n",
    "same 2\n3\n",
    "added 1\n",
  ]);
});

test("texts too large to compare keep their common ends, and it says so", () => {
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
