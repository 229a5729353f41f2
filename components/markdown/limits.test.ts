import { expect, test } from "vitest";
import { withoutPiledMarks } from "./limits.ts";

test("marks that are piled on one letter are counted, and what languages write stays", () => {
  expect(withoutPiledMarks(`e${"\u0301".repeat(50_000)} x`)).toBe(
    `e${"\u0301".repeat(32)}⟨49968 more marks⟩ x`,
  );
  for (const text of ["Zürich", "e\u0301\u0323", "नमस्ते", "👩🏽‍🚀", "שָׁלוֹם"]) {
    expect(withoutPiledMarks(text)).toBe(text);
  }
});
