import { expect, test } from "vitest";
import { createStreamLog, foldRecords } from "../../fixtures/event-builders.ts";
import { createSupervisorFlow, SUPERVISOR_ROWS } from "../../fixtures/supervisor.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { getItemProblems } from "../lint/problems.ts";

test("a supervisor's six hundred events are grouped into one row per item", () => {
  const events = createSupervisorFlow();
  expect(events.length).toBeGreaterThan(550);
  expect(events.length).toBeLessThan(650);
  const log = createStreamLog(...events);
  const { entries, verdict } = log.report;
  const told = entries.filter(({ kind }) => kind !== "http");
  expect(told.map(({ kind, title, count }) => [kind, title, count])).toEqual(
    SUPERVISOR_ROWS.map(({ kind, title, frames }) => [kind, title, frames]),
  );
  expect(told.map(({ text }) => text ?? undefined)).toEqual(
    SUPERVISOR_ROWS.map(({ text }) => text),
  );
  expect(verdict).toMatchObject({ kind: "completed", clean: true });

  const { timeline } = foldRecords(log.records);
  const { items } = new Interpretation(timeline).update();
  const wrong = items
    .filter(({ kind }) => kind !== "http")
    .map((item) => getItemProblems(item, timeline.lastEvent).map(({ rule }) => rule));
  expect(wrong).toEqual(SUPERVISOR_ROWS.map(({ problems: wrong = [] }) => wrong));
});

test("as of an event in the middle, the answer contains the tokens so far", () => {
  const events = createSupervisorFlow();
  const middle = events.length - 100;
  const { entries } = createStreamLog(...events).reportAt(middle);
  const before = createStreamLog(...events.slice(0, middle + 1)).report.entries;
  expect(entries.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(entries.at(-1)?.title).toBe("streaming_result");
});
