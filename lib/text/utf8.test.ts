import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  concatBytes,
  countIncompleteTail,
  decodeBase64,
  decodeLenient,
  decodeStrict,
  encodeBase64,
  findByteOfUnit,
  getUtf8Length,
} from "./utf8.ts";

const bytes = (...values: number[]) => new Uint8Array(values);
const encode = (text: string) => new TextEncoder().encode(text);

/** Byte strings that are often nearly UTF-8. */
const anyBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom("a", "é", "€", "𝒳", "\uFEFF", "\0").map(encode),
      fc.constantFrom(0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xa0, 0xf0, 0x9f, 0xf4, 0xff).map(bytes),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.reduce(concatBytes, bytes()));

test.each([
  ["plain text", bytes(0x61, 0x62), 0],
  ["nothing", bytes(), 0],
  ["whole characters", encode("é€𝒳"), 0],
  ["the first of two", bytes(0x61, 0xc3), 1],
  ["the first of three", bytes(0xe2), 1],
  ["two of three", bytes(0xe2, 0x82), 2],
  ["three of four", bytes(0x61, 0xf0, 0x9d, 0x92), 3],
  ["a continuation without a beginning", bytes(0x80), 0],
  ["a beginning that no character has", bytes(0xff), 0],
  ["a character and one continuation too many", bytes(0xc3, 0xa9, 0xa9), 0],
])("of %s, the part that waits for more is right", (_, given, expected) => {
  expect(countIncompleteTail(given)).toBe(expected);
});

test("a split at the incomplete tail never changes how invalid bytes are decoded", () => {
  fc.assert(
    fc.property(anyBytes, anyBytes, (a, b) => {
      const cut = a.length - countIncompleteTail(a);
      const whole = decodeLenient(concatBytes(a, b)).text;
      const rest = concatBytes(a.slice(cut), b);
      expect(decodeLenient(a.slice(0, cut)).text + decodeLenient(rest).text).toBe(whole);
    }),
    { numRuns: 1000 },
  );
});

describe("decoding", () => {
  test("keeps a byte order mark as a character", () => {
    expect(decodeStrict(encode("\uFEFFa"))).toBe("\uFEFFa");
    expect(decodeLenient(encode("\uFEFFa"))).toEqual({ text: "\uFEFFa", invalid: false });
  });

  test("reports replaced bytes", () => {
    expect(decodeStrict(bytes(0x61, 0xff))).toBeNull();
    expect(decodeLenient(bytes(0x61, 0xff))).toEqual({ text: "a\uFFFD", invalid: true });
    expect(decodeLenient(encode("\uFFFD"))).toEqual({ text: "\uFFFD", invalid: false });
  });
});

test("the length in bytes equals the encoder's", () => {
  const units = fc.string({ unit: fc.constantFrom("a", "é", "€", "𝒳", "\ud835", "\udcb3") });
  fc.assert(
    fc.property(units, (text) => {
      expect(getUtf8Length(text)).toBe(encode(text).length);
    }),
  );
});

describe("the byte offset of a character", () => {
  test("equals the encoder's", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        let units = 0;
        for (const character of text) {
          expect(findByteOfUnit(encode(text), units)).toBe(encode(text.slice(0, units)).length);
          units += character.length;
        }
        expect(findByteOfUnit(encode(text), units)).toBe(encode(text).length);
      }),
    );
  });

  test.each([
    ["a sequence broken off by a letter", bytes(0xe2, 0x82, 0x41), [0, 2, 3]],
    ["a surrogate", bytes(0xed, 0xa0, 0x80, 0x41), [0, 1, 2, 3, 4]],
    ["an overlong character", bytes(0xc0, 0x80, 0x41), [0, 1, 2, 3]],
    ["a character too high", bytes(0xf4, 0x90, 0x41), [0, 1, 2, 3]],
    ["three of four bytes", bytes(0xf0, 0x9d, 0x92, 0x41), [0, 3, 4]],
    ["an end in the middle", bytes(0x41, 0xf0, 0x9d), [0, 1, 3]],
  ])("is right behind %s", (_, given, starts) => {
    expect(decodeLenient(given).text.length).toBe(starts.length - 1);
    expect(starts.map((__, units) => findByteOfUnit(given, units))).toEqual(starts);
  });

  test("of any bytes, splits them where the text splits", () => {
    fc.assert(
      fc.property(anyBytes, (given) => {
        const { text } = decodeLenient(given);
        let units = 0;
        for (const character of text) {
          const at = findByteOfUnit(given, units);
          expect(decodeLenient(given.slice(0, at)).text).toBe(text.slice(0, units));
          units += character.length;
        }
        expect(findByteOfUnit(given, units)).toBe(given.length);
      }),
      { numRuns: 1000 },
    );
  });
});

test("base64 round-trips", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (given) => {
      expect(decodeBase64(encodeBase64(given))).toEqual(given);
      expect(encodeBase64(given)).toBe(Buffer.from(given).toString("base64"));
    }),
  );
  const large = new Uint8Array(100_000).fill(200);
  expect(decodeBase64(encodeBase64(large))).toEqual(large);
});
