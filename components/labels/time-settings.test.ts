import { expect, test } from "vitest";
import { createTimeFormatter } from "./time-settings.ts";

test("rows show the time since the start of what is shown, or the time of day", () => {
  const sinceStart = createTimeFormatter(null, "utc");
  expect(sinceStart(2604, 1000)).toBe("+1.604");
  const clock = createTimeFormatter("2026-11-24T14:03:20.000Z", "utc");
  expect(clock(2604, 1000)).toBe("14:03:22.604");
  // A log without a valid date has no time of day.
  expect(createTimeFormatter("yesterday", "utc")(2604, 1000)).toBe("+1.604");
});
