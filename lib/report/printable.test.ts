import { expect, test } from "vitest";
import { toPrintable, toPrintableLine } from "./printable.ts";

const FAMILY = "👩‍👩‍👧‍👦";
const SCOTLAND = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";

test.each([FAMILY, "👩🏽‍💻", "❤️‍🔥", "🏳️‍🌈", "🇳🇴", SCOTLAND, "می‌خواهم", "क्‍ष"])(
  "%s is kept",
  (text) => {
    expect(toPrintable(`a ${text} b`)).toBe(`a ${text} b`);
    expect(toPrintableLine(`${"x".repeat(50)}${text}`, 50 + text.length)).toBe(
      `${"x".repeat(50)}${text}`,
    );
    expect(toPrintableLine(`${"x".repeat(50)}${text}${text}`, 50 + text.length + 1)).toBe(
      `${"x".repeat(50)}${text}…`,
    );
  },
);

test.each([
  ["an escape", "a\u001b[31mb", "a [31mb"],
  ["a turned direction", "a\u202eb", "a b"],
  ["a joiner between letters", "pay\u200dpal", "pay pal"],
  ["a joiner after an emoji", "👩\u200d b", "👩  b"],
  ["half a character", "a\ud83d b", "a  b"],
  ["hidden tags", "a\u{e0068}\u{e0069}b", "a b"],
  ["a long text in tags", `🏴${"\u{e0061}".repeat(20)}\u{e007f}`, "🏴 "],
])("%s is removed", (_, text, shown) => {
  expect(toPrintable(text)).toBe(shown);
});
