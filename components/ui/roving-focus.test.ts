import { describe, expect, it } from "vitest";
import { getListTarget, getRovingTarget } from "./roving-focus.ts";

describe("roving focus", () => {
  it("wraps around and skips disabled choices", () => {
    expect(getRovingTarget("ArrowRight", 2, 3)).toBe(0);
    expect(getRovingTarget("ArrowLeft", 0, 3)).toBe(2);
    expect(getRovingTarget("ArrowRight", 0, 3, (i) => i !== 1)).toBe(2);
    expect(getRovingTarget("End", 0, 3, (i) => i !== 2)).toBe(1);
    expect(getRovingTarget("x", 0, 3)).toBeUndefined();
  });

  it("stops at the ends of a list and skips rows that cannot be focused", () => {
    const odd = (i: number) => i % 2 === 1;
    expect(getListTarget("ArrowDown", 1, 10, 4, odd)).toBe(3);
    expect(getListTarget("ArrowUp", 1, 10, 4, odd)).toBeUndefined();
    expect(getListTarget("PageDown", 3, 10, 40, odd)).toBe(9);
    expect(getListTarget("Home", 7, 10, 4, odd)).toBe(1);
    expect(getListTarget("End", 1, 9, 4, odd)).toBe(7);
  });
});
