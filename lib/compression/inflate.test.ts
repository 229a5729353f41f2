import {
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  inflateRawSync,
  crc32 as zlibCrc32,
} from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitAt } from "../wire/wire.testkit.ts";
import { crc32 } from "./crc32.ts";
import { type Decompressor, Gunzip, ZlibInflate } from "./gunzip.ts";
import { Inflate, InflateError } from "./inflate.ts";

type Make = (emit: (bytes: Uint8Array) => void) => Decompressor;

/** What comes of bytes in these pieces, and what was wrong with them. */
function unpacked(make: Make, pieces: readonly Uint8Array[]) {
  const out: Uint8Array[] = [];
  const unpacker = make((bytes) => out.push(bytes));
  let problem: string | null = null;
  try {
    for (const piece of pieces) unpacker.push(piece);
    problem = unpacker.end();
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    problem = error.message;
  }
  return { bytes: Buffer.concat(out), problem };
}

const raw: Make = (emit) => {
  const inflate = new Inflate(emit);
  return {
    push: (bytes) => void inflate.push(bytes),
    end: () => (inflate.isDone ? null : "cut off"),
  };
};
const gunzip: Make = (emit) => new Gunzip(emit);
const unzlib: Make = (emit) => new ZlibInflate(emit);

const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY } = constants;

/** Text of few words, bytes of any kind, long runs: what makes blocks of every kind. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  fc
    .array(fc.constantFrom("data: ", '{"kind":"status-update"}', "\n\n", "é", "🌍", "a"), {
      maxLength: 3000,
    })
    .map((words) => new TextEncoder().encode(words.join(""))),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 9000 }))
    .map(([unit, times]) =>
      Uint8Array.from({ length: times }, (_, i) => unit[i % unit.length] ?? 0),
    ),
);
const cuts = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 6 });
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY),
  memLevel: fc.integer({ min: 1, max: 9 }),
});

describe("decompresses what zlib compresses", () => {
  test.each([
    ["raw", deflateRawSync, raw],
    ["in zlib's wrapper", deflateSync, unzlib],
    ["without the wrapper it was promised in", deflateRawSync, unzlib],
    ["as gzip", gzipSync, gunzip],
  ] as const)("%s, cut anywhere", (_, pack, make) => {
    fc.assert(
      fc.property(content, options, cuts, (bytes, how, at) => {
        const packed = new Uint8Array(pack(bytes, how));
        const { bytes: found, problem } = unpacked(make, splitAt(packed, at));
        expect(problem).toBe(null);
        expect(found.equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test("byte by byte, and across windows", () => {
    const text = Array.from({ length: 12_000 }, (_, i) => `event ${(i * i) % 977} `).join("");
    const packed = gzipSync(text);
    const bytes = Array.from(packed, (byte) => Uint8Array.of(byte));
    expect(unpacked(gunzip, bytes)).toEqual({ bytes: Buffer.from(text), problem: null });
  });

  test("members one after another, with names and comments in their headers", () => {
    const named = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 3]),
      Buffer.from([3, 0, 1, 2, 3]),
      Buffer.from("a.log\0by hand\0"),
      Buffer.from([0, 0]),
      gzipSync("second").subarray(10),
    ]);
    const all = Buffer.concat([gzipSync("first, "), named]);
    for (let at = 0; at < all.length; at++) {
      const pieces = [all.subarray(0, at), all.subarray(at)];
      expect(unpacked(gunzip, pieces)).toEqual({
        bytes: Buffer.from("first, second"),
        problem: null,
      });
    }
  });

  test("a raw stream reports its end", () => {
    const packed = deflateRawSync("some text, some text");
    const behind = Buffer.concat([packed, Buffer.from("behind it")]);
    for (let at = 0; at <= packed.length; at++) {
      const inflate = new Inflate(() => undefined);
      const taken = inflate.push(behind.subarray(0, at));
      const rest = inflate.isDone ? 0 : inflate.push(behind.subarray(at));
      expect([inflate.isDone, taken + rest]).toEqual([true, packed.length]);
    }
  });
});

describe("damaged input", () => {
  const text = Array.from({ length: 3000 }, (_, i) => `line ${i * 7919}\n`).join("");
  const packed = gzipSync(text);

  test("yields everything before the cut", () => {
    const { bytes, problem } = unpacked(gunzip, [packed.subarray(0, packed.length / 2)]);
    expect(problem).toBe("cut off");
    expect(bytes.length).toBeGreaterThan(text.length / 4);
    expect(text.startsWith(bytes.toString())).toBe(true);
    expect(unpacked(gunzip, [packed.subarray(0, 5)]).problem).toBe("cut off in its header");
    expect(unpacked(gunzip, [packed.subarray(0, -3)]).problem).toBe("cut off in its checksum");
  });

  test("is detected by its checksum", () => {
    const other = Buffer.from(packed);
    other[other.length - 6] = (other.at(-6) ?? 0) ^ 1;
    expect(unpacked(gunzip, [other]).problem).toContain("checksum");
    const trailing = Buffer.concat([packed, Buffer.from("not gzip at all")]);
    expect(unpacked(gunzip, [trailing]).problem).toContain("not gzip");
    expect(unpacked(gunzip, [trailing]).bytes.toString()).toBe(text);
  });

  test("throws only InflateError, and agrees with zlib", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), cuts, (bytes, at) => {
        const mine = unpacked(raw, splitAt(bytes, at));
        let theirs: Buffer | null = null;
        try {
          theirs = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
        } catch {
          // zlib refuses the bytes: so may we, or we ask for more.
        }
        if (theirs && mine.problem === null) expect(mine.bytes.equals(theirs)).toBe(true);
        if (theirs === null) expect(mine.problem).not.toBe(null);
      }),
      { numRuns: 1000 },
    );
  });

  test("in any byte neither hangs nor crashes", () => {
    fc.assert(
      fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const broken = Buffer.from(packed);
        broken[at] = (broken[at] ?? 0) ^ flip;
        const { bytes, problem } = unpacked(gunzip, [broken]);
        // Name, time and system stand in the header, where no checksum looks; and the bits that fill
        // the last byte up mean nothing.
        if (at >= 10 && problem === null) expect(bytes.toString()).toBe(text);
        expect(bytes.length).toBeLessThan(text.length * 300);
      }),
      { numRuns: 300, examples: [[packed.length - 9, 128]] },
    );
  });
});

test("the checksum is that of zlib", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), cuts, (bytes, at) => {
      const crc = splitAt(bytes, at).reduce((before, piece) => crc32(piece, before), 0);
      expect(crc).toBe(zlibCrc32(bytes));
    }),
  );
});
