import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NumberColumn } from "./number-column.ts";

test.each([
  ["Column.u8", () => NumberColumn.u8(), [0, 255, 7]],
  ["Column.u32", () => NumberColumn.u32(), [0, 4_294_967_295, 7]],
  ["Column.f64", () => NumberColumn.f64(), [-1.5, Number.NaN, Number.MAX_SAFE_INTEGER]],
] as const)("a %s gives back what it was given, however many", (_, make, values) => {
  const column = make();
  for (let i = 0; i < 9_999; i++) column.push(values[i % 3] ?? 0);
  expect(column.length).toBe(9_999);
  for (let i = 0; i < 9_999; i++) expect(column.at(i)).toBe(values[i % 3]);
  expect(column.last).toBe(values[2]);
});

describe("a missing row", () => {
  const column = NumberColumn.u32();
  column.push(1);
  column.push(2);

  test.each([-1, 2, 15, 16, 4_096])("%d is rejected", (index) => {
    expect(() => column.at(index)).toThrow(RangeError);
  });

  test("has no last value", () => {
    expect(() => NumberColumn.u32().last).toThrow(RangeError);
  });
});

test("counts stay exact beyond four bytes", () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000 }), fc.nat({ max: 9_000 }), (small, large) => {
      const column = NumberColumn.count();
      const values = [
        ...Array.from({ length: small }, (_, i) => i * 3),
        ...Array.from({ length: large }, (_, i) => 2 ** 32 + i * 5),
      ];
      for (const value of values) column.push(value);
      expect(values.findIndex((value, i) => column.at(i) !== value)).toBe(-1);
      expect(column.countUpTo(2 ** 32 - 1)).toBe(small);
      if (large === 0) expect(column.byteLength).toBeLessThanOrEqual(4 * (small + 4096));
    }),
    { numRuns: 30 },
  );
});

test("countUpTo equals counting", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(40), { maxLength: 60 }),
      fc.integer({ min: -2, max: 42 }),
      (values, limit) => {
        const column = NumberColumn.u32();
        for (const value of values.toSorted((a, b) => a - b)) column.push(value);
        expect(column.countUpTo(limit)).toBe(values.filter((value) => value <= limit).length);
      },
    ),
  );
});

test("a million rows take little more memory than their values", () => {
  const column = NumberColumn.u32();
  for (let i = 0; i < 1_000_000; i++) column.push(i);
  expect(column.byteLength).toBeLessThan(4 * 1_000_000 * 1.01);
});

test.each([
  ["of one value", (i: number) => (i < 4096 ? 7 : 8)],
  ["that go on evenly", (i: number) => 3 * i + 11],
  ["that go on almost evenly", (i: number) => 236 * i + (i % 7)],
  ["of thousandths", (i: number) => Number((i * 1.25 + (i % 3) / 1000).toFixed(3))],
  ["of nothing", () => Number.NaN],
])("many numbers %s take less than two bytes each", (_, valueAt) => {
  const column = NumberColumn.f64();
  for (let i = 0; i < 1e5; i++) column.push(valueAt(i));
  for (let i = 0; i < 1e5; i++) if (!Object.is(column.at(i), valueAt(i))) expect(i).toBe(-1);
  expect(column.byteLength).toBeLessThan(2e5 + 8 * 4096);
});

test("the last value can be replaced, at any index", () => {
  for (const length of [1, 4095, 4096, 4097]) {
    const column = NumberColumn.u32();
    for (let i = 0; i < length; i++) column.push(i);
    column.replaceLast(9);
    column.push(10);
    expect([column.at(length - 1), column.last, column.length]).toEqual([9, 10, length + 1]);
  }
  expect(() => NumberColumn.u32().replaceLast(1)).toThrow(RangeError);
});

test("values that switch between lines stay exact", () => {
  const number = fc.oneof(
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, 0.1, 2 ** 53, 1e308),
  );
  const stretch = fc.record({
    base: number,
    step: number,
    count: fc.oneof(fc.nat(4), fc.nat(4200)),
  });
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 5 }), (stretches) => {
      const values = stretches.flatMap(({ base, step, count }) =>
        Array.from({ length: count }, (_, i) => (i === 0 ? base : base + step * i)),
      );
      const column = NumberColumn.f64();
      for (const [i, value] of values.entries()) {
        column.push(value);
        if (!Object.is(column.last, value)) expect(i).toBe(-1);
      }
      expect(values.findIndex((value, i) => !Object.is(column.at(i), value))).toBe(-1);
    }),
  );
});

test("linear values take no memory", () => {
  const column = NumberColumn.count();
  for (let i = 0; i < 300_000; i++) column.push(i * 20_000);
  expect(column.byteLength).toBe(0);
  expect(column.at(299_999)).toBe(299_999 * 20_000);
});
