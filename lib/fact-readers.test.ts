// One set of facts, several readers: the report, its text, the summary, a check, a diff, the operations
// and the library say the same of a run as of any event: its verdict, what went wrong, how long it took.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../fixtures/arbitrary-caipe.ts";
import { arbitraryTalk } from "../fixtures/arbitrary-talk.ts";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  foldRecords,
  LAST_CHUNK,
  ReportLog,
  status,
} from "../fixtures/event-builders.ts";
import { arbitraryHopRecords } from "../fixtures/hop-log.ts";
import { FIXTURE_NAMES, readFixture } from "../fixtures/read-fixture.ts";
import { getRunCount } from "../fixtures/run-count.ts";
import { analyzeLog } from "./check/check.ts";
import { LogLineIndex } from "./check/log-lines.ts";
import { Interpretation } from "./dialects/interpretation.ts";
import { NO_FILTER } from "./dialects/settings.ts";
import { compareRuns } from "./diff/compare-runs.ts";
import { collectProblemHistories } from "./lint/problem-history.ts";
import { formatVerdict, formatVerdictLine } from "./lint/verdict/verdict-words.ts";
import { toVerdictSummary } from "./lint/verdict.ts";
import { describeRun } from "./operations/inspect-run.ts";
import { getFacts, getRunFacts } from "./report/facts/facts.ts";
import { type Progress, SAVED, WHOLE_RUN } from "./report/facts/part.ts";
import { createReport } from "./report/json.ts";
import { toPrintable } from "./report/printable.ts";
import { formatSummary } from "./report/text.ts";
import { LogAnalyzer } from "./search/log-analyzer.ts";
import { getExportRange } from "./session/export-ranges.ts";
import { getInterpretation, getRowList } from "./session/interpretation-cache.ts";
import { INITIAL_VIEW } from "./session/view.ts";
import { getLastEventAt } from "./timeline/scope.ts";
import type { WireRecord } from "./wire/record.ts";

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

const NO_SOURCE = { importer: "", bytes: 0, records: 0, frames: 0, events: 0, skipped: [] };
const MUTED: ReadonlySet<string> = new Set();

/** The first and the last event, and some between them. */
function sampleEvents(lastEvent: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((lastEvent + 2) / most));
  const sampled: number[] = [];
  for (let event = -1; event < lastEvent; event += step) sampled.push(event);
  return [...sampled, lastEvent];
}

function expectSameFacts(records: readonly WireRecord[], most = 6): void {
  const { timeline } = foldRecords(records);
  const interpretation = new Interpretation(timeline).update();
  const lines = new LogLineIndex();
  const run = { timeline, interpretation, source: NO_SOURCE, name: "run", lines };
  for (const n of sampleEvents(timeline.lastEvent, most)) {
    const facts = getFacts(interpretation, WHOLE_RUN, n, SAVED);
    const { verdict, durationMs, firstTokenMs } = facts;

    const report = createReport(timeline, NO_SOURCE, n, interpretation);
    expect(report.verdict).toEqual(verdict);
    expect(report.timing).toMatchObject({ durationMs, firstTokenMs });
    expect(report.usage?.total ?? null).toBe(facts.tokens?.total ?? null);
    const [line] = formatSummary(report).split("\n");
    expect(line).toBe(toPrintable(formatVerdictLine(verdict)));

    expect(getRunFacts(interpretation, WHOLE_RUN, n, { ...SAVED, muted: MUTED })).toMatchObject(
      facts,
    );

    const { data, summary } = describeRun(run, 1000, n);
    expect(summary).toContain(`: ${formatVerdict(verdict)}.`);
    expect(data).toMatchObject({
      verdict: { kind: verdict.kind, clean: verdict.clean },
      timing: { durationMs, firstTokenMs },
    });
    expect(data.verdict.caveats.map(({ kind, event }) => ({ kind, event }))).toEqual(
      verdict.caveats.map(({ kind, event }) => ({ kind, event })),
    );
    const failing = (tasks: readonly { readonly id: string; readonly state: string }[]) =>
      tasks.filter(({ state }) => state === "failed").length;
    const failed = timeline.tasks.filter((task) => task.transitionAt(n)?.state === "failed");
    expect([failing(report.tasks), failing(data.tasks)]).toEqual([failed.length, failed.length]);

    const side = { interpretation, n };
    expect(compareRuns(side, side).verdict).toEqual({ left: verdict, right: verdict });
  }
  const { verdict } = getFacts(interpretation, WHOLE_RUN, timeline.lastEvent, SAVED);
  // Without a call, a check judges the card.
  if (timeline.calls > 0) {
    expect(analyzeLog(timeline, lines, { name: "", uri: null, source: NO_SOURCE }).verdict).toEqual(
      verdict,
    );
  }
}

