// What could be left out of JSON, and the JSON without it.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../json/exact-json.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { applyJsonEdits, listJsonEdits } from "./shrink-json.ts";

test("nothing but the edited members changes, and long numbers keep their digits", () => {
  const value = parseJson('{"a":[1,9007199254740993,3],"text":"héllo","b":{"c":1}}');
  const edits = listJsonEdits(value);
  expect(edits.map(({ kind, at }) => `${kind} ${at}`)).toEqual([
    "remove /a",
    "remove /text",
    "shorten /text",
    "remove /b",
    "remove /a/0",
    "remove /a/1",
    "remove /a/2",
    "remove /b/c",
  ]);
  const chosen = edits.filter(({ at, kind }) => /^\/(a\/0|b)$/.test(at) || kind === "shorten");
  expect(stringifyJson(applyJsonEdits(value, chosen))).toBe(
    '{"a":[9007199254740993,3],"text":"h"}',
  );
});

test("no edit gives the same JSON, and each edit gives less", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const text = JSON.stringify(json);
      const value = parseJson(text);
      expect(stringifyJson(applyJsonEdits(value, []))).toBe(stringifyJson(value));
      for (const edit of listJsonEdits(value)) {
        const less = stringifyJson(applyJsonEdits(value, [edit]));
        expect(less.length).toBeLessThan(stringifyJson(value).length);
      }
    }),
  );
});
