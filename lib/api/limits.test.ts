import { describe, expect, test } from "vitest";
import { formatLimit, isValidLimit, LIMIT_NAMES, LIMITS, parseLimit } from "./limits.ts";

describe("a limit", () => {
  test.each(LIMIT_NAMES)("%s round-trips through its text over the whole range", (name) => {
    const { defaultValue, min, max } = LIMITS[name];
    for (const value of [defaultValue, min, max, min + 1, max - 1, 2 ** 30]) {
      if (isValidLimit(name, value)) expect(parseLimit(name, formatLimit(name, value))).toBe(value);
    }
    expect(isValidLimit(name, defaultValue)).toBe(true);
    for (const value of [min - 1, max + 1, Number.NaN, 0.5, "5", null]) {
      expect(isValidLimit(name, value)).toBe(false);
    }
  });

  test.each([
    ["1 GB", 1e9],
    ["1,5mb", 1_500_000],
    [" 2000 ", 2000],
    ["1073741824", 2 ** 30],
  ])("of bytes is written as %s", (text, value) => {
    expect(parseLimit("answerBytes", text)).toBe(value);
  });

  test.each([
    ["30", 30_000],
    ["0.5 s", 500],
    ["2 h", 7_200_000],
    ["250ms", 250],
  ])("of time is written as %s", (text, value) => {
    expect(parseLimit("silenceMs", text)).toBe(value);
  });

  test.each([
    ["answerBytes", "much", "a size such as 5 MB or 2 GB"],
    ["answerBytes", "5 min", "a size such as 5 MB or 2 GB"],
    ["answerBytes", "-5", "a size such as 5 MB or 2 GB"],
    ["answerBytes", "5", "from 1 KB to 1 TB"],
    ["silenceMs", "5 MB", "a time such as 30 s or 5 min"],
    ["silenceMs", "25 h", "from 10 ms to 24 h"],
  ] as const)("%s rejects %s with a message", (name, text, wrong) => {
    expect(parseLimit(name, text)).toEqual({ wrong });
  });

  test("is formatted in the largest short unit", () => {
    expect(formatLimit("answerBytes", 1_500_000)).toBe("1.5 MB");
    expect(formatLimit("answerBytes", 2 ** 30)).toBe("1.073741824 GB");
    expect(formatLimit("silenceMs", 90_000)).toBe("1.5 min");
    expect(formatLimit("silenceMs", 100_000)).toBe("100 s");
    expect(formatLimit("silenceMs", 300_000)).toBe("5 min");
  });
});
