// Logs damaged in every way: records are found, and parsing yields to the event loop.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLogRecords } from "./log-records.ts";

async function read(pieces: Iterable<Uint8Array>, signal = new AbortController().signal) {
  const texts: string[] = [];
  async function* log() {
    yield* pieces;
  }
  const onRecord = (record: { r: string }) => texts.push(JSON.stringify(record));
  await readLogRecords(log(), onRecord, signal);
  return texts;
}

const RECORDS = ['{"r":"note","t":1,"text":"ü"}', '{"r":"end","x":"a","t":2,"cause":"reset"}'];
const DAMAGE = [
  "",
  "x",
  "{",
  "}",
  "{}",
  '{"r"}',
  '{"r":1}',
  "\r",
  '"r"',
  "é".repeat(50),
  '{"r":"a',
];

test("each record is found once, whatever is between and however the bytes are split", async () => {
  const lines = fc.array(fc.constantFrom(...RECORDS, ...DAMAGE), { maxLength: 40 });
  const ends = fc.constantFrom("\n", "\r\n");
  await fc.assert(
    fc.asyncProperty(lines, ends, fc.integer({ min: 1, max: 60 }), async (some, end, size) => {
      const bytes = Buffer.from(some.join(end));
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      );
      expect(await read(pieces)).toEqual(some.filter((line) => RECORDS.includes(line)));
    }),
  );
});

/** A very large log, in chunks as from a file. */
function* piecesOf(text: string, count: number) {
  const piece = Buffer.from(text.repeat(Math.ceil((1 << 16) / text.length)));
  for (let n = 0; n < count; n++) yield piece;
}

test.each([
  ["two million short lines", "x\n", 64],
  ["empty lines", "\n", 32],
  ["carriage returns", "\r", 640],
  ["one line of many megabytes", "x", 640],
  ["one line that begins like a record, of many megabytes", '{"r":"', 640],
])("%s: yields to the event loop after each chunk", async (_, text, count) => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  expect(await read(piecesOf(text, count))).toEqual([]);
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(count);
});

test("stops reading when aborted", async () => {
  const leave = new AbortController();
  let pieces = 0;
  function* endless() {
    for (;;) {
      if (++pieces === 3) leave.abort();
      yield Buffer.from(`${RECORDS[0]}\n`);
    }
  }
  await expect(read(endless(), leave.signal)).rejects.toThrow("aborted");
  expect(pieces).toBe(3);
});
