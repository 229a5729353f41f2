import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Frame, FrameIssue } from "./frame.ts";
import { JsonFramer } from "./json-framer.ts";
import { collectFrames, countFrames, splitAt, splitEvery, splitUnits } from "./wire.testkit.ts";

const json = (...pieces: readonly string[]) => collectFrames(new JsonFramer(), ...pieces);

/** Each frame as its value, or as its text where it is none. */
const read = ({ kind, data }: Frame): unknown => {
  if (kind !== "data") return `stray: ${data}`;
  try {
    return JSON.parse(data);
  } catch {
    return `not JSON: ${data}`;
  }
};

const a = { a: 1 };
const b = { b: "}{" };
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

describe("extracts values", () => {
  test.each<[string, string, unknown[]]>([
    ["one value", '{"a":1}', [a]],
    ["lines", '{"a":1}\n{"b":"}{"}\n', [a, b]],
    ["lines that end with CRLF, and blank ones", '{"a":1}\r\n\r\n{"b":"}{"}\r\n', [a, b]],
    ["indented lines", '  {"a":1}\n\t{"b":"}{"}', [a, b]],
    ["one behind another", '{"a":1}{"b":"}{"} {"a":1}', [a, b, a]],
    ["pretty-printed", `${pretty(a)}\n${pretty(b)}`, [a, b]],
    ["pretty-printed without a break between", pretty(b) + pretty(a), [b, a]],
    ["an array", '[{"a":1}, {"b":"}{"}]', [a, b]],
    ["an array over lines", '[\n{"a":1},\n{"b":"}{"}\n]\n', [a, b]],
    ["a pretty-printed array", pretty([a, b, [a]]), [a, b, [a]]],
    ["arrays one behind another", '[{"a":1}]\n[{"b":"}{"}][]', [a, b]],
    [
      "an array of everything",
      '[1, -2.5e3, "x,]", null, true, [], {}]',
      [1, -2500, "x,]", null, true, [], {}],
    ],
    ["bare values on lines", '1\n"x"\nnull\ntrue\n', [1, "x", null, true]],
    ["behind a byte order mark", '\uFEFF{"a":1}', [a]],
    ["none", "\n  \r\n", []],
    ["an empty array", "[ ]", []],
  ])("%s", (_, text, values) => {
    expect(json(text).map(read)).toEqual(values);
  });
});

describe("a broken value costs only itself", () => {
  test.each<[string, string, unknown[]]>([
    ["words between lines", '{"a":1}\nhello world\n{"a":1}', [a, "stray: hello world", a]],
    [
      "a page of HTML is one piece",
      "<html>\n  <p>\n\n  </p>\n</html>\n",
      ["stray: <html>\n  <p>\n\n  </p>\n</html>"],
    ],
    ["a log's bracketed level", '[INFO] up\n{"a":1}', ["stray: [INFO] up", a]],
    [
      "a log's bracketed time",
      '[2026-01-01 10:00] up\n{"a":1}',
      ["stray: [2026-01-01 10:00] up", a],
    ],
    ["a bare word in a value", '{"a":oops}\n{"a":1}', ['not JSON: {"a":oops}', a]],
    ["a word that is no element", '[1, oops, {"a":1}]', [1, "stray: oops", a]],
    ["torn in a string", '{"a":"cu\n{"a":1}\n{"b":"}{"}', ['stray: {"a":"cu', a, b]],
    ["torn behind a value", '{"x":1\n{"a":1}\n{"b":"}{"}', ['stray: {"x":1', a, b]],
    ["torn behind a comma", '{"x":1,\n{"a":1}\n{"b":"}{"}', ['stray: {"x":1,', a, b]],
    ["torn behind a colon", '{"x":\n{"a":1}\n{"b":"}{"}', ['stray: {"x":', a, b]],
    ["torn in a list", '{"x":[1,\n{"a":1}\n{"b":"}{"}', ['stray: {"x":[1,', a, b]],
    ["torn behind a list's bracket", '{"x":[\n{"a":1}\n{"b":"}{"}', ['stray: {"x":[', a, b]],
    ["torn behind a whole list item", '{"x":[{},\n{"a":1}', ['stray: {"x":[{},', a]],
    ["torn twice in a row", '{"x":[\n{"y":[\n{"a":1}\n{"b":"}{"}', ['stray: {"x":[\n{"y":[', a, b]],
    [
      "torn between good ones",
      '{"a":1}\n{"x":[{\n{"a":1}\n{"y":\n{"b":"}{"}\n',
      [a, 'stray: {"x":[{', a, 'stray: {"y":', b],
    ],
    [
      "torn inside an array",
      '[\n{"x":[\n{"a":1},\n{"b":"}{"}\n]',
      ['stray: {"x":[', a, b, "stray: ]"],
    ],
    ["an end that nothing began, in an array", '[{}}\n{"a":1}]', [{}, "stray: }", a]],
    ["an end that nothing began", '}\n]\n{"a":1}', ["stray: }\n]", a]],
  ])("%s", (_, text, values) => {
    expect(json(text).map(read)).toEqual(values);
  });
});

