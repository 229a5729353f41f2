import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createScrollRange,
  followScroll,
  isSqueezed,
  listToBar,
  MAX_BAR_PX,
  toListOffset,
} from "./scroll-range.ts";

const view = 800;

describe("scroll range", () => {
  it("is one to one as long as the browser can show it", () => {
    const range = createScrollRange(9_000_000);
    expect(isSqueezed(range)).toBe(false);
    expect(toListOffset(range, 123_456)).toBe(123_456);
    expect(followScroll(range, view, { bar: 0, list: 0 }, 5_000)).toBe(5_000);
  });

  it("reaches both ends of thirty million pixels", () => {
    const range = createScrollRange(30_000_000);
    expect(range.bar).toBe(MAX_BAR_PX);
    expect(followScroll(range, view, { bar: 4000, list: 9000 }, 0)).toBe(0);
    const end = range.list - view;
    expect(followScroll(range, view, { bar: 9e6, list: 20e6 }, range.bar - view)).toBe(end);
    expect(listToBar(range, end)).toBe(range.bar - view);
  });

  it("maps both ways and is monotonic", () => {
    const total = fc.integer({ min: 10_000_001, max: 400_000_000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(total, share, share, (height, a, b) => {
        const range = createScrollRange(height);
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(toListOffset(range, listToBar(range, low * height))).toBeCloseTo(low * height, 2);
        expect(listToBar(range, low * height)).toBeLessThanOrEqual(listToBar(range, high * height));
      }),
    );
  });

  it("moves the list as far as the wheel moved, and jumps with the thumb", () => {
    const range = createScrollRange(60_000_000);
    const from = { bar: 5_000_000, list: 30_000_000 };
    expect(followScroll(range, view, from, 5_000_120)).toBe(30_000_120);
    expect(followScroll(range, view, from, 7_000_000)).toBe(toListOffset(range, 7_000_000));
  });
});
