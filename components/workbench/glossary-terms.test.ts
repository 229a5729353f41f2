import { expect, test } from "vitest";
import { GLOSSARY } from "./glossary-terms.ts";

const TERMS = GLOSSARY.flatMap(({ terms }) =>
  Object.entries(terms).map(([term, meaning]) => ({ term, meaning })),
);

test("each term is explained once", () => {
  const names = TERMS.map(({ term }) => term.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  for (const word of "event frame exchange artifact append dialect verdict".split(" ")) {
    expect(names).toContain(word);
  }
});

test.each(TERMS)("$term is explained in one sentence", ({ meaning }) => {
  expect(meaning).toMatch(/^[A-Z].*[^.]\.$/);
  expect(meaning.replace(/\.$/, "")).not.toMatch(/[.!?]\s/);
  expect(meaning.length).toBeLessThan(110);
});
