import { describe, expect, it } from "vitest";
import { listTarget, rovingTarget } from "./roving.ts";

describe("roving focus", () => {
  it("goes around and leaves out what is disabled", () => {
    expect(rovingTarget("ArrowRight", 2, 3)).toBe(0);
    expect(rovingTarget("ArrowLeft", 0, 3)).toBe(2);
    expect(rovingTarget("ArrowRight", 0, 3, (i) => i !== 1)).toBe(2);
    expect(rovingTarget("End", 0, 3, (i) => i !== 2)).toBe(1);
    expect(rovingTarget("x", 0, 3)).toBeUndefined();
  });

  it("stops at the ends of a list and passes over rows that take no focus", () => {
    const odd = (i: number) => i % 2 === 1;
    expect(listTarget("ArrowDown", 1, 10, 4, odd)).toBe(3);
    expect(listTarget("ArrowUp", 1, 10, 4, odd)).toBeUndefined();
    expect(listTarget("PageDown", 3, 10, 40, odd)).toBe(9);
    expect(listTarget("Home", 7, 10, 4, odd)).toBe(1);
    expect(listTarget("End", 1, 9, 4, odd)).toBe(7);
  });
});
