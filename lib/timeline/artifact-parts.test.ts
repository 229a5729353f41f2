import fc from "fast-check";
import { expect, test } from "vitest";
import type { Part } from "../protocol/model.ts";
import { PartList } from "./artifact-parts.ts";

const text = fc.string({ maxLength: 9 }).map((content): Part => ({ kind: "text", text: content }));
const long = fc.nat(9).map((n): Part => ({ kind: "text", text: "x".repeat(n * 9_000) }));
const named = text.map((part): Part => ({ ...part, metadata: { a: 1 } }) as Part);
const data = fc.nat(9).map((value): Part => ({ kind: "data", data: { value } }));

/** Enough of a sort in a row that blocks of it are full. */
const parts = fc
  .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: text }, long, named, data), fc.nat(700)), {
    maxLength: 6,
  })
  .map((runs) => runs.flatMap(([part, count]) => Array<Part>(count).fill(part)));

const textOf = (part: Part | undefined) => (part?.kind === "text" ? part.text : null);

test("parts are read as they were added, in any storage", () => {
  fc.assert(
    fc.property(parts, fc.nat(4_200), fc.nat(4_200), (all, one, other) => {
      const pieces = new PartList();
      for (const part of all) pieces.add(part);
      const [from, to] = [
        Math.min(one, other, all.length),
        Math.min(Math.max(one, other), all.length),
      ];
      const texts = all.map((part) => textOf(part) ?? "");
      expect(pieces.length).toBe(all.length);
      expect(pieces.textLength).toBe(texts.join("").length);
      expect(pieces.getTextLengthBefore(to)).toBe(texts.slice(0, to).join("").length);
      expect(pieces.joinText(from, to)).toBe(texts.slice(from, to).join(""));
      expect(pieces.textAt(from)).toBe(textOf(all[from]));
      expect(pieces.slice(from, to)).toEqual(
        all
          .slice(from, to)
          .map((part) => (part.kind === "text" && !part.metadata ? part.text : part)),
      );
      expect(pieces.getNonTextParts(to)).toEqual(
        all.slice(0, to).filter(({ kind }) => kind !== "text"),
      );
    }),
  );
});

test("finds the part that contains a character", () => {
  const pieces = new PartList();
  for (let i = 0; i < 2_000; i++) pieces.add({ kind: "text", text: String(i) });
  for (const i of [0, 9, 255, 256, 1_999]) {
    expect(pieces.findIndexAt(pieces.getTextLengthBefore(i))).toBe(i);
    expect(pieces.findIndexAt(pieces.getTextLengthBefore(i + 1) - 1)).toBe(i);
  }
  expect(pieces.findIndexAt(pieces.textLength)).toBe(2_000);
});
