import { expect, test } from "vitest";
import { formatDayTime, formatRelativeTime } from "./format.ts";

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
