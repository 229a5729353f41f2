import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitAt, splitUnits } from "../wire/wire.testkit.ts";
import { type ExtractedItem, JsonItemExtractor } from "./json-item-extractor.ts";

const PATHS = ["log.entries", "data.result[].values", "list"];

function cut(pieces: readonly string[], paths = PATHS) {
  const items: ExtractedItem[] = [];
  const cutter = new JsonItemExtractor(paths, (item) => items.push(item));
  for (const piece of pieces) cutter.push(piece);
  return { items, end: cutter.end() };
}

const cuts = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 6 });

describe("items of a list", () => {
  test("of any kind are exact, however the text is split", () => {
    const list = fc.array(fc.jsonValue(), { maxLength: 6 });
    const space = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(list, fc.jsonValue(), space, cuts, (entries, other, indent, at) => {
        const document = { other, log: { before: other, entries, after: [other] }, entries: [1] };
        const text = JSON.stringify(document, null, indent);
        const { items, end } = cut(splitAt(text, at));
        const found: unknown[] = items.map((item) => JSON.parse(item.text));
        // JSON has one zero, JavaScript two.
        expect(found).toEqual(JSON.parse(JSON.stringify(entries)));
        expect(end).toEqual({ isWhole: true, rest: null });
        for (const item of items) {
          const bytes = Buffer.from(text);
          expect(bytes.subarray(item.at, item.at + Buffer.byteLength(item.text)).toString()).toBe(
            item.text,
          );
        }
      }),
    );
  });

  test("inside items of other lists", () => {
    const text =
      '{"data":{"result":[{"stream":{"values":[0]},"values":[["1","a"],["2","b"]]},{"values":[]}, {"values":[3]}]}}';
    const { items } = cut([text]);
    expect(items.map((item) => item.text)).toEqual(['["1","a"]', '["2","b"]', "3"]);
    expect(items.map(({ list }) => list)).toEqual([0, 0, 2]);
    expect(new Set(items.map(({ path }) => path))).toEqual(new Set(["data.result[].values"]));
    expect(cut(splitUnits(text)).items).toEqual(items);
  });

  test("of one document after another", () => {
    expect(cut(['{"list":[1]}\n{"list":[2]} {"list":[3]}']).items.map((item) => item.text)).toEqual(
      ["1", "2", "3"],
    );
  });
});

describe("damage", () => {
  test("in a string costs its item", () => {
    const text = '{"list":[{"a":1},{"a":"torn\n},{"b":2}]}';
    expect(cut([text]).items.map((item) => item.text)).toEqual([
      '{"a":1}',
      '{"a":"torn\n}',
      '{"b":2}',
    ]);
  });

  test("that truncates the document leaves the last item", () => {
    const { items, end } = cut(['{"list":[{"a":1},{"b":"é']);
    expect(items).toHaveLength(1);
    expect(end).toEqual({
      isWhole: false,
      rest: { path: "list", list: 0, at: 17, text: '{"b":"é' },
    });
  });

  test("of any kind neither hangs nor throws, and does not depend on the split", () => {
    const soup = fc.string({
      unit: fc.constantFrom(...'{}[]",:\\a1é \n', '"list":['),
      maxLength: 60,
    });
    fc.assert(
      fc.property(soup, cuts, (text, at) => {
        expect(cut(splitAt(text, at))).toEqual(cut([text]));
      }),
      { numRuns: 500 },
    );
  });
});
