import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { boundMarks, boundText, findMarkPiles, MAX_MARKS } from "./bounded-text.ts";

const JOINING =
  /(?:\u200d\p{Extended_Pictographic}|[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}])/u;
const TOO_MANY = new RegExp(`${JOINING.source}{${MAX_MARKS + 1}}`, "u");

test("piles of marks are counted, and text of real languages is unchanged", () => {
  expect(boundMarks(`e${"\u0301".repeat(50_000)} x`)).toBe(
    `e${"\u0301".repeat(32)}⟨49,968 more marks⟩ x`,
  );
  const written = [
    "Zürich",
    "e\u0301\u0323",
    "नमस्ते",
    "👩🏽‍🚀",
    "👨‍👩‍👧‍👦",
    "שָׁלוֹם",
    "می‌خواهم",
    "❤️‍🔥",
  ];
  const koreanInParts = "안녕하세요반갑습니다오늘은날씨가좋습니다".normalize("NFD");
  for (const text of [
    ...written,
    koreanInParts,
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e007f}",
  ]) {
    expect(boundMarks(text)).toBe(text);
  }
});

test.each([
  ["zero-width joiners", "\u200d", "invisible characters"],
  ["variation selectors", "\ufe0f", "invisible characters"],
  ["supplementary variation selectors", "\u{e0101}", "invisible characters"],
  ["tag characters", "\u{e0041}", "invisible characters"],
  ["right-to-left marks", "\u200f", "invisible characters"],
  ["embeddings", "\u202e", "invisible characters"],
  ["isolates", "\u2066", "invisible characters"],
  ["soft hyphens", "\u00ad", "invisible characters"],
  ["spacing marks", "\u0903", "marks"],
  ["vowels of Korean", "\u1161", "joined characters"],
])("a long run of %s is counted", (_, character, noun) => {
  const shown = character.repeat(MAX_MARKS);
  expect(boundMarks(`a${character.repeat(40)}b`)).toBe(`a${shown}⟨8 more ${noun}⟩b`);
});

test("an emoji joined from hundreds is counted", () => {
  const bounded = boundMarks("👩".concat("\u200d👩🏽".repeat(1000)));
  expect(bounded).toMatch(/⟨2,904 more joined characters⟩$/);
});

test("a single hidden mark is counted in the singular", () => {
  expect(boundMarks(`a${"\u0301".repeat(33)}`)).toMatch(/⟨1 more mark⟩$/);
});

test("a run of millions is bounded", () => {
  expect(boundMarks("\u0301".repeat(3_000_000)).length).toBeLessThan(100);
});

describe("boundText", () => {
  it("cuts a word without a break and counts the rest", () => {
    expect(boundText("x".repeat(1_000_000), 10)).toBe("xxxxxxxxxx… 999,990 more characters");
    expect(boundText("short")).toBe("short");
  });

  it("does not cut a visible character in two", () => {
    expect(boundText("👩🏽‍🚀👩🏽‍🚀", 8)).toBe("👩🏽‍🚀… 7 more characters");
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc
      .tuple(
        fc.constantFrom("\u0301", "\u200d", "\ufe0f", "\u202e", "\u{e0101}", "\u200d👩"),
        fc.nat(90),
      )
      .map(([one, count]) => one.repeat(count)),
  ),
  { maxLength: 12 },
);

test("no bounded text contains a pile, piles are in order, and bounding is idempotent", () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join("");
      const bounded = boundMarks(text);
      expect(TOO_MANY.test(bounded)).toBe(false);
      expect(boundMarks(bounded)).toBe(bounded);
      let at = 0;
      for (const { from, to } of findMarkPiles(text)) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }),
  );
});
