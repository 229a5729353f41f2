import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concatBytes, decodeLenient, decodeStrict, encodeBase64 } from "../text/utf8.ts";
import { Body } from "./body.ts";
import type { DataRecord } from "./record.ts";
import { readWhenLoaded, TextNotLoaded } from "./text-source.ts";
import { splitAt } from "./wire.testkit.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** One read as a recorder writes it: text where the bytes are text on their own. */
function dataOf(read: Uint8Array, counted = true): DataRecord {
  const text = decodeStrict(read);
  const base = { r: "data", x: "x1", t: 0 } as const;
  if (text === null) return { ...base, b64: encodeBase64(read), n: read.length };
  return counted ? { ...base, text, n: read.length } : { ...base, text };
}

interface Filled {
  body: Body;
  /** What each push made readable, the end included. */
  texts: string[];
}

function filled(reads: readonly Uint8Array[], counted = true): Filled {
  const body = new Body();
  const texts = reads.map((read, i) => body.push(dataOf(read, counted), i));
  texts.push(body.end(reads.length));
  return { body, texts };
}

const nearlyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("ab", "é", "€", "𝒳", "\uFEFF", "\r\n").map(encode),
      fc
        .constantFrom(0x80, 0xc0, 0xc3, 0xe2, 0xed, 0xa0, 0xf0, 0xff)
        .map((byte) => new Uint8Array([byte])),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.reduce(concatBytes, new Uint8Array(0)));
const cuts = fc.array(fc.nat({ max: 999 }), { maxLength: 8 });

describe("any bytes, split anywhere", () => {
  const property = (check: (given: Uint8Array, filled: Filled, text: string) => void) =>
    fc.assert(
      fc.property(nearlyText, cuts, fc.boolean(), (given, at, counted) => {
        check(given, filled(splitAt(given, at), counted), decodeLenient(given).text);
      }),
      { numRuns: 1000 },
    );

  test("the text equals that of the whole", () => {
    property((given, { body, texts }, text) => {
      expect(texts.join("")).toBe(text);
      expect(body.slice(0, body.length)).toBe(text);
      expect([body.length, body.bytes]).toEqual([text.length, given.length]);
      expect(body.hasInvalidUtf8).toBe(decodeStrict(given) === null);
    });
  });

  test("every character maps to its byte", () => {
    property((given, { body }, text) => {
      let position = 0;
      for (const character of text) {
        const offset = body.byteOffset(position);
        expect(decodeLenient(given.slice(0, offset)).text).toBe(text.slice(0, position));
        position += character.length;
      }
      expect(body.byteOffset(position)).toBe(given.length);
    });
  });

  test("every slice equals one of the whole, with its length on the wire", () => {
    property((_, { body }, text) => {
      const places = [0];
      for (const character of text) places.push((places.at(-1) ?? 0) + character.length);
      for (const from of places) {
        for (const to of places) {
          expect(body.slice(from, to)).toBe(text.slice(from, Math.max(from, to)));
          if (to < from) continue;
          expect(body.byteLength(from, to)).toBe(body.byteOffset(to) - body.byteOffset(from));
        }
      }
    });
  });
});

describe("every position maps to its record", () => {
  test("the record that completed the character", () => {
    const [first, second] = splitAt(encode("ab€cd"), [500]);
    const { body } = filled([encode("x"), first ?? encode(""), second ?? encode("")]);
    expect(body.slice(0, 6)).toBe("xab€cd");
    expect([0, 1, 2, 3, 4, 5, 6].map((position) => body.recordAt(position))).toEqual([
      0, 0, 1, 1, 2, 2, 2,
    ]);
  });

  test("none in an empty body", () => {
    expect(new Body().recordAt(0)).toBe(-1);
    expect(new Body().byteOffset(0)).toBe(0);
    expect(new Body().slice(0, 9)).toBe("");
  });
});

test("plain ASCII needs no lookup", () => {
  const { body } = filled([encode("data: a"), encode("\n\n")]);
  expect(body.isAscii).toBe(true);
  expect(body.byteLength(2, 9)).toBe(7);
  expect(filled([encode("data: é")]).body.isAscii).toBe(false);
});

test("an incomplete character is decoded when the body ends", () => {
  const { body, texts } = filled([encode("a"), new Uint8Array([0xe2, 0x82])]);
  expect(texts).toEqual(["a", "", "\uFFFD"]);
  expect(body.hasInvalidUtf8).toBe(true);
});

test("200,000 reads take linear time", () => {
  const body = new Body();
  const data = dataOf(encode("0123456789"));
  for (let i = 0; i < 200_000; i++) body.push(data, i);
  for (let i = 0; i < 200_000; i++) {
    if (body.byteOffset(i * 10) !== i * 10 || body.recordAt(i * 10 + 1) !== i) {
      expect.unreachable(`chunk ${i}`);
    }
  }
  expect(body.slice(1_999_995, 2_000_005)).toBe("56789");
});

