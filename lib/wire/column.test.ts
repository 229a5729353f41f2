import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CountColumn, F64Column, U8Column, U32Column } from "./column.ts";

test.each([
  ["U8Column", () => new U8Column(), [0, 255, 7]],
  ["U32Column", () => new U32Column(), [0, 4_294_967_295, 7]],
  ["F64Column", () => new F64Column(), [-1.5, Number.NaN, Number.MAX_SAFE_INTEGER]],
] as const)("a %s gives back what it was given, however many", (_, make, values) => {
  const column = make();
  for (let i = 0; i < 9_999; i++) column.push(values[i % 3] ?? 0);
  expect(column.length).toBe(9_999);
  for (let i = 0; i < 9_999; i++) expect(column.at(i)).toBe(values[i % 3]);
  expect(column.last).toBe(values[2]);
});

describe("a row that is not there", () => {
  const column = new U32Column();
  column.push(1);
  column.push(2);

  test.each([-1, 2, 15, 16, 4_096])("%d is refused, for reading and for writing", (index) => {
    expect(() => column.at(index)).toThrow(RangeError);
    expect(() => column.set(index, 1)).toThrow(RangeError);
  });

  test("has no last", () => {
    expect(() => new U32Column().last).toThrow(RangeError);
  });
});

test("counts stay what they are when they outgrow four bytes", () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000 }), fc.nat({ max: 9_000 }), (small, large) => {
      const column = new CountColumn();
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

test("a row can be written again", () => {
  const column = new F64Column();
  column.push(1);
  column.push(2);
  column.set(0, 9);
  expect([column.at(0), column.at(1), column.length]).toEqual([9, 2, 2]);
});

test("counting up to a limit is counting", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(40), { maxLength: 60 }),
      fc.integer({ min: -2, max: 42 }),
      (values, limit) => {
        const column = new U32Column();
        for (const value of values.toSorted((a, b) => a - b)) column.push(value);
        expect(column.countUpTo(limit)).toBe(values.filter((value) => value <= limit).length);
      },
    ),
  );
});

test("a million rows take little more than their values", () => {
  const column = new U32Column();
  for (let i = 0; i < 1_000_000; i++) column.push(i);
  expect(column.byteLength).toBeLessThan(4 * 1_000_000 * 1.01);
});
