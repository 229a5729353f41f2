import { expect, test } from "vitest";
import { CONFORMANCE_TAG } from "../api/recording-metadata.ts";
import { countGrades, createLibraryRows, formatGrades } from "./recording-grades.ts";
import { createRecordingSummary } from "./recordings.testkit.ts";

const own = (id: string) => createRecordingSummary({ id });
const ofGrade = (id: string, grade?: string) =>
  createRecordingSummary({ id, tags: [CONFORMANCE_TAG], ...(grade && { grade }) });

const LIST = [
  own("a"),
  ofGrade("b", "g1"),
  ofGrade("c", "g2"),
  own("d"),
  ofGrade("e", "g1"),
  ofGrade("f"),
  ofGrade("g"),
];

const describeRows = (open: readonly string[]) =>
  createLibraryRows(LIST, (grade) => open.includes(grade)).map((row) =>
    row.kind === "grade"
      ? `${row.isOpen ? "-" : "+"} ${row.recordings.map(({ id }) => id).join("")}`
      : `${row.isInGrade ? "  " : ""}${row.recording.id}`,
  );

test("a grade is one row, where its first recording would be", () => {
  expect(describeRows([])).toEqual(["a", "+ be", "+ c", "d", "+ fg"]);
  expect(describeRows(["g1"])).toEqual(["a", "- be", "  b", "  e", "+ c", "d", "+ fg"]);
});

test("a recording whose tag was taken off is of no grade any more", () => {
  const untagged = { ...ofGrade("b", "g1"), tags: [] };
  expect(createLibraryRows([untagged], () => false)).toMatchObject([{ kind: "recording" }]);
});

test("grades are counted", () => {
  expect(countGrades(LIST)).toBe(3);
  expect(formatGrades(LIST)).toBe("5 recordings of grades");
  expect(formatGrades(LIST.slice(0, 5))).toBe("3 recordings of 2 grades");
  expect(formatGrades([ofGrade("b", "g1")])).toBe("1 recording of a grade");
  expect(formatGrades([own("a")])).toBe("");
});
