import fc from "fast-check";
import { expect, test } from "vitest";
import type { DataRecord } from "../wire/record.ts";
import { parseRecord } from "./record-shape.ts";
import { RepeatedLines } from "./repeated-lines.ts";

const token = (text: string, more: object = {}) =>
  `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { artifactUpdate: { taskId: "t1", artifact: { artifactId: "a", parts: [{ text }] }, ...more } } })}\n\n`;
const record = (word: string, t: number, x = "x1"): DataRecord => {
  const text = token(word);
  return { r: "data", x, t, text, n: Buffer.byteLength(text) };
};
const lineOf = (one: object) => JSON.stringify(one);

function taught(...lines: string[]): RepeatedLines {
  const match = new RepeatedLines();
  for (const line of lines) {
    const read = parseRecord(line);
    if (read) match.learn(line, read);
  }
  return match;
}

test("a line that matches a template is read without parsing, in any of several streams", () => {
  const match = taught(
    lineOf(record("one", 1)),
    lineOf(record("x", 1)),
    lineOf(record("y", 2, "x2")),
  );
  for (const next of [record(" two", 2.5), record("drei: Grüße 🌍", 0, "x2"), record("", 1000)]) {
    expect(match.read(lineOf(next))).toEqual(next);
  }
});

test("a changed line is read as by parsing, or not at all", () => {
  const first = lineOf(record("word", 12.5));
  const change = fc.record({
    at: fc.nat(first.length - 1),
    less: fc.nat(3),
    more: fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('"', "\\", "\\n", "0", "1e9", "}", "\u0001", " "),
    ),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
      let line = lineOf(record("another word", 13));
      for (const { at, less, more } of changes) {
        line = line.slice(0, at) + more + line.slice(at + less);
      }
      const found = taught(first).read(line);
      if (found) expect(found).toEqual(parseRecord(line));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["time", '"t":13', '"t":1e400'],
  ["time", '"t":13', '"t":013'],
  ["time", '"t":13', '"t":13.'],
  ["time", '"t":13', `"t":${"9".repeat(400)}`],
  ["count", /"n":\d+/, '"n":99999999999999999999'],
  ["count", /"n":\d+/, '"n":01'],
  ["count", /,"n":\d+/, ""],
  ["end", /\}$/, "}\r"],
  ["word", "another", 'an"other'],
  ["word", "another", "an\\u0000other"],
])("a %s that parsing reads in another way is left to that", (_, before, after) => {
  const line = lineOf(record("another word", 13)).replace(before, after);
  expect(taught(lineOf(record("word", 12.5))).read(line)).toBeNull();
});

test("if no line matches, few templates are created", () => {
  let looked = 0;
  const match = new RepeatedLines();
  for (let i = 0; i < 2000; i++) {
    const line = lineOf({ ...record("word", i), x: `x${i}` });
    const read = parseRecord(line) as DataRecord;
    match.learn(line, {
      ...read,
      get text() {
        looked++;
        return token("word");
      },
    });
  }
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(50);
});
