import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { HopLog, PLANNER, TRACE } from "../../fixtures/hop-log.ts";
import { getOutcomeAt, getTurnResultAt, listTurnsAt } from "../lint/verdict/turns.ts";
import type { Timeline } from "./timeline.ts";

const STREAM = "text/event-stream";

function ask(log: ReportLog, x: string, of = {}): ReportLog {
  const params = createSendMessageParams(x, `u-${x}`, of);
  return log.addRequest("message/stream", params, x).addHead(200, STREAM, x);
}

function look(log: ReportLog, x: string, method: string, taskId: string): ReportLog {
  return log.addRequest(method, { id: taskId }, x).addHead(200, STREAM, x);
}

const of = (taskId: string) => ({ taskId, contextId: "c1" });

/** The turns as of an event: what the user said, the exchanges, the tasks and the outcome. */
function readTurns(timeline: Timeline, n = timeline.lastEvent, isGrowing = false) {
  return listTurnsAt(timeline, n).map((turn) => ({
    said: turn
      .messageAt(n)
      ?.parts.map((part) => (part.kind === "text" ? part.text : ""))
      .join(""),
    exchanges: turn.exchangesAt(n).map(({ id }) => id),
    tasks: turn.tasks.filter(({ firstEvent }) => firstEvent <= n).map(({ task }) => task),
    outcome: getOutcomeAt(getTurnResultAt(timeline, turn, n), n, isGrowing)?.kind ?? null,
  }));
}

describe("a message begins a turn", () => {
  test("which contains all tasks that it leads to", () => {
    const log = ask(new ReportLog(), "x1");
    log.addEventsTo("x1", createTask("working"), createTask("completed", { id: "t2" }));
    log.addEventsTo("x1", status("completed")).addEnd("complete", "x1");
    expect(readTurns(log.timeline)).toEqual([
      { said: "x1", exchanges: ["x1"], tasks: [0, 1], outcome: "completed" },
    ]);
  });

  test("whether it is the request or one of several in a log of payloads", () => {
    const request = (id: number, text: string) => ({
      jsonrpc: "2.0",
      id,
      method: "message/send",
      params: createSendMessageParams(text, `m${id}`),
    });
    const respond = (id: number, task: string, state: string) => ({
      jsonrpc: "2.0",
      id,
      result: createTask(state, { id: task }),
    });
    const log = new ReportLog().addOpen("x1", { method: "", url: "" });
    log.addEventsTo("x1", request(1, "one"), respond(1, "t1", "failed"));
    log.addEventsTo("x1", request(2, "two"), respond(2, "t2", "completed"));
    const { timeline, report } = log;
    expect(readTurns(timeline)).toMatchObject([
      { said: "one", tasks: [0], outcome: "failed" },
      { said: "two", tasks: [1], outcome: "completed" },
    ]);
    expect(readTurns(timeline, 1)).toMatchObject([{ said: "one", outcome: "failed" }]);
    // Not “mixed”: each has a verdict of its own.
    expect(report.verdict).toMatchObject({
      kind: "completed",
      clean: false,
      turns: [{ kind: "failed" }, { kind: "completed" }],
    });
  });

  test("whose response is known by its id, where several were sent at once", () => {
    const log = new ReportLog().addOpen("x1", { method: "", url: "" });
    for (const id of [1, 2]) {
      const params = createSendMessageParams(`ask ${id}`, `m${id}`);
      log.addEventsTo("x1", { jsonrpc: "2.0", id, method: "message/send", params });
    }
    for (const [id, task, state] of [
      [1, "t1", "failed"],
      [2, "t2", "completed"],
      [1, "t1", "failed"],
    ] as const) {
      log.addEventsTo("x1", { jsonrpc: "2.0", id, result: createTask(state, { id: task }) });
    }
    expect(readTurns(log.timeline)).toMatchObject([
      { said: "ask 1", tasks: [0], outcome: "failed" },
      { said: "ask 2", tasks: [1], outcome: "completed" },
    ]);
    expect(readTurns(log.timeline, 1)).toMatchObject([{ outcome: null }, { outcome: null }]);
  });

  test("but the history of a stored task tells only of turns from before the run", () => {
    const said = (text: string, id: string, role: string) => createMessage(text, id, { role });
    const history = [
      said("one", "u1", "user"),
      said("first", "a1", "agent"),
      said("two", "u2", "user"),
      said("second", "a2", "agent"),
    ];
    const log = new ReportLog().addOpen().addHead(200, "application/json");
    log.addText(JSON.stringify(createTask("completed", { history })));
    const { timeline, report } = log;
    expect(readTurns(timeline)).toMatchObject([{ said: "two", outcome: "completed" }]);
    expect(timeline.turns.list.map(({ historySince }) => historySince <= 0)).toEqual([true, false]);
    expect(report.verdict).not.toHaveProperty("turns");
  });

  test("unless its response shows that it was none", () => {
    const log = ask(new ReportLog(), "x1").addEventsTo("x1", status("completed"));
    log.addEnd("complete", "x1");
    log.addOpen("x2", { method: "POST", url: "http://a.example/telemetry", body: "[1]" });
    log.addHead(204, "", "x2").addEnd("complete", "x2");
    expect(readTurns(log.timeline)).toMatchObject([{ said: "x1" }]);
  });
});

