import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Frame, FrameIssue } from "./frame.ts";
import { looksLikeSse, SseFramer } from "./sse-framer.ts";
import { collectFrames, countFrames, splitAt, splitEvery, splitUnits } from "./wire.testkit.ts";

const sse = (...pieces: readonly string[]) => collectFrames(new SseFramer(), ...pieces);

/** What matters of a frame, without what is not there. */
const brief = ({ kind, data, event, id, retry, issues }: Frame) => ({
  kind,
  data,
  ...(event !== undefined && { event }),
  ...(id !== undefined && { id }),
  ...(retry !== undefined && { retry }),
  ...(issues !== 0 && { issues }),
});

const { Bom, Unterminated, UnknownField } = FrameIssue;

describe("a block becomes the frame of the standard", () => {
  const table: Record<string, [text: string, frame: Partial<Frame>]> = {
    "one data line": ["data: a\n\n", { kind: "data", data: "a" }],
    "data lines joined": ["data: a\ndata: b\ndata:\n\n", { kind: "data", data: "a\nb\n" }],
    "only one space removed": ["data:  a \n\n", { kind: "data", data: " a " }],
    "no space to remove": ["data:{}\n\n", { kind: "data", data: "{}" }],
    "a tab stays": ["data:\ta\n\n", { kind: "data", data: "\ta" }],
    "a field without colon": ["data\n\n", { kind: "data", data: "" }],
    "a colon in the value": ["data: a: b\n\n", { kind: "data", data: "a: b" }],
    "an event's name": ["event: error\ndata: x\n\n", { kind: "data", data: "x", event: "error" }],
    "the last name wins": ["event: a\nevent: b\ndata\n\n", { kind: "data", data: "", event: "b" }],
    "an id": ["id: 17\ndata: x\n\n", { kind: "data", data: "x", id: "17" }],
    "an empty id": ["id\ndata: x\n\n", { kind: "data", data: "x", id: "" }],
    "an id with a NUL is ignored": ["id: a\0b\ndata: x\n\n", { kind: "data", data: "x" }],
    "a retry": ["retry: 250\ndata: x\n\n", { kind: "data", data: "x", retry: 250 }],
    "a retry that is no number": ["retry: 2s\ndata: x\n\n", { kind: "data", data: "x" }],
    "fields without data": ["id: 1\nretry: 9\n\n", { kind: "fields", data: "", id: "1", retry: 9 }],
    "an event without data": ["event: a\n\n", { kind: "fields", data: "", event: "a" }],
    "an unknown field": ["foo: 1\ndata: x\n\n", { kind: "data", data: "x", issues: UnknownField }],
    "names are case-sensitive": [
      "Data: x\n\n",
      { kind: "stray", data: "Data: x", issues: UnknownField },
    ],
    "a space before the colon": [
      "data : x\n\n",
      { kind: "stray", data: "data : x", issues: UnknownField },
    ],
    "lines that are no fields": [
      "<html>\n<p>\n\n",
      { kind: "stray", data: "<html>\n<p>", issues: UnknownField },
    ],
    "a comment": [": ping\n", { kind: "comment", data: "ping" }],
    "an empty comment": [":\n", { kind: "comment", data: "" }],
    "a byte order mark": ["\uFEFFdata: x\n\n", { kind: "data", data: "x", issues: Bom }],
    "a mark only where the body begins": [
      "\n\uFEFFdata: x\n\n",
      { kind: "stray", data: "\uFEFFdata: x", issues: UnknownField },
    ],
    "a NUL in data": ["data: a\0b\n\n", { kind: "data", data: "a\0b" }],
    "half a surrogate pair": ["data: \ud83d\n\n", { kind: "data", data: "\ud83d" }],
  };
  test.each(Object.entries(table))("%s", (_, [text, frame]) => {
    expect(sse(text).map(brief)).toEqual([frame]);
  });
});

describe("what the standard drops is reported", () => {
  test.each([
    ["data: x\n", "data", "x"],
    ["data: x", "data", "x"],
    ["data: a\ndata: b", "data", "a\nb"],
    ["id: 3", "fields", ""],
    ['{"error":', "stray", '{"error":'],
  ])("an event cut off by the end: %j", (text, kind, data) => {
    const [frame, ...rest] = sse(text);
    expect(frame).toMatchObject({ kind, data });
    expect((frame?.issues ?? 0) & Unterminated).toBe(Unterminated);
    expect(frame?.end).toBe(text.length);
    expect(rest).toEqual([]);
  });

  test("a JSON body instead of events", () => {
    const body = '{"error":{"code":-32601}}';
    expect(sse(body)).toMatchObject([{ kind: "stray", data: body, start: 0, end: body.length }]);
  });

  test("comments at their position, inside an event and between events", () => {
    expect(sse(": a\ndata: x\n: b\n\n:c\n").map(({ kind, data }) => [kind, data])).toEqual([
      ["comment", "a"],
      ["comment", "b"],
      ["data", "x"],
      ["comment", "c"],
    ]);
  });

  test("nothing for a body without content", () => {
    expect(sse()).toEqual([]);
    expect(sse("\n\r\n\r\r\n")).toEqual([]);
  });
});

