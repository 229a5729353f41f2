import { expect, test } from "vitest";
import {
  formatClockTime,
  formatDayTime,
  formatDuration,
  formatOffset,
  formatOffsetWithUnit,
  formatRelativeTime,
} from "./format.ts";

const now = new Date(2026, 10, 20, 15, 0).getTime();
const before = (...at: [number, number, number, number, number]) =>
  formatRelativeTime(new Date(...at).toISOString(), now);

test.each([
  [before(2026, 10, 20, 15, 0), "now"],
  [before(2026, 10, 20, 14, 48), "12 min ago"],
  [before(2026, 10, 20, 2, 0), "13 hr ago"],
  [before(2026, 10, 19, 23, 59), "yesterday"],
  [before(2026, 10, 17, 9, 0), "3 days ago"],
  [before(2026, 7, 1, 9, 0), "Aug 1, 2026"],
  [formatRelativeTime("soon", now), ""],
  [formatRelativeTime(new Date(now + 5000).toISOString(), now), "now"],
])("%s", (actual, expected) => {
  expect(actual).toBe(expected);
});

const day = (...at: [number, number, number, number, number]) =>
  formatDayTime(new Date(...at).toISOString(), now);

test.each([
  [day(2026, 10, 20, 9, 5), "09:05"],
  [day(2026, 10, 20, 0, 0), "00:00"],
  [day(2026, 10, 19, 23, 59), "Yesterday 23:59"],
  [day(2026, 10, 17, 9, 0), "Nov 17, 09:00"],
  [day(2025, 10, 17, 9, 0), "Nov 17, 2025"],
  [formatDayTime("soon", now), ""],
])("the day and time %s", (actual, expected) => {
  expect(actual).toBe(expected);
});

test("a time of day has milliseconds, in either zone", () => {
  const time = new Date(2026, 10, 20, 0, 5, 7, 42);
  expect(formatClockTime(time.getTime(), "local")).toBe("00:05:07.042");
  expect(formatClockTime(Date.parse("2026-11-20T23:59:59.999Z"), "utc")).toBe("23:59:59.999");
});

test.each([
  [0, "0.0 ms"],
  [9.96, "10.0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.00 s"],
  [59_994, "59.99 s"],
  [59_996, "1 min 0 s"],
  // Not 1 min 60 s.
  [119_700, "2 min 0 s"],
  [1_226_514, "20 min 27 s"],
  [3_599_600, "1 h 0 min"],
  [11_105_000, "3 h 5 min"],
])("%d ms as a duration", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [2604, "+2.604", "+2.604 s"],
  [-59_999, "−59.999", "−59.999 s"],
  [1_226_513, "+20:26.513", "+20:26.513"],
])("%d ms since the start", (ms, text, withUnit) => {
  expect(formatOffset(ms)).toBe(text);
  expect(formatOffsetWithUnit(ms)).toBe(withUnit);
});
