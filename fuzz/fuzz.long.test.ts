// The short form of `npm run soak -- --only fuzz`, and every input that was ever found.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findBrokenPromise, isBroken } from "./find-broken-promise.ts";
import { drawInput } from "./inputs.ts";
import { minimiseInput } from "./minimise-input.ts";
import { RandomSource } from "./random-source.ts";
import { foldFuzzRecords, openInput } from "./read-input.ts";
import { readSeeds } from "./seeds.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SEEDS = readSeeds(ROOT);
const CORPUS = readSeeds(ROOT, ["fuzz/corpus"]);
const INPUTS = 500;

describe("any input", () => {
  test.each([1, 2, 3, 4])("keeps every promise, with seed %i", (seed) => {
    for (let index = 0; index < INPUTS; index++) {
      const draw = new RandomSource(seed, index);
      const broken = findBrokenPromise(drawInput(draw, SEEDS), draw);
      expect(broken && { seed, index, ...broken }).toBeNull();
    }
  });

  test("is the same for the same seed and number", () => {
    const input = (seed: number, index: number) => drawInput(new RandomSource(seed, index), SEEDS);
    expect(input(7, 40).equals(input(7, 40))).toBe(true);
    expect(input(7, 40).equals(input(7, 41))).toBe(false);
    expect(input(7, 40).equals(input(8, 40))).toBe(false);
  });

  test("covers every format, and most contain events", () => {
    const kinds = new Set<string>();
    let events = 0;
    for (let index = 0; index < INPUTS; index++) {
      const { kind, records, unreadableReason } = openInput(
        drawInput(new RandomSource(5, index), SEEDS),
      );
      if (unreadableReason === null) for (const part of kind.split("+")) kinds.add(part);
      events += foldFuzzRecords(records).timeline.lastEvent >= 0 ? 1 : 0;
    }
    const all =
      "sse jsonl json-array lines http curl har collected grpcurl loupe gzip zip utf-16 html";
    expect([...kinds]).toEqual(expect.arrayContaining(all.split(" ")));
    expect(events).toBeGreaterThan(INPUTS / 2);
  });
});

describe("found inputs", () => {
  test.each(CORPUS.map(({ name, bytes }) => [name, bytes] as const))(
    "%s keeps every promise",
    (_, bytes) => {
      expect(findBrokenPromise(bytes, null)).toBeNull();
    },
  );

  test("are minimized", () => {
    const noise = Array.from({ length: 60 }, (_, line) => `line ${line} of a log\n`);
    const whole = Buffer.from(
      [...noise.slice(0, 17), "xx <here> yy\n", ...noise.slice(17)].join(""),
    );
    const fails = (bytes: Buffer) => bytes.includes("<here>");
    expect(minimiseInput(whole, { fails, isLate: () => false }).toString()).toBe("<here>");
    expect(minimiseInput(whole, { fails, isLate: () => true })).toEqual(whole);
  });

  test("are reproduced only for the same promise", () => {
    const promise = "splits of the same bytes agree";
    expect(isBroken(Buffer.from("data: {}\n\n"), { promise, detail: "" })).toBe(false);
  });
});