describe("all readers say the same of a run at any event", () => {
  test.each(FIXTURE_NAMES)("in %s", (name) => {
    expectSameFacts(readFixture(name).records, 3);
  });

  test("whatever users, agents and agents among themselves send", () => {
    fc.assert(
      fc.property(arbitraryTalk, (records) => expectSameFacts(records)),
      { numRuns: getRunCount(60) },
    );
    fc.assert(
      fc.property(arbitraryRecords, (records) => expectSameFacts(records)),
      {
        numRuns: getRunCount(40),
      },
    );
    fc.assert(
      fc.property(arbitraryCaipeRecords, (records) => expectSameFacts(records)),
      {
        numRuns: getRunCount(15),
      },
    );
    fc.assert(
      fc.property(arbitraryHopRecords, (records) => expectSameFacts(records)),
      {
        numRuns: getRunCount(15),
      },
    );
  });

  test("in the library", () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryTalk, arbitraryCaipeRecords), (records) => {
        const analyzer = new LogAnalyzer();
        const header = { r: "loupe", version: 1, id: "x", at: null, by: "test" };
        const written = [header, ...records].map((record) => `${JSON.stringify(record)}\n`);
        analyzer.push(new TextEncoder().encode(written.join("")));
        const { verdict } = getRun(
          new Interpretation(foldRecords(records).timeline).update(),
          SAVED,
        );
        expect(analyzer.end(true).verdict).toEqual(toVerdictSummary(verdict));
      }),
      { numRuns: getRunCount(40) },
    );
  });
});

const TOOL_CALL = (kind: "function_call" | "function_response", data: object) => ({
  kind: "data",
  data,
  metadata: { adk_type: kind },
});

/** A turn whose tool may fail, which completes. */
function callTool(x: string, taskId: string, response: object): ReportLog {
  return addToolTurn(new ReportLog(), x, taskId, response);
}

function addToolTurn(log: ReportLog, x: string, taskId: string, response: object): ReportLog {
  const tool = { id: `call-${x}`, name: "book_table" };
  const message = (parts: object[]) => createMessage("", `${x}-${parts.length}`, { parts });
  log
    .addRequest("message/stream", createSendMessageParams("book", `u-${x}`), x)
    .addHead(200, "text/event-stream", x)
    .addEventsTo(
      x,
      createTask("working", { id: taskId }),
      status("working", message([TOOL_CALL("function_call", { ...tool, args: {} })]), { taskId }),
      status("working", message([TOOL_CALL("function_response", { ...tool, response }), {}]), {
        taskId,
      }),
      status("completed", undefined, { taskId }),
    );
  return log;
}

const FAILURE = { error: "503 Service Unavailable" };

