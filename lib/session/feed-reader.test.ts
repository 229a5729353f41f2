import fc from "fast-check";
import { expect, test } from "vitest";
import type { FeedLine } from "../api/api-types.ts";
import type { WireRecord } from "../wire/record.ts";
import { FeedReader } from "./feed-reader.ts";

const lines: readonly (FeedLine | WireRecord | string)[] = [
  { feed: "recording", recording: "one", from: 0, at: 0 },
  { r: "loupe", version: 1, id: "one", at: null, by: "test" },
  { r: "note", t: 1, text: 'a line that says {"feed": and "feed"' },
  { feed: "recording", recording: "one", from: 7, at: 900 },
  { r: "note", t: 2, text: "zwei 🌍" },
  "not a record at all",
  { r: "note", t: 3, text: "drei" },
  { feed: "caught-up", recording: "one", next: 10, bytes: 0, live: false },
  { feed: "tick" },
];
const bytes = new TextEncoder().encode(
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
);
const lengthOf = (line: number) => Buffer.byteLength(JSON.stringify(lines[line])) + 1;

function read(pieces: readonly Uint8Array[]) {
  const heard: unknown[] = [];
  const reader = new FeedReader({
    onRecord: (number, record, at) => heard.push([number, record.r, at]),
    onLine: (line) => heard.push(line.feed),
  });
  for (const piece of pieces) reader.push(piece);
  return heard;
}

test("records have their number and offset, also after a gap and a line that is not a record", () => {
  expect(read([bytes])).toEqual([
    "recording",
    [0, "loupe", 0],
    [1, "note", lengthOf(1)],
    "recording",
    [7, "note", 900],
    [9, "note", 900 + lengthOf(4) + "not a record at all\n".length],
    "caught-up",
    "tick",
  ]);
});

test("the result does not depend on chunk boundaries", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
      const bounds = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = bounds.slice(1).map((end, i) => bytes.subarray(bounds[i], end));
      expect(read(pieces)).toEqual(read([bytes]));
    }),
  );
});

test("an incomplete last line is not read", () => {
  expect(read([bytes.slice(0, -1)])).toEqual(read([bytes]).slice(0, -1));
});