test.each(["\n", "\r", "\r\n"])("events end with %j: each has its own range", (eol) => {
  const first = `data: a${eol}id: 1${eol}${eol}`;
  const second = `: c${eol}data: b${eol}${eol}`;
  const comment = first.length;
  expect(sse(first + second)).toMatchObject([
    { kind: "data", data: "a", id: "1", start: 0, end: comment },
    { kind: "comment", start: comment, end: comment + 3 },
    { kind: "data", data: "b", start: comment + 3 + eol.length, end: (first + second).length },
  ]);
});

const cuts = fc.array(fc.nat({ max: 999 }), { maxLength: 8 });

const WORDS = ["data", ":", ": ", "event", "id", "retry", "1", "x", "\0", "𝒳", "\ud83d", "é", "{}"];
const LINES = ["data: a", "data:", "event: e", "id: 7", "id: a\0", "retry: 5", ": ping", "foo: b"];
const ENDS = ["\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\r\r"];
const anyText = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.array(fc.constantFrom(...WORDS, ...LINES, ...ENDS, ...ENDS), { maxLength: 30 }),
  )
  .map(([mark, pieces]) => mark + pieces.join(""));

describe("any text", () => {
  test("the frames and their ranges do not depend on how it was split", () => {
    fc.assert(
      fc.property(anyText, cuts, (text, at) => {
        const whole = sse(text);
        expect(sse(...splitAt(text, at))).toEqual(whole);
        expect(sse(...splitUnits(text))).toEqual(whole);
      }),
      { numRuns: 1500 },
    );
  });

  test("framing a frame's own text yields the same frame", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const frame of sse(text)) {
          const again = sse(text.slice(frame.start, frame.end)).filter(
            ({ kind }) => (kind === "comment") === (frame.kind === "comment"),
          );
          const { kind, data, event, id, retry } = frame;
          expect(again).toHaveLength(1);
          expect(again[0]).toMatchObject({ kind, data });
          expect([again[0]?.event, again[0]?.id, again[0]?.retry]).toEqual([event, id, retry]);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test("events do not overlap, and are in order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let before = 0;
        for (const { kind, start, end } of sse(text)) {
          if (kind === "comment") continue;
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("takes linear time", () => {
  const size = 20_000_000;

  test("for one line of 20 MB in pieces of 64 KB", () => {
    const text = `data: ${"x".repeat(size)}\n\n`;
    const [frame] = sse(...splitEvery(text, 65_536));
    expect(frame).toMatchObject({ kind: "data", start: 0, end: text.length });
    expect(frame?.data.length).toBe(size);
  });

  test("for one line of 1 MB in pieces of one character", () => {
    const text = `data: ${"x".repeat(1_000_000)}\n\n`;
    expect(countFrames(new SseFramer(), splitEvery(text, 1))).toEqual({ data: 1 });
  });

  test.each(["\n", "\r", "\r\n"])("for 200,000 events of %j, in pieces and at once", (eol) => {
    const text = `data: 12345678${eol}${eol}`.repeat(200_000);
    expect(countFrames(new SseFramer(), splitEvery(text, 65_536))).toEqual({ data: 200_000 });
    expect(countFrames(new SseFramer(), [text])).toEqual({ data: 200_000 });
  });

  test("for one event of 200,000 lines", () => {
    const [frame] = sse(`${"data: x\n".repeat(200_000)}\n`);
    expect(frame?.data.length).toBe(2 * 200_000 - 1);
  });
});

test.each([
  ["data: x", true],
  ["data\n", true],
  ["event:x", true],
  ["id: 1", true],
  ["retry: 1", true],
  [": ping", true],
  ["\uFEFFdata:", true],
  ["\r\n\ndata:", true],
  ["data", false],
  ["dataset: x", false],
  [" data: x", false],
  ['{"data": 1}', false],
  ["<html>", false],
  ["", false],
])("a body that begins %j looks like events: %j", (start, expected) => {
  expect(looksLikeSse(start)).toBe(expected);
});
