import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { RowList } from "../dialects/rows.ts";
import { getItemProblems } from "../lint/problems.ts";
import { summarizeRowGroup } from "./row-group-summary.ts";

const OF_T2 = { taskId: "t2", contextId: "c2" };

/** A turn with a problem, one whose stream breaks off, and one answered by a message. */
const log = new ReportLog()
  .addRequest("message/stream", createSendMessageParams("Plan  a\ntrip", "u1"), "x1")
  .addHead(200, "text/event-stream", "x1")
  .addEventsTo(
    "x1",
    createTask("working"),
    createArtifactUpdate("a", "late", { append: true }),
    status("completed"),
  )
  .addEnd("complete", "x1")
  .addRequest("message/stream", createSendMessageParams("two", "u2"), "x2")
  .addHead(200, "text/event-stream", "x2")
  .addEventsTo("x2", createTask("working", { id: "t2", contextId: "c2" }))
  .addEventsTo("x2", createArtifactUpdate("b", "half", OF_T2))
  .addEnd("reset", "x2");
const rows = new RowList(new Interpretation(foldRecords(log.records).timeline), "all").update();

const summarize = (index: number, n: number, muted: readonly string[] = []) => {
  const group = rows.groups.list[index];
  if (!group) throw new Error("no group");
  const summary = summarizeRowGroup(rows, group, n, {
    muted: new Set(muted),
    isGrowing: false,
  });
  return { ...summary, task: summary.task?.id ?? null, outcome: summary.outcome?.kind ?? null };
};

test("a turn is told by the user's words, its task, its end and its numbers", () => {
  expect(summarize(0, 4)).toMatchObject({
    prompt: "Plan a trip",
    task: "t1",
    outcome: "completed",
    state: "completed",
    events: 3,
  });
  expect(summarize(0, 4).problems).toBeGreaterThan(0);
  expect(summarize(0, 4).durationMs).toBeGreaterThan(0);
});

test("a stream that broke off is told, not the last state", () => {
  expect(summarize(1, 4)).toMatchObject({ outcome: "cut", state: "working", events: 2 });
});

test("a summary as of an event knows nothing of later events", () => {
  expect(summarize(0, 0)).toMatchObject({ outcome: null, state: "working", events: 1 });
  expect(summarize(0, -1)).toMatchObject({ task: null, state: null, events: 0, problems: 0 });
  expect(summarize(1, 3)).toMatchObject({ outcome: null, state: "working", events: 1 });
});

test("muted rules do not count", () => {
  const { items } = rows.interpretation;
  const rules = items.flatMap((item) => getItemProblems(item, 4).map(({ rule }) => rule));
  expect(summarize(0, 4, rules)).toMatchObject({ problems: 0, hasErrors: false });
});
