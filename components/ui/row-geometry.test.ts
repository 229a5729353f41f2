import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowGeometry } from "./row-geometry.ts";

function naive(count: number, estimate: number, heights: ReadonlyMap<number, number>) {
  const offsets = [0];
  for (let i = 0; i < count; i++) offsets.push((offsets[i] ?? 0) + (heights.get(i) ?? estimate));
  return offsets;
}

describe("RowGeometry", () => {
  it("equals the sum of heights for any measurements and growth", () => {
    const step = fc.oneof(
      fc.record({ row: fc.nat(999), height: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ count: fc.integer({ min: 1, max: 1000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const geometry = new RowGeometry(30);
        let heights = new Map<number, number>();
        let count = 500;
        geometry.setCount(count);
        for (const s of steps) {
          if ("count" in s) {
            count = s.count;
            geometry.setCount(count);
            heights = new Map([...heights].filter(([row]) => row < count));
          } else if (s.row < count) {
            geometry.measure(s.row, s.height);
            heights.set(s.row, s.height);
          }
        }
        const offsets = naive(count, 30, heights);
        expect(geometry.total).toBe(offsets[count]);
        for (let row = 0; row < count; row += 7) {
          const top = offsets[row] ?? 0;
          expect(geometry.offset(row)).toBe(top);
          expect(geometry.rowAt(top)).toBe(row);
          expect(geometry.rowAt(top + geometry.height(row) - 0.5)).toBe(row);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("keeps room above a row that moves, without measuring again", () => {
    const rows = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(rows, fc.nat(250), fc.nat(250), (heights, one, other) => {
        const geometry = new RowGeometry(30);
        geometry.setCount(heights.length);
        for (const [row, height] of heights.entries()) geometry.measure(row, height);
        for (const at of [one, other]) {
          geometry.inset = { row: at, height: 20 };
          let top = 0;
          for (const [row, height] of heights.entries()) {
            if (row === at) {
              expect(geometry.rowAt(top)).toBe(row);
              top += 20;
            }
            expect(geometry.offset(row)).toBe(top);
            expect(geometry.rowAt(top)).toBe(row);
            expect(geometry.rowAt(top + height - 0.5)).toBe(row);
            top += height;
          }
          expect(geometry.total).toBe(top);
        }
      }),
    );
  });

  it("moves heights with their rows, and forgets those of rows that are gone", () => {
    const targets = fc.uniqueArray(fc.integer({ min: 0, max: 299 }), { maxLength: 200 });
    fc.assert(
      fc.property(targets, fc.integer({ min: 1, max: 300 }), (list, count) => {
        const geometry = new RowGeometry(30);
        geometry.setCount(list.length);
        for (const row of list.keys()) geometry.measure(row, 31 + row);
        geometry.moveHeights((row) => (row % 5 === 0 ? -1 : (list[row] ?? -1)), count);
        expect(geometry.count).toBe(count);
        const heights = Array.from({ length: count }, () => 30);
        for (const [row, index] of list.entries()) {
          if (row % 5 > 0 && index < count) heights[index] = 31 + row;
        }
        expect(heights.map((_, row) => geometry.height(row))).toEqual(heights);
        expect(geometry.total).toBe(heights.reduce((sum, height) => sum + height, 0));
      }),
    );
  });

  it("handles empty lists and distances outside of the list", () => {
    const geometry = new RowGeometry(20);
    expect([geometry.total, geometry.rowAt(0), geometry.rowAt(500)]).toEqual([0, 0, 0]);
    geometry.setCount(3);
    expect([geometry.rowAt(-5), geometry.rowAt(59), geometry.rowAt(9999)]).toEqual([0, 2, 2]);
  });

  it("grows a list of a million rows by one, a thousand times", () => {
    const geometry = new RowGeometry(30);
    geometry.setCount(1_000_000);
    for (let row = 0; row < 1_000_000; row += 100) geometry.measure(row, 58);
    for (let i = 1; i <= 1000; i++) {
      geometry.setCount(1_000_000 + i);
      expect(geometry.rowAt(geometry.total - 1)).toBe(999_999 + i);
    }
    expect(geometry.total).toBe(1_001_000 * 30 + 10_000 * 28);
  });
});
