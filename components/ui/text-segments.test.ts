import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countUtf8Bytes, SEGMENT_LENGTH, TextSegments } from "./text-segments.ts";

function segmentsOf(text: string) {
  const segments = new TextSegments();
  segments.update(text);
  return segments;
}

function all(segments: TextSegments) {
  return Array.from({ length: segments.count }, (_, i) => segments.at(i)).filter(
    (s) => s !== undefined,
  );
}

const piece = fc.oneof(
  fc.constantFrom("\n", "\r", "\r\n", "data: {}", "é", "😀", "\ud83d"),
  fc.string({ maxLength: 5 }),
  fc.integer({ min: 1900, max: 4100 }).map((n) => "x".repeat(n)),
);
const texts = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));

describe("TextSegments", () => {
  it("loses nothing and keeps segments short", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const list = all(segmentsOf(text));
        expect(list.map((s) => text.slice(s.from, s.to) + s.ending).join("")).toBe(text);
        expect(list.every((s) => s.to - s.from <= SEGMENT_LENGTH)).toBe(true);
        expect(list.every((s) => !/[\r\n]/.test(text.slice(s.from, s.to)))).toBe(true);
      }),
    );
  });

  it("gives the same segments for growing and for complete text", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(5000), { maxLength: 6 }), (text, cuts) => {
        const grown = new TextSegments();
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          grown.update(text.slice(0, cut));
          grown.bytesBefore(Math.max(0, grown.count - 1));
        }
        grown.update(text);
        const whole = segmentsOf(text);
        expect(all(grown)).toEqual(all(whole));
        expect(grown.bytesBefore(grown.count)).toBe(whole.bytesBefore(whole.count));
      }),
    );
  });

  it("finds line endings, line numbers and the segment of a character", () => {
    const segments = segmentsOf("a\r\nb\rc\n\nd");
    expect(all(segments).map((s) => [s.ending, s.line])).toEqual([
      ["\r\n", 0],
      ["\r", 1],
      ["\n", 2],
      ["\n", 3],
      ["", 4],
    ]);
    expect(segments.indexOf(3)).toBe(1);
    expect(segments.indexOf(8)).toBe(4);
  });

  it("counts bytes as UTF-8 does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(countUtf8Bytes(text, 0, text.length)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  it("cuts twenty megabytes in one line at once", () => {
    const text = `data: ${"0123456789".repeat(2_000_000)}\n`;
    const segments = segmentsOf(text);
    expect(segments.count).toBeGreaterThan(10_000);
  });
});