describe("what follows belongs to the newest turn of its task", () => {
  test("a resumed stream, a cancel and a notification", () => {
    const log = ask(new ReportLog(), "x1").addEventsTo("x1", createTask("working"));
    log.addEnd("reset", "x1");
    ask(log, "x2")
      .addEventsTo("x2", createTask("completed", { id: "t2" }))
      .addEnd("complete", "x2");
    look(log, "x3", "tasks/resubscribe", "t1").addEventsTo("x3", status("working"));
    log.addOpen("x4", { inbound: true }).addText(JSON.stringify(createTask("completed")), "x4");
    const turns = readTurns(log.timeline);
    expect(turns).toMatchObject([
      { exchanges: ["x1", "x3", "x4"], outcome: "completed" },
      { exchanges: ["x2"], outcome: "completed" },
    ]);
    expect(readTurns(log.timeline, 0)).toMatchObject([{ exchanges: ["x1"] }, {}]);
  });

  test("also what an older stream of the task reports", () => {
    const log = ask(new ReportLog(), "x1").addEventsTo("x1", status("working"));
    ask(log, "x2", { taskId: "t1" });
    log.addEventsTo("x1", createArtifactUpdate("a", "late"), status("completed"));
    log.addEnd("complete", "x1");
    const { timeline } = log;
    const [, second] = listTurnsAt(timeline, timeline.lastEvent);
    expect(readTurns(timeline)).toMatchObject([
      { exchanges: ["x1"], tasks: [0] },
      { exchanges: ["x2", "x1"], tasks: [0], outcome: "completed" },
    ]);
    const artifact = timeline.entries.find(({ kind }) => kind === "artifact");
    const end = timeline.entries.at(-1);
    expect(artifact && timeline.turns.find(artifact)).toBe(second);
    // How a stream ends is about the message that it responds to.
    expect(end?.kind).toBe("http");
    expect(end && timeline.turns.find(end)?.exchange.id).toBe("x1");
  });

  test("lookups too, which begin no turn", () => {
    const log = look(new ReportLog(), "x0", "tasks/get", "t9");
    log.addEventsTo("x0", createTask("failed", { id: "t9" })).addEnd("complete", "x0");
    expect(readTurns(log.timeline)).toEqual([]);
    ask(log, "x1").addEventsTo("x1", createTask("working")).addEnd("reset", "x1");
    look(log, "x2", "tasks/get", "t1").addEventsTo("x2", createTask("completed"));
    expect(readTurns(log.timeline)).toMatchObject([
      { exchanges: ["x1", "x2"], outcome: "completed" },
    ]);
    ask(log, "x3", { taskId: "t9" }).addEventsTo("x3", status("working", undefined, of("t9")));
    look(log, "x4", "tasks/get", "t9");
    expect(readTurns(log.timeline).at(-1)).toMatchObject({ exchanges: ["x3", "x4"] });
  });

  test("a follow-up on a task of another recording is a turn as soon as the agent reports it", () => {
    const log = look(new ReportLog(), "x1", "tasks/resubscribe", "t1");
    log.addRequest("tasks/list", {}, "x2").addHead(200, "application/json", "x2");
    log.addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tasks: [] } }), "x2");
    expect(readTurns(log.timeline)).toEqual([]);
    log.addEventsTo("x1", status("working"), status("completed"));
    expect(readTurns(log.timeline)).toMatchObject([{ exchanges: ["x1"], outcome: "completed" }]);
    expect(readTurns(log.timeline, -1)).toEqual([]);
  });

  test("but not what another agent reports of a task with the same id", () => {
    const log = new HopLog().plan({ trace: TRACE });
    log.addEventsTo("plan", createTask("working", { id: "same" }));
    log
      .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
      .finish("ask", "failed", "same");
    log.finish("plan", "completed", "same");
    const { timeline } = foldRecords(log.records);
    expect(readTurns(timeline)).toMatchObject([{ exchanges: ["plan"] }]);
  });
});

describe("the outcome", () => {
  test("is what the agent reported, also before its stream ends", () => {
    const log = ask(new ReportLog(), "x1").addEventsTo("x1", status("working"));
    log.addEventsTo("x1", status("input-required"), status("working"), status("completed"));
    const outcomes = [-1, 0, 1, 2, 3].map((n) => readTurns(log.timeline, n, true)[0]?.outcome);
    expect(outcomes).toEqual([null, null, "input-required", null, "completed"]);
  });

  test("is none while more of the stream follows, and what its end shows after that", () => {
    const log = ask(new ReportLog(), "x1").addEventsTo("x1", status("working"), status("working"));
    const outcomes = (isGrowing: boolean) =>
      [0, 1].map((n) => readTurns(log.timeline, n, isGrowing)[0]?.outcome);
    expect(outcomes(true)).toEqual([null, null]);
    expect(outcomes(false)).toEqual([null, "ended-while-working"]);
    log.addEnd("reset", "x1");
    expect(outcomes(true)).toEqual([null, "cut"]);
  });

  test("of a message without a response is not that of a lookup", () => {
    const log = ask(new ReportLog(), "x1");
    log.addRequest("tasks/list", {}, "x2").addHead(200, "application/json", "x2");
    log.addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tasks: [] } }), "x2");
    log.addEnd("complete", "x2");
    expect(readTurns(log.timeline, undefined, true)).toMatchObject([{ outcome: null }]);
    expect(readTurns(log.timeline)).toMatchObject([{ outcome: "empty" }]);
    expect(log.report.verdict.kind).toBe("empty");
  });
});