describe("cut off by the end", () => {
  const { Unterminated } = FrameIssue;

  test.each([
    ['{"a":', ['{"a":']],
    ['{\n  "a": {\n    "b": 1', ['{\n  "a": {\n    "b": 1']],
    ['{"a":1}\n{"b', ['{"b']],
    ['[{"a":1},{"b":', ['{"b":']],
    ['{"x":[\n{"a":1}\n{"b":[', ['{"b":[']],
  ])("%j leaves a frame that says so", (text, tails) => {
    const cut = json(text).filter(({ issues }) => issues & Unterminated);
    expect(cut.map(({ data }) => data)).toEqual(tails);
    expect(cut.at(-1)?.end).toBe(text.length);
  });

  test("complete values before it are extracted", () => {
    expect(json('{"x":[\n{"a":1}\n{"b":[').map(read)).toEqual([
      'stray: {"x":[',
      a,
      'not JSON: {"b":[',
    ]);
  });
});

test("a parsed value is passed on, including null", () => {
  expect(json('null\n{"a":1}\n').map(({ value }) => value)).toEqual([null, a]);
});

const cuts = fc.array(fc.nat({ max: 999 }), { maxLength: 8 });
const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "\n",
  "\n",
  "\r\n",
  " ",
  "x",
  "1",
  "é",
  "𝒳",
];
const WHOLES = ['{"a":1}', '"k":', '{"a":', "[1,", "null", "\uFEFF", '{\n  "a": 1\n}'];
const anyText = fc
  .array(fc.constantFrom(...PIECES, ...WHOLES), { maxLength: 30 })
  .map((pieces) => pieces.join(""));

describe("any text", () => {
  test("the frames do not depend on how it was split", () => {
    fc.assert(
      fc.property(anyText, cuts, (text, at) => {
        const whole = json(text);
        expect(json(...splitAt(text, at))).toEqual(whole);
        expect(json(...splitUnits(text))).toEqual(whole);
      }),
      { numRuns: 1500 },
    );
  });

  test("every frame is the text of its range, in order, and only brackets and blanks are in none", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let before = 0;
        const between: string[] = [];
        for (const { start, end, data } of json(text)) {
          expect(text.slice(start, end)).toBe(data);
          expect(start).toBeGreaterThanOrEqual(before);
          between.push(text.slice(before, start));
          before = end;
        }
        between.push(text.slice(before));
        expect(between.join("")).toMatch(/^[\s\uFEFF,[\]]*$/);
      }),
      { numRuns: 1500 },
    );
  });
});

describe("good values between bad lines", () => {
  const good = fc.dictionary(fc.string(), fc.jsonValue());
  const layout = fc.constantFrom<(value: unknown) => string>(
    (value) => JSON.stringify(value),
    (value) => JSON.stringify(value, null, 2),
    (value) => JSON.stringify(value, null, "\t").replaceAll("\n", "\r\n"),
  );
  /** Lines that break at their own end: each in another way. */
  const bad = fc.constantFrom(
    "garbage",
    "<p>",
    "[WARN] low",
    '{"a":"torn',
    '{"a":oops}',
    '{"a" "b"}',
    "}",
    "]",
    '{"a":1}}',
  );

  test("are all extracted, in order", () => {
    const line = fc.oneof(
      fc.tuple(good, layout).map(([value, print]) => ({ value, text: print(value) })),
      bad.map((text) => ({ value: undefined, text })),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), cuts, (lines, at) => {
        const text = lines.map((each) => `${each.text}\n`).join("");
        const expected = lines.flatMap(({ value }) => (value === undefined ? [] : [value]));
        const found = json(...splitAt(text, at)).map(read);
        const objects = found.filter((value) => typeof value === "object");
        const known = objects.filter((value) => !isOfBadLine(value));
        expect(known).toEqual(expected.filter((value) => !isOfBadLine(value)).map(asParsed));
      }),
      { numRuns: 600 },
    );
  });

  const isOfBadLine = (value: unknown) => JSON.stringify(value) === '{"a":1}';
  const asParsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
});

describe("takes linear time", () => {
  const huge = JSON.stringify({ text: "x".repeat(20_000_000) });

  test("for one line of 20 MB in pieces of 64 KB", () => {
    expect(json(...splitEvery(huge, 65_536))).toMatchObject([{ start: 0, end: huge.length }]);
  });

  test.each([
    ["lines", '{"a":1}\n', 200_000, { data: 200_000 }],
    ["values without a break", '{"a":1}', 200_000, { data: 200_000 }],
    ["bad lines", '{"a":1 oops\n', 50_000, { data: 1, stray: 1 }],
  ])("for many %s, in pieces and at once", (_, one, count, expected) => {
    const text = one.repeat(count);
    expect(countFrames(new JsonFramer(), [text])).toEqual(expected);
    expect(countFrames(new JsonFramer(), splitEvery(text, 65_536))).toEqual(expected);
  });

  test("for an array of 200,000", () => {
    const text = `[${'{"a":1},'.repeat(199_999)}{"a":1}]`;
    expect(countFrames(new JsonFramer(), splitEvery(text, 65_536))).toEqual({ data: 200_000 });
  });

  test("for 100,000 torn lines with a good one behind each", () => {
    const text = '{"x":[\n{"a":1}\n'.repeat(100_000);
    expect(countFrames(new JsonFramer(), [text]).data).toBe(100_000);
  });
});
