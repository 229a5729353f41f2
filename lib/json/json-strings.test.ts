import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonString, JsonStringReader } from "./json-strings.ts";

function readStrings(pieces: readonly string[]): JsonString[] {
  const reader = new JsonStringReader();
  const all: JsonString[] = [];
  const take = () => {
    for (let next = reader.next(); next; next = reader.next()) all.push(next);
  };
  for (const piece of pieces) {
    reader.push(piece);
    take();
  }
  reader.end();
  take();
  return all;
}

/** The same by `JSON.parse`. */
function listStrings(value: unknown, path: readonly string[]): [string, string][] {
  if (typeof value === "string") return [[path.join("/"), value]];
  if (Array.isArray(value)) return value.flatMap((item) => listStrings(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => listStrings(item, [...path, name]));
}

const split = (text: string, sizes: readonly number[]): string[] => {
  const pieces: string[] = [];
  let at = 0;
  for (const size of sizes) {
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return [...pieces, text.slice(at)];
};

test("finds the strings that JSON.parse finds, however the text is split", () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 5 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }),
      fc.nat(2),
      (compact, sizes, indent) => {
        const value: unknown = JSON.parse(compact);
        const text = JSON.stringify(value, null, indent);
        const found = readStrings(split(text, sizes)).map(({ path, from, to }) => [
          path.join("/"),
          JSON.parse(`"${text.slice(from, to)}"`),
        ]);
        expect(found).toEqual(listStrings(JSON.parse(text), []));
      },
    ),
  );
});

test("names may be escaped, and a text may end in a string", () => {
  const text = '{"pass\\u0077ord":["a",{"b":"c"}],"d":"unfinis';
  const strings = readStrings([...text]);
  expect(strings.map(({ path, from, to }) => [path, text.slice(from, to)])).toEqual([
    [["password"], "a"],
    [["password", "b"], "c"],
    [["d"], "unfinis"],
  ]);
});

test("says which string the text so far ends in, and none for a name", () => {
  const reader = new JsonStringReader();
  reader.push('{"a":{"b"');
  expect([reader.next(), reader.open]).toEqual([null, null]);
  reader.push(':"x');
  expect([reader.next(), reader.open]).toEqual([null, { path: ["a", "b"], from: 11 }]);
  reader.push('y"');
  expect([reader.next(), reader.open]).toEqual([{ path: ["a", "b"], from: 11, to: 13 }, null]);
});

test("any depth is survived, and what follows is found", () => {
  const deep = `${'{"a":['.repeat(5000)}"lost"${"]}".repeat(5000)}{"b":"found"}`;
  expect(readStrings([deep]).map(({ path }) => path)).toEqual([["b"]]);
});
