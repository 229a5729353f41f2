/** States that A2A does not define are shown as sent, wherever states are shown. */

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

describe("a state that A2A does not define", () => {
  test.each(WORDS)("%s is shown as sent in the row, the verdict and the problem", (word) => {
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

  test("is not changed by a later state", () => {
    const { tasks } = stream(status("queued"), status("running"), status("running")).report;
    expect(tasks[0]?.transitions.map(({ rawState, event }) => [rawState, event])).toEqual([
      ["queued", 0],
      ["running", 1],
    ]);
  });

  test("does not prevent the task from ending", () => {
    const { verdict } = stream(
      status("running"),
      status("completed", undefined, { final: true }),
    ).report;
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
  });

  test("is shown with its likely meaning in the row", () => {
    const { timeline } = foldRecords(stream(status("running")).records);
    const interpretation = new Interpretation(timeline).update();
    const rows = interpretation.items.map((item) => createRow(interpretation, item, 0));
    expect(rows.map(({ title, preview }) => [title, preview])).toContainEqual([
      "running",
      "not a state of A2A (a guess: working)",
    ]);
  });
});

test("a variant spelling is interpreted as the state, and the problem names the sent value", () => {
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

test("a lost connection is reported with the sent state", () => {
  const log = new ReportLog().addOpen().addHead().addEvents(status("running")).addEnd("reset");
  expect(createLogReport(foldRecords(log.records)).verdict).toMatchObject({
    kind: "cut",
    because: expect.stringContaining("while the task was “running”"),
  });
});
