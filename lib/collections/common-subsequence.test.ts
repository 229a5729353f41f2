import fc from "fast-check";
import { expect, test } from "vitest";
import { findCommonSubsequence } from "./common-subsequence.ts";

const few = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
const some = fc.array(fc.nat({ max: 60 }), { maxLength: 60 });

/** Checks that pairs are equal and partners are in ascending order. */
function expectInOrder(left: readonly number[], right: readonly number[]): number {
  const partner = findCommonSubsequence(left, right);
  let before = -1;
  let count = 0;
  for (const [at, other] of partner.entries()) {
    if (other < 0) continue;
    expect(right[other]).toBe(left[at]);
    expect(other).toBeGreaterThan(before);
    before = other;
    count++;
  }
  return count;
}

test("finds a common subsequence in order", () => {
  fc.assert(
    fc.property(
      fc.oneof(few, some),
      fc.oneof(few, some),
      (left, right) => void expectInOrder(left, right),
    ),
  );
});

test("finds the whole sequence if both are equal, or if one has insertions", () => {
  const property = fc.property(few, fc.array(fc.nat({ max: 60 })), (all, places) => {
    expect(findCommonSubsequence(all, all)).toEqual(Int32Array.from(all.keys()));
    const longer = [...all];
    for (const place of places) longer.splice(place % (longer.length + 1), 0, 1000 + place);
    expect(expectInOrder(all, longer)).toBe(all.length);
    expect(expectInOrder(longer, all)).toBe(all.length);
  });
  fc.assert(property);
});

test("compares strings", () => {
  const partner = findCommonSubsequence(["a", "b", "c", "d"], ["x", "b", "d", "y"]);
  expect([...partner]).toEqual([-1, 1, -1, 2]);
});

test("handles 100,000 elements without anchors in time", () => {
  const numbers = (seed: number) =>
    Array.from({ length: 100_000 }, (_, at) => (Math.imul(at + seed, 2654435761) >>> 7) % 3);
  expect(expectInOrder(numbers(1), numbers(7))).toBeGreaterThan(40_000);
});
