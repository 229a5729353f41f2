import fc from "fast-check";
import { expect, test } from "vitest";
import { type ConformResult, type Grade, groupResultsByUrgency } from "../grade.ts";
import { CONFORM_STATUSES, type ConformStatus } from "../judgement.ts";
import { formatGradeHtml } from "./html.ts";
import { createGradeReport } from "./json.ts";
import { formatGradeMarkdown } from "./markdown.ts";
import { formatGradeText, formatGradeVerdict } from "./text.ts";

const createResult = (id: string, group: string, status: ConformStatus): ConformResult => ({
  id,
  title: `Title of ${id}`,
  group,
  status,
  message: "Seen.",
  level: "MUST",
  clause: null,
  requirements: [],
  tck: [],
  acts: [],
  dispute: null,
  interface: null,
  recording: null,
  exchange: null,
  event: null,
  curl: null,
  link: null,
});

const GRADE: Grade = {
  id: "g",
  address: "http://agent.example/",
  agent: "Agent",
  at: "2026-01-01T00:00:00.000Z",
  by: "loupe/0",
  profile: "text",
  text: "1.0.1",
  interfaces: [],
  notGraded: [],
  results: [
    createResult("CARD-ONE", "Card", "pass"),
    createResult("CARD-TWO", "Card", "pass"),
    createResult("TASK-ONE", "Tasks", "warning"),
    createResult("LIST-ONE", "Lists", "pass"),
    createResult("LIST-TWO", "Lists", "not-measured"),
    createResult("LIST-THREE", "Lists", "fail"),
    createResult("LIST-FOUR", "Lists", "fail"),
  ],
  requests: 1,
  leftBehind: [],
  stale: [],
};

const URGENT_FIRST = [
  ...["LIST-THREE", "LIST-FOUR", "LIST-TWO", "LIST-ONE"],
  ...["TASK-ONE", "CARD-ONE", "CARD-TWO"],
];

const readIds = (text: string) => text.match(/\b[A-Z]+-(?:ONE|TWO|THREE|FOUR)\b/g) ?? [];

test.each([
  ["text", [...formatGradeText(GRADE)].join("\n")],
  ["Markdown", formatGradeMarkdown(GRADE)],
  ["HTML", formatGradeHtml(GRADE).replace(/ id="[^"]*"|Title of [A-Z-]+/g, "")],
])("a grade in %s lists what failed first, by group and in each", (_, text) => {
  const ids = readIds(text.replaceAll(/Title of [A-Z-]+/g, ""));
  expect(ids).toEqual(URGENT_FIRST);
});

test("a grade for a program keeps the order of the profile", () => {
  const { results } = GRADE;
  expect(createGradeReport(GRADE, "fail")).toMatchObject({
    results: results.map(({ id }) => ({ id })),
  });
});

test("nothing is lost, and equals keep their order", () => {
  const result = fc.record({
    group: fc.constantFrom("a", "b", "c"),
    status: fc.constantFrom(...CONFORM_STATUSES),
  });
  fc.assert(
    fc.property(fc.array(result), (all) => {
      const results = all.map(({ group, status }, i) => createResult(String(i), group, status));
      const groups = groupResultsByUrgency(results);
      const shown = groups.flatMap((group) => group.results);
      const sorted = (ids: readonly ConformResult[]) => ids.map(({ id }) => Number(id));
      expect(sorted(shown).toSorted((a, b) => a - b)).toEqual(results.map((_, i) => i));
      expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
      for (const { results: own } of groups) {
        const keys = own.map(
          ({ id, status }) => CONFORM_STATUSES.indexOf(status) * 1e6 + Number(id),
        );
        expect(keys).toEqual(keys.toSorted((a, b) => a - b));
      }
      const worst = groups.map(({ results: [first] }) =>
        first ? CONFORM_STATUSES.indexOf(first.status) : -1,
      );
      expect(worst).toEqual(worst.toSorted((a, b) => a - b));
    }),
  );
});

test("beside the counts, the sentence says what failed, each check once, and not all of many", () => {
  const twice = [...GRADE.results, createResult("LIST-FOUR", "Lists", "fail")];
  expect([...formatGradeVerdict({ ...GRADE, results: twice })]).toEqual([
    "Failed A2A 1.0.1: LIST-THREE, LIST-FOUR. 1 request sent.",
  ]);
  const passed = GRADE.results.filter(({ status }) => status !== "fail");
  expect([...formatGradeVerdict({ ...GRADE, results: passed, notGraded: ["gRPC"] })]).toEqual([
    "Nothing failed against A2A 1.0.1. 1 request sent.",
    "Not graded: gRPC",
  ]);
  const many = Array.from({ length: 9 }, (_, i) => createResult(`CARD-${i}`, "Card", "fail"));
  const [sentence] = formatGradeVerdict({ ...GRADE, results: many });
  expect(sentence).toContain("CARD-4, 4 more.");
});
