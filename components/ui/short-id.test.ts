import { expect, test } from "vitest";
import { abbreviateId } from "./short-id.tsx";

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