describe("what went wrong although the task completed", () => {
  const judge = (log: ReportLog, progress = SAVED) =>
    getRun(new Interpretation(foldRecords(log.records).timeline).update(), progress);

  test("is nothing where nothing did", () => {
    const { verdict } = judge(callTool("x1", "t1", { result: "booked" }).addEnd("complete", "x1"));
    expect(verdict.caveats).toEqual([]);
    expect(formatVerdictLine(verdict)).toBe(
      "✓ completed: The agent reported the task as completed.",
    );
  });

  test("is a failed tool, with its error and its event", () => {
    const { verdict } = judge(callTool("x1", "t1", FAILURE).addEnd("complete", "x1"));
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
    expect(verdict.caveats).toEqual([
      { kind: "tool-failed", text: "book_table failed: 503 Service Unavailable", event: 2 },
    ]);
    expect(formatVerdictLine(verdict)).toBe(
      "! completed, with a failed tool: The agent reported the task as completed. book_table failed: 503 Service Unavailable.",
    );
    expect(verdict.evidence[0]).toMatchObject({ event: 2 });
  });

  test("is told of an earlier turn, too", () => {
    const log = callTool("x1", "t1", FAILURE).addEnd("complete", "x1");
    addToolTurn(log, "x2", "t2", { result: "booked" }).addEnd("complete", "x2");
    const { verdict } = judge(log);
    expect(formatVerdict(verdict)).toBe("completed, with a failed tool");
    expect(verdict.because).toContain("Turn 1: book_table failed: 503 Service Unavailable.");
  });

  test("is a chunk for an artifact that was never sent", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"), "x1")
      .addHead(200, "text/event-stream", "x1")
      .addEventsTo(
        "x1",
        createTask("working"),
        createArtifactUpdate("report", "second", LAST_CHUNK),
        status("completed"),
      )
      .addEnd("complete", "x1");
    const { verdict } = judge(log);
    expect(verdict.caveats).toMatchObject([{ kind: "append-lost", event: 1 }]);
    expect(formatVerdict(verdict)).toBe("completed, with a lost append");
  });

  test("is what no client can read", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"), "x1")
      .addHead(200, "text/event-stream", "x1")
      .addEventsTo("x1", createTask("working"))
      .addText('data: {"broken\n\ndata: too\n\n', "x1")
      .addEventsTo("x1", status("completed"))
      .addEnd("complete", "x1");
    const { verdict } = judge(log);
    expect(verdict.caveats).toMatchObject([{ kind: "unreadable", event: 1 }]);
    expect(formatVerdictLine(verdict)).toBe(
      "! completed, with unreadable events: The agent reported the task as completed. 2 events are not JSON, so clients may lose what follows.",
    );
  });

  test("is not told of a run that failed in the end", () => {
    const log = callTool("x1", "t1", FAILURE).addEnd("complete", "x1");
    log
      .addRequest("message/stream", createSendMessageParams("again", "u2"), "x2")
      .addHead(200, "text/event-stream", "x2")
      .addEventsTo("x2", status("failed", undefined, { taskId: "t2" }))
      .addEnd("complete", "x2");
    expect(formatVerdict(judge(log).verdict)).toBe("failed");
  });

  test("is a stream that the agent leaves open, once nothing more can follow", () => {
    const log = callTool("x1", "t1", { result: "booked" });
    expect(judge(log).verdict.caveats).toMatchObject([{ kind: "stream-open", event: 3 }]);
    expect(judge(log).outcome?.because).toContain("The stream is still open after that.");
    expect(judge(log, LIVE).outcome).toBeNull();
  });

  test("is told of a live run only after a moment, and not of a task that works", () => {
    const quiet = { ...LIVE, isQuiet: true };
    const log = callTool("x1", "t1", { result: "booked" });
    expect(judge(log, LIVE).isStreamOpen).toBe(false);
    expect(judge(log, quiet)).toMatchObject({ isStreamOpen: true, outcome: null });
    expect(judge(log).isStreamOpen).toBe(false);
    const working = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("book", "u1"), "x1")
      .addHead(200, "text/event-stream", "x1")
      .addEventsTo("x1", createTask("working"));
    expect(judge(working, quiet).isStreamOpen).toBe(false);
    log.addEnd("complete", "x1");
    expect(judge(log, quiet).isStreamOpen).toBe(false);
  });

  test("is a connection that broke off after the task completed", () => {
    const log = callTool("x1", "t1", { result: "booked" }).addEnd("reset", "x1");
    expect(formatVerdict(judge(log).verdict)).toBe("completed, with a lost connection");
  });

  test("is part of no verdict that is bad anyway", () => {
    const log = callTool("x1", "t1", FAILURE);
    log.addEventsTo("x1", status("failed", undefined, { taskId: "t1" })).addEnd("complete", "x1");
    expect(judge(log).verdict).toMatchObject({ kind: "failed", caveats: [] });
  });
});
