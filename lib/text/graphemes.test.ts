import fc from "fast-check";
import { expect, test } from "vitest";
import { findGraphemeBoundary, shorten, truncateToGraphemes } from "./graphemes.ts";

const FAMILY = "👩‍👩‍👧‍👦";
const CODER = "👩🏽‍💻";
const FLAG = "🇳🇴";
const SCOTLAND = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
const ACCENTED = "e\u0301";
const WHOLE = [FAMILY, CODER, FLAG, SCOTLAND, ACCENTED, "a", "雨", "\r\n"];

test("no cut splits a grapheme", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WHOLE)), fc.nat(200), (characters, limit) => {
      const text = characters.join("");
      const cut = truncateToGraphemes(text, limit);
      const bounds = [0];
      for (const { index, segment } of new Intl.Segmenter().segment(text)) {
        bounds.push(index + segment.length);
      }
      expect(cut.length).toBe(bounds.findLast((bound) => bound <= limit));
    }),
  );
});

test("any text is cut within its limit, and never inside a surrogate pair", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(60), (text, limit) => {
      const at = findGraphemeBoundary(text, limit);
      expect(at).toBeLessThanOrEqual(limit);
      expect(/[\ud800-\udbff]$/.test(text.slice(0, at)) && at < text.length).toBe(false);
    }),
  );
});

test("a cluster longer than any emoji is cut", () => {
  const endless = `e${"\u0301".repeat(5000)}`;
  expect(findGraphemeBoundary(endless, 3000)).toBe(3000);
});

test("dropped text is shown by an ellipsis", () => {
  expect(shorten(`${FAMILY}${FAMILY}`, FAMILY.length + 3)).toBe(`${FAMILY}…`);
  expect(shorten(FAMILY, FAMILY.length)).toBe(FAMILY);
});
