import { expect, test } from "vitest";
import { folded, stream } from "../../fixtures/compose.ts";
import { SUPERVISOR_ROWS, supervisorFlow } from "../../fixtures/supervisor.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { getItemProblems } from "../lint/problems.ts";

test("a supervisor's six hundred events are one row for each thing it made", () => {
  const events = supervisorFlow();
  expect(events.length).toBeGreaterThan(550);
  expect(events.length).toBeLessThan(650);
  const log = stream(...events);
  const { entries, verdict } = log.report;
  const told = entries.filter(({ kind }) => kind !== "http");
  expect(told.map(({ kind, title, count }) => [kind, title, count])).toEqual(
    SUPERVISOR_ROWS.map(({ kind, title, frames }) => [kind, title, frames]),
  );
  expect(told.map(({ text }) => text ?? undefined)).toEqual(
    SUPERVISOR_ROWS.map(({ text }) => text),
  );
  expect(verdict).toMatchObject({ kind: "completed", clean: true });

  const { timeline } = folded(log.records);
  const { items } = new Interpretation(timeline).update();
  const wrong = items
    .filter(({ kind }) => kind !== "http")
    .map((item) => getItemProblems(item, timeline.lastEvent).map(({ rule }) => rule));
  expect(wrong).toEqual(SUPERVISOR_ROWS.map(({ wrong = [] }) => wrong));
});

test("in the middle of it, the answer is as long as its tokens were by then", () => {
  const events = supervisorFlow();
  const middle = events.length - 100;
  const { entries } = stream(...events).at(middle);
  const before = stream(...events.slice(0, middle + 1)).report.entries;
  expect(entries.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(entries.at(-1)?.title).toBe("streaming_result");
});
