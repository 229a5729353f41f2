import fc from "fast-check";
import { expect, test } from "vitest";
import { alignSource, findShownOffset } from "./source-alignment.ts";

const letters = (source: string, shown: string) => {
  const places = alignSource(source, shown);
  return Array.from(shown, (_, i) => source[places[i] ?? 0]).join("");
};

test("plain text aligns with itself at any offset", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, shown, after) => {
      expect(letters(`${before}${shown}${after}`, shown)).toHaveLength(shown.length);
      expect(alignSource(shown, shown)).toEqual(
        Uint32Array.from({ length: shown.length + 1 }, (_, i) => i),
      );
    }),
  );
});

test.each([
  ["\\*not\\* strong", "*not* strong"],
  ["one  \n   two", "one\ntwo"],
  ["`code`", "code"],
  ["```js\njs();\n```", "js();"],
])("%j shows %j, character for character", (source, shown) => {
  expect(letters(source, shown)).toBe(shown);
});

test("an entity aligns with its character", () => {
  const places = alignSource("a &amp; b &lt;c", "a & b <c");
  expect([...places]).toEqual([0, 1, 2, 7, 8, 9, 10, 14, 15]);
});

test("offsets ascend for any two texts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (source, shown) => {
      const places = alignSource(source, shown);
      const inOrder = places.every((place, i) => place >= (places[i - 1] ?? 0));
      expect(inOrder && Math.max(...places) <= source.length).toBe(true);
      const back = Array.from({ length: source.length + 1 }, (_, at) =>
        findShownOffset(places, at),
      );
      expect(Math.max(...back)).toBeLessThanOrEqual(shown.length);
    }),
  );
});