describe("text that can be reread", () => {
  const recordsOf = (reads: readonly Uint8Array[]) => reads.map((read) => dataOf(read));

  test("is released behind the events without a visible effect", () => {
    fc.assert(
      fc.property(nearlyText, cuts, fc.nat({ max: 999 }), (some, at, from) => {
        const long = encode(`${"x".repeat(30_000)}€`);
        const reads = [...splitAt(some, at), ...Array(6).fill(long), ...splitAt(some, at)];
        const records = recordsOf(reads);
        const held = new Body();
        const body = new Body();
        let readCount = 0;
        body.source = {
          minHeldUnits: 1 << 16,
          readTextAt(offset) {
            readCount++;
            return records[offset]?.text ?? null;
          },
        };
        for (const [i, record] of records.entries()) {
          held.push(record, i);
          body.push(record, i, i);
          body.releaseBefore(body.length);
        }
        held.end(records.length);
        body.end(records.length);
        const to = held.length - from;
        expect(body.slice(0, body.length)).toBe(held.slice(0, held.length));
        expect(readCount).toBeGreaterThan(0);
        expect(body.slice(from, to)).toBe(held.slice(from, to));
        expect(body.byteOffset(from)).toBe(held.byteOffset(from));
        expect(body.byteLength(from, to)).toBe(held.byteLength(from, to));
        expect(body.recordAt(to)).toBe(held.recordAt(to));
      }),
      { numRuns: 60 },
    );
  });

  test("is never invented if it is gone", () => {
    const body = new Body();
    body.source = {
      minHeldUnits: 1 << 16,
      readTextAt: (place) => (place === 1 ? null : "another text"),
    };
    const text = "y".repeat(70_000);
    for (let i = 0; i < 5; i++) body.push({ r: "data", x: "x1", t: 0, text }, i, i);
    body.releaseBefore(body.length);
    expect(body.slice(0, 2)).toBe("yy");
    expect(body.slice(70_000, 70_002)).toBe("\uFFFD\uFFFD");
    expect(body.slice(140_000, 140_002)).toBe("\uFFFD\uFFFD");
    expect(body.slice(280_000, 280_002)).toBe("yy");
  });

  test("is thrown for until it is loaded, whatever is asked about it", async () => {
    const body = new Body();
    const text = "ü".repeat(40_000);
    const loaded = new Set<number>();
    body.source = {
      minHeldUnits: 1 << 16,
      readTextAt(place) {
        if (loaded.has(place)) return text;
        throw new TextNotLoaded(async () => void loaded.add(place));
      },
    };
    for (let i = 0; i < 9; i++) body.push({ r: "data", x: "x1", t: 0, text }, i, i);
    body.releaseBefore(body.length);
    expect(() => body.slice(50_000, 150_000)).toThrow(TextNotLoaded);
    expect(() => body.byteOffset(200_001)).toThrow(TextNotLoaded);
    expect(body.recordAt(200_001)).toBe(5);
    expect(await readWhenLoaded(() => body.slice(50_000, 150_000))).toBe("ü".repeat(100_000));
    expect([...loaded]).toEqual([1, 2, 3]);
    expect(await readWhenLoaded(() => body.byteOffset(200_001))).toBe(400_002);
    expect(body.byteOffset(body.length)).toBe(body.bytes);
  });

  test("stays in memory where it is kept", () => {
    const body = new Body();
    body.source = {
      minHeldUnits: 1 << 16,
      readTextAt() {
        throw new TextNotLoaded(() => Promise.resolve());
      },
    };
    for (let i = 0; i < 9; i++) {
      body.push({ r: "data", x: "x1", t: 0, text: String(i).repeat(40_000) }, i, i);
      if (i === 2) body.keep(80_500, 100_000);
      body.releaseBefore(body.length);
    }
    expect(body.slice(80_000, 120_000)).toBe("2".repeat(40_000));
    expect(() => body.slice(80_000, 120_001)).toThrow(TextNotLoaded);
    expect(() => body.slice(79_999, 80_001)).toThrow(TextNotLoaded);
  });

  test("fails if it cannot be loaded", async () => {
    const lost = new TextNotLoaded(() => Promise.reject(new Error("no such file")));
    const read = () => {
      throw lost;
    };
    await expect(readWhenLoaded(read)).rejects.toThrow("no such file");
    const broken = () => JSON.parse("{");
    await expect(readWhenLoaded(broken)).rejects.toThrow(SyntaxError);
  });
});
