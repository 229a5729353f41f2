import fc from "fast-check";
import { expect, test } from "vitest";
import type { WireRecord } from "../wire/record.ts";
import type { FeedLine } from "../wire/service.ts";
import { FeedReader } from "./feed-reader.ts";

const lines: readonly (FeedLine | WireRecord | string)[] = [
  { feed: "recording", recording: "one", from: 0 },
  { r: "loupe", version: 1, id: "one", at: null, by: "test" },
  { r: "note", t: 1, text: 'a line that says {"feed": and "feed"' },
  { feed: "recording", recording: "two", from: 7 },
  { r: "note", t: 2, text: "zwei 🌍" },
  "not a record at all",
  { r: "note", t: 3, text: "drei" },
  { feed: "caught-up", recording: "two", next: 10, bytes: 0, live: false },
  { feed: "tick" },
];
const text = lines
  .map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`)
  .join("");

function read(pieces: readonly string[]) {
  const heard: unknown[] = [];
  const reader = new FeedReader({
    record: (recording, number, record) => heard.push([recording, number, record.r]),
    line: (line) => heard.push(line.feed),
  });
  for (const piece of pieces) reader.push(piece);
  return heard;
}

test("every record comes with its recording and its number; a line that is none keeps its number", () => {
  expect(read([text])).toEqual([
    "recording",
    ["one", 0, "loupe"],
    ["one", 1, "note"],
    "recording",
    ["two", 7, "note"],
    ["two", 9, "note"],
    "caught-up",
    "tick",
  ]);
});

test("however the stream is cut, the same is read", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const bounds = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = bounds.slice(1).map((end, i) => text.slice(bounds[i], end));
      expect(read(pieces)).toEqual(read([text]));
    }),
  );
});

test("a last line without its end is not read yet", () => {
  expect(read([text.slice(0, -1)])).toEqual(read([text]).slice(0, -1));
});
