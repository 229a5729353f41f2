import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyFraming, detectFraming, SniffingFramer } from "./framing.ts";
import { collectFrames, countFrames, splitAt, splitUnits } from "./wire.testkit.ts";

const SSE = "text/event-stream; charset=utf-8";
const JSON_TYPE = "application/json";

describe("the bytes take precedence over the content type", () => {
  test.each<[string, string | null, BodyFraming]>([
    ["data: {}", JSON_TYPE, "sse"],
    [": ping\n", null, "sse"],
    ["\uFEFFdata:x", null, "sse"],
    ["\r\n\r\nid: 1", JSON_TYPE, "sse"],
    ['{"error":{}}', SSE, "json"],
    ["\n [", SSE, "json"],
    ['\uFEFF"double"', SSE, "json"],
    ["<html>", SSE, "sse"],
    ["<html>", "text/html", "json"],
    ["", SSE, "sse"],
    ["", "TEXT/EVENT-STREAM", "sse"],
    ["", "text/event-streams", "json"],
    ["", null, "json"],
    ["\x7fELF\x02\x01\x01\0", "application/octet-stream", "binary"],
    ["PK\x03\x04", JSON_TYPE, "binary"],
    ["%PDF-1.7\n%\uFFFD\uFFFD\uFFFD\uFFFD", null, "binary"],
    ["\uFFFD\uFFFD\uFFFD", SSE, "sse"],
    ["Gr\uFFFD\uFFFDe nicht gefunden", "text/plain", "json"],
    ["\x1b[31mnot found", "text/plain", "json"],
    ["\x1e{}", "application/json-seq", "json"],
  ])("%j sent as %j is %s", (start, type, framing) => {
    expect(detectFraming(start, type)).toBe(framing);
  });
});

const sniffed = (type: string | null, known: BodyFraming | null, pieces: readonly string[]) => {
  const framer = new SniffingFramer(known, type);
  const frames = collectFrames(framer, ...pieces);
  return { framing: framer.framing, frames };
};

test("a known framing is not detected again", () => {
  const { framing, frames } = sniffed(SSE, "json", ["data: 1\n"]);
  expect(framing).toBe("json");
  expect(frames).toMatchObject([{ kind: "stray", data: "data: 1" }]);
});

test.each([
  ['{"', "json"],
  ["data:", "sse"],
  [":", "sse"],
  ["<!doctype html> ", "json"],
  ["id\n", "sse"],
])("is decided as soon as it can be: after %j", (start, expected) => {
  const framer = new SniffingFramer(null, null);
  for (const unit of splitUnits(start.slice(0, -1))) framer.push(unit);
  const before = framer.framing;
  framer.push(`${start.slice(-1)}x`);
  expect([before === null || start.startsWith("{"), framer.framing]).toEqual([true, expected]);
});

test("the framing does not depend on how the body was split", () => {
  const words = [
    "data",
    "id",
    ":",
    "\n",
    "\r\n",
    " ",
    "{",
    "}",
    "[",
    '"',
    "x",
    "\uFEFF",
    "\uFFFD",
    "\0",
    "                ",
  ];
  const text = fc.array(fc.constantFrom(...words), { maxLength: 16 }).map((all) => all.join(""));
  const cuts = fc.array(fc.nat({ max: 999 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, cuts, fc.constantFrom(null, SSE), (body, at, type) => {
      const whole = sniffed(type, null, [body]);
      expect(sniffed(type, null, splitAt(body, at))).toEqual(whole);
      expect(sniffed(type, null, splitUnits(body))).toEqual(whole);
    }),
    { numRuns: 1500 },
  );
});

test("100,000 line ends before the first event take linear time", () => {
  const pieces = [...Array<string>(100_000).fill("\n"), "data: x\n\n"];
  expect(countFrames(new SniffingFramer(null, null), pieces)).toEqual({ data: 1 });
});

test("a body that is no text is one frame, however long", () => {
  const pieces = Array<string>(1000).fill("\0{\n[]\n\uFFFD");
  const { framing, frames } = sniffed(null, null, pieces);
  expect(framing).toBe("binary");
  expect(frames).toMatchObject([{ kind: "stray", start: 0, end: 7000 }]);
  expect(frames[0]?.data.length).toBeLessThan(5000);
});
