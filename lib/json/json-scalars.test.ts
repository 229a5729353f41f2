import { expect, test } from "vitest";
import { forEachScalar } from "./json-scalars.ts";

const visit = (text: string) => {
  const found: string[] = [];
  forEachScalar(text, (path, from, to, kind) => {
    found.push(`${kind} ${path.join(".")}: ${text.slice(from, to)}`);
  });
  return found;
};

test.each([
  [
    '{"a": [1, "x\\"", {"b": -2.5e+3}], "\\u0063": ""}',
    [
      "name a: a",
      "number a.0: 1",
      'text a.1: x\\"',
      "name a.2.b: b",
      "number a.2.b: -2.5e+3",
      "name c: \\u0063",
      "text c: ",
    ],
  ],
  ["key=4111 or k1e5-3", ["number : 4111", "number : 1e5-3"]],
  ['["a\nb", oops 7]]]', ["text 0: a\nb", "number 1: 7"]],
  ['{"a" "b", "c', ["name a: a", "text a: b"]],
  ["true, null", []],
])("%j contains its names, texts and numbers, valid or not", (text, found) => {
  expect(visit(text)).toEqual(found);
});
