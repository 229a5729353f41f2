import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitAt, splitUnits } from "../wire/wire.testkit.ts";
import { type JsonToken, JsonTokenizer, type JsonTokenizerOptions } from "./json-tokenizer.ts";

interface Token {
  readonly token: JsonToken;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly head: string;
}

function read(pieces: readonly string[], options?: JsonTokenizerOptions): Token[] {
  const tokens = new JsonTokenizer(options);
  const found: Token[] = [];
  const drain = () => {
    for (let token = tokens.next(); token !== "end"; token = tokens.next()) {
      const { from, to, depth, head } = tokens;
      found.push({ token, from, to, depth, head });
    }
  };
  for (const piece of pieces) {
    tokens.push(piece);
    drain();
  }
  tokens.end();
  drain();
  return found;
}

/** Each token as its text, with its kind where the text does not tell. */
const show = (text: string, options?: JsonTokenizerOptions) =>
  read([text], options).map(({ token, from, to }) => {
    const part = text.slice(from, to);
    return part === token ? part : `${token} ${part}`;
  });

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  '"',
  '"',
  "\\",
  "\n",
  " ",
  "\r\n",
  "\u0001",
  "x",
  "é",
];
const WHOLES = [
  '"key"',
  "-1.5e+3",
  "true",
  "\\u00e4",
  "𝒳",
  "\u2028",
  "//",
  `"${"long ".repeat(40)}"`,
];
const anyText = fc
  .array(fc.constantFrom(...PIECES, ...WHOLES), { maxLength: 40 })
  .map((pieces) => pieces.join(""));
const cuts = fc.array(fc.nat({ max: 999 }), { maxLength: 8 });
const anyOptions = fc.record({ lineEndsString: fc.boolean() });

describe("tokens", () => {
  test.each<[string, string, string[]]>([
    ["brackets and marks", "{ [\t,:]\r\n}", ["{", "[", ",", ":", "]", "}"]],
    ["strings", '"" "a\\"b" "\\\\"', ['string ""', 'string "a\\"b"', 'string "\\\\"']],
    ["numbers as written", "[1.50,-0e1]", ["[", "word 1.50", ",", "word -0e1", "]"]],
    ["words up to the next token", "a-b'c{d", ["word a-b'c", "{", "word d"]],
    ["slashes alone", "1/*x*//", ["word 1", "word /", "word *x*", "word /", "word /"]],
    ["a string directly after a word", 'a"b"', ["word a", 'string "b"']],
    [
      "control characters",
      "1\u00012\u000c",
      ["word 1", "control \u0001", "word 2", "control \u000c"],
    ],
    ["spaces that JSON does not know", "\ufeff1\u00a0", ["word \ufeff1\u00a0"]],
    ["a string without end", '["a\n]', ["[", 'unterminated "a\n]']],
    ["a string that ends in a backslash", '"a\\', ['unterminated "a\\']],
    ["none", " \n", []],
  ])("%s", (_, text, tokens) => {
    expect(show(text)).toEqual(tokens);
  });

  test.each<[string, string, string[]]>([
    ["a string", '"a\n"b"', ['unterminated "a', 'string "b"']],
    ["a long string", `"${"a".repeat(99)}\n1`, [`unterminated "${"a".repeat(99)}`, "word 1"]],
    ["an escape", '"a\\\n1', ['unterminated "a\\', "word 1"]],
  ])("a line end can end %s", (_, text, tokens) => {
    expect(show(text, { lineEndsString: true })).toEqual(tokens);
  });

  test("count open brackets, whatever closes them", () => {
    const depths = read(["[{}}}1["]).map(({ depth }) => depth);
    expect(depths).toEqual([1, 2, 1, 0, 0, 0, 1]);
  });

  test("show their first characters", () => {
    const text = `"${"0123456789".repeat(30)}"`;
    expect(read(splitAt(text, [10, 300, 500])).map(({ head }) => head)).toEqual([
      text.slice(0, 128),
    ]);
  });
});

