/** Words that are no state of A2A are shown as they were sent, wherever states are shown. */

import { describe, expect, test } from "vitest";
import {
  createLogReport,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { createRow } from "../dialects/rows.ts";

const stream = (...events: unknown[]) =>
  new ReportLog()
    .addOpen()
    .addHead()
    .addEvents(...events)
    .addEnd();

const WORDS = ["success", "queued", "running", "in-progress", "done", "error"];

describe("a word that is no state of A2A", () => {
  test.each(WORDS)("%s is what the row, the verdict and the finding show", (word) => {
    const log = stream(createTask("working"), status(word, undefined, { final: true }));
    const { report } = log;
    expect(report.tasks[0]).toMatchObject({ state: "unknown", rawState: word });
    expect(report.tasks[0]?.transitions.at(-1)).toMatchObject({ state: "unknown", rawState: word });
    expect(report.entries.at(-2)?.title ?? "").toBe(word);
    expect(report.verdict).toMatchObject({ kind: "unknown-state", clean: false });
    expect(report.verdict.because).toContain(`“${word}”, not a state of A2A (a guess: `);
    const finding = report.findings.find(({ rule }) => rule === "DM-STATE-UNKNOWN");
    expect(finding?.severity).toBe("error");
    expect(finding?.message).toContain(`“${word}”, not a state of A2A`);
  });

  test("stays what it was when another one follows", () => {
    const { tasks } = stream(status("queued"), status("running"), status("running")).report;
    expect(tasks[0]?.transitions.map(({ rawState, event }) => [rawState, event])).toEqual([
      ["queued", 0],
      ["running", 1],
    ]);
  });

  test("does not keep a task from its end", () => {
    const { verdict } = stream(
      status("running"),
      status("completed", undefined, { final: true }),
    ).report;
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
  });

  test("stands with its guess in the row", () => {
    const { timeline } = foldRecords(stream(status("running")).records);
    const interpretation = new Interpretation(timeline).update();
    const rows = interpretation.items.map((item) => createRow(interpretation, item, 0));
    expect(rows.map(({ title, preview }) => [title, preview])).toContainEqual([
      "running",
      "not a state of A2A (a guess: working)",
    ]);
  });
});

test("a spelling of a state is read as that state, and the finding names what was sent", () => {
  const { tasks, findings, verdict } = stream(
    createTask("working"),
    status("COMPLETED", undefined, { final: true }),
  ).report;
  expect(tasks[0]).toMatchObject({ state: "completed", rawState: "COMPLETED" });
  expect(verdict).toMatchObject({ kind: "completed", clean: true });
  expect(findings).toMatchObject([
    {
      rule: "DM-STATE-SPELL",
      severity: "warning",
      message: "The state is not spelled as this version of A2A spells it: “COMPLETED”.",
    },
  ]);
});

test("a lost connection is told with the word that was sent", () => {
  const log = new ReportLog().addOpen().addHead().addEvents(status("running")).addEnd("reset");
  expect(createLogReport(foldRecords(log.records)).verdict).toMatchObject({
    kind: "cut",
    because: expect.stringContaining("while the task was “running”"),
  });
});
