// The verdict, the report, the rows and the exports all say what Loupe did to a run.
import { expect, test } from "vitest";
import { parsePlan } from "../api/schemas/plan.ts";
import { findExportFeatures } from "../export/export-features.ts";
import { writeExport } from "../export/exporter.ts";
import { EXPORTERS } from "../export/formats.ts";
import { formatVerdictLine } from "../lint/verdict/verdict-words.ts";
import { getVerdictAt } from "../lint/verdict.ts";
import { createEditPlan } from "../report/edit-plan.ts";
import { createReport } from "../report/json.ts";
import type { EditRecord, WireRecord } from "../wire/record.ts";
import { summarizeEdits } from "./edits.ts";
import { Ingest } from "./ingest.ts";

const edit = (
  event: number,
  action: EditRecord["do"],
  more: Partial<EditRecord> = {},
): EditRecord => ({
  r: "edit",
  x: "x1",
  t: 30,
  event,
  do: action,
  by: "plan",
  step: 1,
  ...more,
});

const wrap = (result: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
const status = (state: string) =>
  wrap({
    kind: "status-update",
    taskId: "t",
    contextId: "c",
    status: { state },
    final: state === "completed",
  });

const RECORDS: readonly WireRecord[] = [
  { r: "loupe", version: 1, id: "run", at: "2026-11-20T10:00:00.000Z", by: "loupe/test" },
  {
    r: "open",
    x: "x1",
    t: 0,
    method: "POST",
    url: "http://127.0.0.1:9/",
    headers: [["content-type", "application/json"]],
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/stream",
      params: {
        message: {
          kind: "message",
          role: "user",
          messageId: "m",
          parts: [{ kind: "text", text: "Hi" }],
        },
      },
    }),
  },
  { r: "head", x: "x1", t: 5, status: 200, headers: [["content-type", "text/event-stream"]] },
  { r: "data", x: "x1", t: 10, text: status("submitted") },
  { r: "data", x: "x1", t: 20, text: status("working") },
  edit(2, "drop"),
  { r: "data", x: "x1", t: 30, text: status("completed") },
  { r: "end", x: "x1", t: 40, cause: "complete" },
  edit(3, "hold", { by: "user" }),
  edit(3, "continue", { by: "user", ms: 12 }),
];

function read(records: Iterable<WireRecord>) {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest.timeline;
}

test("an edited run does not pass for what the agent sent", () => {
  const timeline = read(RECORDS);
  const verdict = getVerdictAt(timeline, timeline.lastEvent);
  expect(verdict.caveats).toMatchObject([{ kind: "edited" }]);
  expect(formatVerdictLine(verdict)).toBe(
    "! completed, with edits by Loupe: The agent reported the task as completed. Edited by Loupe: 1 event dropped, 1 event held.",
  );
  const source = { importer: "loupe", bytes: 0, records: 0, frames: 0, events: 3, skipped: [] };
  expect(createReport(timeline, source).edits).toMatchObject([
    {
      exchange: "x1",
      event: 2,
      do: "drop",
      by: "plan",
      step: 1,
      ordinal: 1,
      text: "Event 2 dropped (step 1 of the plan).",
    },
    { exchange: "x1", event: 3, do: "hold", by: "user", ordinal: 2 },
  ]);
  expect(createReport(timeline, source, 0).edits).toBeUndefined();
});

test("every export keeps the edits, or says that it leaves them out", () => {
  const timeline = read(RECORDS);
  // What was done by hand is all that a plan has.
  for (const exporter of EXPORTERS.filter(({ id }) => id !== "plan")) {
    const written = [...writeExport(exporter, RECORDS, { name: "run", by: "loupe/test" })].join("");
    const isSaid = findExportFeatures(timeline, exporter.missingFeatures).includes("edits");
    const isKept = /Edited by Loupe|"edit"/.test(written) || exporter.isPage === true;
    expect([exporter.id, isSaid || isKept]).toEqual([exporter.id, true]);
  }
});

test("what was done by hand is a plan that does it again", () => {
  const second: WireRecord[] = RECORDS.slice(1).flatMap((record) =>
    "x" in record && record.r !== "edit" ? [{ ...record, x: "x2" }] : [],
  );
  const drop = { by: "user" } as const;
  const members = JSON.stringify({ set: { "/status/state": "failed" } });
  const timeline = read([
    ...RECORDS,
    ...second,
    edit(2, "drop", drop),
    edit(2, "drop", { ...drop, x: "x2" }),
    edit(3, "edit", { ...drop, members }),
    edit(0, "fail", { ...drop, x: "x2", members: JSON.stringify({ code: -32001 }) }),
    edit(3, "cut", { ...drop, members: JSON.stringify({ when: { state: "completed" } }) }),
  ]);
  const plan = createEditPlan(timeline);
  const stream = { operation: "stream" };
  expect(plan).toEqual({
    steps: [
      { when: { ...stream, event: 2 }, do: "drop" },
      {
        when: { ...stream, event: 3 },
        do: "edit",
        set: { "/status/state": "failed" },
        once: true,
      },
      { when: stream, do: "fail", code: -32001, once: true },
      { when: { state: "completed" }, do: "cut" },
    ],
  });
  expect(parsePlan(plan)).toMatchObject({ steps: plan.steps });
});

test("what was done is summarized by action", () => {
  const edits = [edit(1, "drop"), edit(4, "drop"), edit(0, "fail"), edit(2, "continue")];
  expect(summarizeEdits(edits)).toBe("Edited by Loupe: 2 events dropped, 1 request failed");
  expect(summarizeEdits([edit(2, "continue")])).toBeNull();
});
