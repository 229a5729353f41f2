import { expect, test } from "vitest";
import { abbreviateId, getTaskColor } from "./task-mark.tsx";

test.each([
  ["", ""],
  ["task-2", "task-2"],
  ["task-0042", "task-0042"],
  ["task-00042", "task…0042"],
  ["0f4d6a52-52c7-4ff0-9a5e-0c2f1d0e9c21", "0f4d…9c21"],
])("the ID %j is shown as %j", (id, shown) => {
  expect(abbreviateId(id)).toBe(shown);
});

test("an ID is cut between characters, however long it is", () => {
  expect(abbreviateId("🌍".repeat(5000), 2)).toBe("🌍🌍…🌍🌍");
});

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
