import { expect, test } from "vitest";
import { createRecordingSummary } from "../../lib/report/recordings.testkit.ts";
import { COLUMN_STEPS, chooseColumns, LIBRARY_COLUMNS } from "./library-columns.ts";

const RECORDING = createRecordingSummary();

test("a column without any value is none, except for one that is edited", () => {
  expect(chooseColumns([RECORDING], 1600, null)).not.toContain("tags");
  expect(chooseColumns([RECORDING], 1600, "tags")).toContain("tags");
  expect(chooseColumns([RECORDING, { ...RECORDING, tags: ["a"] }], 1600, null)).toContain("tags");
});

test("a wider window shows every column of a narrower one", () => {
  const shown = COLUMN_STEPS.map((width) => chooseColumns([RECORDING], width, null));
  for (const [i, columns] of shown.entries()) {
    expect(shown[i + 1] ?? columns).toEqual(expect.arrayContaining(columns));
  }
  const steps = new Set(Object.values(LIBRARY_COLUMNS).map(({ minWindow }) => minWindow));
  expect([...steps].sort((one, other) => one - other)).toEqual([0, ...COLUMN_STEPS]);
});
