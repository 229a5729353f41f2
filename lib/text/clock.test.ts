import fc from "fast-check";
import { expect, test } from "vitest";
import { formatClock, isClockLength } from "./clock.ts";

test.each([
  [0, "0:00", "0:00.000"],
  [59_499.6, "0:59", "0:59.500"],
  [59_999.6, "1:00", "1:00.000"],
  [1_226_513.6, "20:27", "20:26.514"],
  [3_599_999.7, "1:00:00", "1:00:00.000"],
  [11_104_999, "3:05:05", "3:05:04.999"],
])("%d ms as a clock says it", (ms, seconds, milliseconds) => {
  expect(formatClock(ms)).toBe(seconds);
  expect(formatClock(ms, true)).toBe(milliseconds);
});

test("it is no clock below a minute", () => {
  expect([59_999.4, 59_999.6].map(isClockLength)).toEqual([false, true]);
});

test("read back, it is the rounded time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (ms) => {
      const seconds = formatClock(ms, true)
        .split(":")
        .reduce((sum, part) => sum * 60 + Number(part), 0);
      expect(Math.round(seconds * 1000)).toBe(ms);
    }),
  );
});
