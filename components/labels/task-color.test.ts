import { expect, test } from "vitest";
import { getTaskColor } from "./task-color.ts";

test("forty tasks have forty colors, and neighbors are far apart", () => {
  const hues = Array.from({ length: 40 }, (_, task) =>
    Number(/([\d.]+)\)$/.exec(getTaskColor(task))?.[1]),
  );
  expect(new Set(hues).size).toBe(40);
  for (const [task, hue] of hues.entries()) {
    const distance = Math.abs(hue - (hues[task - 1] ?? Number.POSITIVE_INFINITY));
    expect(Math.min(distance, Math.abs(360 - distance))).toBeGreaterThan(90);
  }
});
