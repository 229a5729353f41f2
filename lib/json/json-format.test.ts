import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson, hasLongLines } from "./json-format.ts";

describe("formatJson", () => {
  test("only white space changes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(formatJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(formatJson(text).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });

  test("thousands of levels take linear space", () => {
    const levels = 5000;
    const deep = `${'{"k":'.repeat(levels)}1${"}".repeat(levels)}`;
    expect(formatJson(deep).replace(/\s/g, "")).toBe(deep);
    expect(formatJson(deep).length).toBeLessThan(levels * 200);
  });

  test("short members stay on one line, issues stay issues", () => {
    const text =
      '{"name":"A","list":[1,2,],"none":{},"deep":{"id":"a","tags":["x","y"]},"name":1.0}';
    expect(formatJson(text)).toBe(
      [
        "{",
        '  "name": "A",',
        '  "list": [1, 2, ],',
        '  "none": {},',
        '  "deep": { "id": "a", "tags": ["x", "y"] },',
        '  "name": 1.0',
        "}",
      ].join("\n"),
    );
  });

  test("is suggested for a text with one long line", () => {
    expect(hasLongLines(JSON.stringify({ text: "x".repeat(200) }))).toBe(true);
    expect(
      hasLongLines(
        JSON.stringify(
          Array.from({ length: 90 }, () => "word"),
          null,
          2,
        ),
      ),
    ).toBe(false);
    expect(hasLongLines('{"a":1}')).toBe(false);
  });

  test("of width 0 puts each member on its own line", () => {
    expect(formatJson('{"a":1,"a":1.0,"b":"\\u0041: {","c":[],"d":{}}', 0)).toBe(
      '{\n  "a": 1,\n  "a": 1.0,\n  "b": "\\u0041: {",\n  "c": [],\n  "d": {}\n}',
    );
  });

  test("of any width changes only white space between tokens", () => {
    const withoutSpace = (text: string) => text.replace(/\s/g, "");
    fc.assert(
      fc.property(fc.json(), fc.nat({ max: 80 }), fc.boolean(), (json, width, isSpread) => {
        const sent = isSpread ? JSON.stringify(JSON.parse(json), null, 4) : json;
        const text = formatJson(sent, width);
        expect(JSON.parse(text)).toEqual(JSON.parse(json));
        expect(withoutSpace(text)).toBe(withoutSpace(sent));
      }),
    );
  });
});