describe("any text", () => {
  test("has the same tokens however it is split", () => {
    fc.assert(
      fc.property(anyText, cuts, anyOptions, (text, at, options) => {
        const whole = read([text], options);
        expect(read(splitAt(text, at), options)).toEqual(whole);
        expect(read(splitUnits(text), options)).toEqual(whole);
      }),
      { numRuns: 1500 },
    );
  });

  test("consists of its tokens and white space", () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        let end = 0;
        for (const { token, from, to, head } of read([text], options)) {
          expect(text.slice(end, from)).toMatch(/^[ \t\r\n]*$/);
          expect(to).toBeGreaterThan(from);
          expect(head).toBe(text.slice(from, to).slice(0, 128));
          if (token.length === 1) expect(text.slice(from, to)).toBe(token);
          end = to;
        }
        expect(text.slice(end)).toMatch(/^[ \t\r\n]*$/);
      }),
      { numRuns: 1500 },
    );
  });

  test("can be read again from any token, and from inside a word", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, pick) => {
        const all = read([text]);
        const from = all[pick % Math.max(1, all.length)]?.from ?? 0;
        const tokens = new JsonTokenizer();
        tokens.push(text);
        tokens.end();
        tokens.seek(from);
        expect(tokens.next()).toBe(all.find((one) => one.from === from)?.token ?? "end");
      }),
    );
    const tokens = new JsonTokenizer();
    tokens.push("1abc,");
    expect([tokens.next(), tokens.to]).toEqual(["word", 4]);
    tokens.seek(1);
    expect([tokens.next(), tokens.from, tokens.to]).toEqual(["word", 1, 4]);
  });

  test("that was not read before the next piece came is not lost", () => {
    fc.assert(
      fc.property(anyText, cuts, (text, at) => {
        const tokens = new JsonTokenizer();
        for (const piece of splitAt(text, at)) {
          tokens.push(piece);
          tokens.next();
        }
        tokens.end();
        const rest: number[] = [];
        while (tokens.next() !== "end") rest.push(tokens.from, tokens.to);
        const all = read([text]).flatMap(({ from, to }) => [from, to]);
        expect(all.slice(all.length - rest.length)).toEqual(rest);
      }),
    );
  });
});

test("skipping ends where reading the tokens does, however the text is split", () => {
  fc.assert(
    fc.property(anyText, cuts, anyOptions, fc.nat({ max: 3 }), (text, at, options, depth) => {
      const whole = read([`[[[[${text}`], options);
      const isLow = (one: Token) => one.depth <= depth && one.from > 3;
      const expected = whole.find(isLow);
      const tokens = new JsonTokenizer(options);
      tokens.push("[[[[");
      while (tokens.next() !== "end");
      let isFound = tokens.skipTo(depth);
      for (const piece of splitAt(text, at)) {
        if (isFound) break;
        tokens.push(piece);
        isFound = tokens.skipTo(depth);
      }
      expect(isFound).toBe(expected !== undefined);
      if (expected) expect([tokens.from, tokens.to]).toEqual([expected.from, expected.to]);
    }),
    { numRuns: 1500 },
  );
});

test("an unfinished token is announced", () => {
  const tokens = new JsonTokenizer();
  const announce = (text: string) => {
    tokens.push(text);
    return [tokens.next(), tokens.open, tokens.from];
  };
  expect(announce('  "a')).toEqual(["end", "string", 2]);
  expect(announce("b")).toEqual(["end", "string", 2]);
  expect(announce('c" 1')).toEqual(["string", null, 2]);
  expect([tokens.next(), tokens.open, tokens.from]).toEqual(["end", "word", 8]);
});

/** Builds a value from tokens in the order that the grammar of JSON requires. */
function build(text: string, tokens: JsonTokenizer, token = tokens.next()): unknown {
  const { from, to } = tokens;
  if (token === "string" || token === "word") return JSON.parse(text.slice(from, to));
  expect(["{", "["]).toContain(token);
  const isArray = token === "[";
  const members: [string, unknown][] = [];
  for (let next = tokens.next(); next !== "]" && next !== "}"; next = tokens.next()) {
    const first = next === "," ? tokens.next() : next;
    const name = isArray ? String(members.length) : String(build(text, tokens, first));
    if (!isArray) expect(tokens.next()).toBe(":");
    members.push([name, isArray ? build(text, tokens, first) : build(text, tokens)]);
  }
  return isArray ? members.map(([, value]) => value) : Object.fromEntries(members);
}

test("the tokens of JSON are those that JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const tokens = new JsonTokenizer();
      tokens.push(text);
      tokens.end();
      expect(build(text, tokens)).toEqual(JSON.parse(text));
      expect(tokens.next()).toBe("end");
    }),
  );
});

describe("takes linear time and constant memory", () => {
  const count = (pieces: Iterable<string>) => {
    const tokens = new JsonTokenizer({ lineEndsString: true });
    let found = 0;
    for (const piece of pieces) {
      tokens.push(piece);
      while (tokens.next() !== "end") found++;
    }
    tokens.end();
    while (tokens.next() !== "end") found++;
    return [found, tokens.depth];
  };

  test.each<[string, string, number, number, number]>([
    ["brackets", "[", 5_000_000, 5_000_000, 5_000_000],
    ["backslashes", "\\", 5_000_000, 1, 0],
    ["escaped quotes in a string", '\\"', 2_000_000, 1, 0],
    ["torn strings", '"\n', 1_000_000, 1_000_000, 0],
    ["a word", "1", 5_000_000, 1, 0],
  ])("for %s", (_, unit, times, tokens, depth) => {
    const text = unit === '\\"' ? `"${unit.repeat(times)}` : unit.repeat(times);
    expect(count([text])).toEqual([tokens, depth]);
    const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, i) =>
      text.slice(i * 1000, (i + 1) * 1000),
    );
    expect(count(pieces)).toEqual([tokens, depth]);
  });
});
