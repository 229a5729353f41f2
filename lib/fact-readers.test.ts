import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  ReportLog,
  status,
} from "../fixtures/event-builders.ts";
import type { Interpretation } from "./dialects/interpretation.ts";
import { NO_FILTER } from "./dialects/settings.ts";
import { collectProblemHistories } from "./lint/problem-history.ts";
import { getFacts } from "./report/facts/facts.ts";
import { type Progress, SAVED, WHOLE_RUN } from "./report/facts/part.ts";
import { getExportRange } from "./session/export-ranges.ts";
import { getInterpretation, getRowList } from "./session/interpretation-cache.ts";
import { INITIAL_VIEW } from "./session/view.ts";
import { getLastEventAt } from "./timeline/scope.ts";

/** A card, a turn that fails and violates a rule, one that completes, and a list of other tasks. */
function talk(): ReportLog {
  const log = new ReportLog()
    .addOpen("card", { method: "GET", url: "http://a.example/.well-known/agent-card.json" })
    .addHead(200, "application/json", "card")
    .addText(JSON.stringify({ name: "A", url: "http://a.example/", skills: [] }), "card")
    .addEnd("complete", "card");
  log
    .addRequest("message/stream", createSendMessageParams("one", "u1"), "x1")
    .addHead(200, "text/event-stream", "x1");
  const unknown = createArtifactUpdate("a", "late", { append: true });
  log.addEventsTo(
    "x1",
    createTask("working"),
    unknown,
    status("failed", createMessage("No berth.", "m1")),
  );
  log.addEnd("complete", "x1");
  log
    .addRequest("message/stream", createSendMessageParams("two", "u2"), "x2")
    .addHead(200, "text/event-stream", "x2");
  const of = { taskId: "t2", contextId: "c2" };
  const said = createArtifactUpdate("b", "done", of);
  log.addEventsTo(
    "x2",
    createTask("working", { id: "t2", contextId: "c2" }),
    said,
    status("completed", undefined, of),
  );
  log.addEnd("complete", "x2");
  const result = { tasks: [createTask("canceled", { id: "t9" })] };
  log.addRequest("tasks/list", {}, "x3").addHead(200, "application/json", "x3");
  return log
    .addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result }), "x3")
    .addEnd("complete", "x3");
}

const { timeline } = talk();
const interpretation = getInterpretation(timeline, INITIAL_VIEW.dialects).update();
const n = timeline.lastEvent;
const LIVE: Progress = { isGrowing: true };

function getRun(of: Interpretation, progress: Progress) {
  return getFacts(of, WHOLE_RUN, of.timeline.lastEvent, progress);
}

const indexOf = (id: string) => timeline.exchangeById.get(id)?.index ?? -1;

describe("the facts of one exchange", () => {
  const facts = getFacts(interpretation, { scope: indexOf("x1"), task: null }, n, SAVED);

  test("refer to that exchange only", () => {
    const exchange = timeline.exchangeById.get("x1");
    const length = (exchange?.end?.time ?? 0) - (exchange?.open.time ?? 0);
    expect(facts).toMatchObject({ events: 3, durationMs: length, contextId: "c1" });
    expect(facts.verdict).toMatchObject({ kind: "failed", reason: "No berth." });
    expect(facts.verdict).not.toHaveProperty("turns");
    expect(facts.taskId).toBe("t1");
    expect(facts.firstTokenMs).toBeLessThan(length);
  });

  test("have its last event for any later playhead", () => {
    const { events = null } = timeline.exchangeById.get("x1") ?? {};
    expect(getLastEventAt(timeline, indexOf("x1"), timeline.lastEvent)).toBe(events?.last);
    expect(getLastEventAt(timeline, indexOf("x2"), 0)).toBe(-1);
  });

  test("have its own problem count", () => {
    const rulesOf = (x: string) =>
      collectProblemHistories(timeline, interpretation, indexOf(x)).map(({ rule }) => rule.id);
    expect(rulesOf("x1")).toContain("ART-APPEND-UNKNOWN");
    expect(rulesOf("x2")).not.toContain("ART-APPEND-UNKNOWN");
    const all = collectProblemHistories(timeline, interpretation).map(({ rule }) => rule.id);
    expect(all).toEqual(expect.arrayContaining([...rulesOf("x1"), ...rulesOf("x2")]));
  });
});

test("the facts of the run come from its turns, without tasks that were only listed", () => {
  const facts = getFacts(interpretation, WHOLE_RUN, n, SAVED);
  const from = timeline.exchangeById.get("x1")?.open.time ?? 0;
  const to = timeline.exchangeById.get("x2")?.end?.time ?? 0;
  expect(facts).toMatchObject({ durationMs: to - from, contextId: "c2" });
  expect(facts.taskId).toBe("t2");
  expect(facts.verdict).toMatchObject({ kind: "completed", clean: false });
});

test("an export of the whole run counts events as its header does, and agent lookups separately", () => {
  const { events, lookUps } = getExportRange(
    "whole",
    getRowList(interpretation, "all", NO_FILTER),
    null,
  );
  expect(events).toBe(getFacts(interpretation, WHOLE_RUN, n, SAVED).events);
  expect(lookUps).toBe(1);
});

test("a lookup changes neither the duration nor the verdict of a run in progress", () => {
  const log = talk();
  const before = getInterpretation(log.timeline, INITIAL_VIEW.dialects).update();
  const working = getRun(before, LIVE);
  log.addRequest("tasks/get", { id: "t2" }, "x4").addHead(200, "application/json", "x4");
  const response = { jsonrpc: "2.0", id: 1, result: createTask("completed", { id: "t2" }) };
  log.addText(JSON.stringify(response), "x4").addEnd("complete", "x4");
  const after = getInterpretation(log.timeline, INITIAL_VIEW.dialects).update();
  expect(getRun(after, LIVE).durationMs).toBe(working.durationMs);
  const ended = getRun(after, SAVED);
  expect(ended).toMatchObject({
    durationMs: getRun(before, SAVED).durationMs,
    verdict: getRun(before, SAVED).verdict,
  });
});
