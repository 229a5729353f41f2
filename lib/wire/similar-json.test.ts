import fc from "fast-check";
import { expect, test } from "vitest";
import { SimilarJson } from "./similar-json.ts";

const tokenOf = (text: string) => JSON.stringify({ id: 1, parts: [{ kind: "text", text }], a: [] });

test("JSON that differs in one string from two earlier texts is recognized", () => {
  const similar = new SimilarJson();
  similar.learn(tokenOf("one"));
  expect(similar.matches(tokenOf("two"))).toBe(false);
  similar.learn(tokenOf("two"));
  for (const text of ["three", "", "Grüße 🌍", "one"])
    expect(similar.matches(tokenOf(text))).toBe(true);
  for (const text of ['a "quote"', "a\nline"]) expect(similar.matches(tokenOf(text))).toBe(false);
});

const PIECES = ['"', "\\", "{", "}", "[", "]", ":", ",", "a", "1", " ", "\n", '"a"', "\u0000"];

test("what matches is JSON, whatever was learned", () => {
  const value = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one));
  const change = fc.record({ at: fc.nat(), less: fc.nat(3), more: fc.constantFrom(...PIECES) });
  let matched = 0;
  fc.assert(
    fc.property(value, fc.array(change, { minLength: 2, maxLength: 8 }), (start, changes) => {
      const similar = new SimilarJson();
      let text = start;
      for (const { at, less, more } of changes) {
        const from = at % (text.length + 1);
        const next = text.slice(0, from) + more + text.slice(from + less);
        const isJson = isParsable(next);
        if (similar.matches(next)) {
          matched++;
          expect(isJson).toBe(true);
        } else if (isJson) similar.learn(next);
        if (isJson) text = next;
      }
    }),
    { numRuns: 5000 },
  );
  expect(matched).toBeGreaterThan(10);
});

test("texts that are never similar are rarely compared, and similar ones are found later", () => {
  const similar = new SimilarJson();
  for (let i = 0; i < 1000; i++) similar.learn(JSON.stringify({ [`key${i}`]: i }));
  const found = Array.from({ length: 200 }, (_, i) => {
    const text = tokenOf(`word ${i}`);
    const isSimilar = similar.matches(text);
    if (!isSimilar) similar.learn(text);
    return isSimilar;
  });
  expect(found.at(-1)).toBe(true);
});

function isParsable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
