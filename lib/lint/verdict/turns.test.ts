import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  type ExampleJson,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { LogLineIndex } from "../../check/log-lines.ts";
import { collectVerdictProblems } from "../../check/verdict-problems.ts";
import { getVerdictAt } from "../verdict.ts";
import { getExchangeVerdict } from "./exchange-verdict.ts";

const STREAM = "text/event-stream";

/** Consecutive messages, each with its own task that reaches a state. */
function talk(...states: readonly string[]): ReportLog {
  const log = new ReportLog();
  for (const [i, state] of states.entries()) addTurn(log, `x${i + 1}`, `t${i + 1}`, state);
  return log;
}

function addTurn(
  log: ReportLog,
  x: string,
  taskId: string,
  state: string,
  message?: ExampleJson,
): void {
  log
    .addRequest("message/stream", createSendMessageParams("go", `u-${x}`), x)
    .addHead(200, STREAM, x);
  log.addEventsTo(x, createTask("working", { id: taskId }), status(state, message, { taskId }));
  log.addEnd("complete", x);
}

function addAnswer(
  log: ReportLog,
  method: string,
  params: ExampleJson,
  answer: ExampleJson,
  x: string,
): ReportLog {
  log.addRequest(method, params, x).addHead(200, "application/json", x);
  return log.addText(JSON.stringify({ jsonrpc: "2.0", id: 1, ...answer }), x).addEnd("complete", x);
}

const listed = {
  tasks: [createTask("failed", { id: "t8" }), createTask("completed", { id: "t9" })],
};

describe("a later lookup", () => {
  const lookups: readonly (readonly [string, (log: ReportLog) => unknown])[] = [
    ["a list of tasks", (log) => addAnswer(log, "tasks/list", {}, { result: listed }, "x9")],
    [
      "the task itself",
      (log) => addAnswer(log, "tasks/get", { id: "t1" }, { result: createTask("completed") }, "x9"),
    ],
    [
      "another task, which failed",
      (log) =>
        addAnswer(
          log,
          "tasks/get",
          { id: "t8" },
          { result: createTask("failed", { id: "t8" }) },
          "x9",
        ),
    ],
    [
      "a task that is gone",
      (log) =>
        addAnswer(
          log,
          "tasks/get",
          { id: "t8" },
          { error: { code: -32001, message: "gone" } },
          "x9",
        ),
    ],
    [
      "a cancel that came too late",
      (log) =>
        addAnswer(
          log,
          "tasks/cancel",
          { id: "t1" },
          { error: { code: -32002, message: "over" } },
          "x9",
        ),
    ],
    [
      "a card",
      (log) =>
        log
          .addOpen("x9", { method: "GET", url: "http://a.example/.well-known/agent-card.json" })
          .addHead(404, "text/html", "x9")
          .addEnd("complete", "x9"),
    ],
  ];

  test.each(lookups)("changes neither verdict nor duration: %s", (_, look) => {
    const before = talk("completed").report;
    const log = talk("completed");
    look(log);
    const after = log.report;
    expect(after.verdict).toEqual(before.verdict);
    expect(after.verdict.kind).toBe("completed");
    expect(after.timing.durationMs).toBe(before.timing.durationMs);
    expect(after.timing.firstEventMs).toBe(before.timing.firstEventMs);
  });

  test("before the first message does not count as its response", () => {
    const log = addAnswer(new ReportLog(), "tasks/list", {}, { result: listed }, "x9");
    addTurn(log, "x1", "t1", "completed");
    const { verdict, timing } = log.report;
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
    expect(timing.durationMs).toBe(talk("completed").report.timing.durationMs);
  });

  test("updates a task that was still working in its response", () => {
    const log = addAnswer(
      new ReportLog(),
      "message/send",
      createSendMessageParams("go", "u1"),
      { result: createTask("working") },
      "x1",
    );
    const short = log.report.timing.durationMs ?? 0;
    addAnswer(log, "tasks/get", { id: "t1" }, { result: createTask("completed") }, "x2");
    const { verdict, timing } = log.report;
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
    expect(timing.durationMs).toBeGreaterThan(short);
  });

  test("names the state of a task that is still in progress", () => {
    const log = new ReportLog();
    const params = createSendMessageParams("go", "u1");
    addAnswer(log, "message/send", params, { result: createTask("submitted") }, "x1");
    const polls = ["submitted", "working", "working"];
    for (const [i, state] of polls.entries()) {
      addAnswer(log, "tasks/get", { id: "t1" }, { result: createTask(state) }, `x${i + 2}`);
    }
    const because = "The agent responded; the task is working.";
    expect(log.report.verdict).toMatchObject({ kind: "answered", because });
    expect(log.report.verdict.evidence[0]?.exchange).toBe("x3");
  });

  test("of its push notifications does not hide the state of the task", () => {
    const log = new ReportLog();
    const params = createSendMessageParams("go", "u1");
    addAnswer(log, "message/send", params, { result: createTask("submitted") }, "x1");
    addAnswer(log, "tasks/pushNotificationConfig/list", { id: "t1" }, { result: [] }, "x2");
    expect(log.report.verdict.because).toBe("The agent responded; the task is submitted.");
  });

  test("counts if there are no other requests", () => {
    const log = addAnswer(
      new ReportLog(),
      "tasks/get",
      { id: "t1" },
      { result: createTask("failed") },
      "x1",
    );
    expect(log.report.verdict).toMatchObject({ kind: "failed", clean: false });
    addAnswer(log, "tasks/list", {}, { result: listed }, "x2");
    expect(log.report.verdict).toMatchObject({ kind: "failed", clean: false });
  });
});

test("a list of tasks is answered, whatever the states of its tasks", () => {
  const log = new ReportLog()
    .addOpen("x1", { method: "GET", url: "http://a.example/v1/tasks" })
    .addHead(200, "application/json")
    .addText(JSON.stringify(listed.tasks))
    .addEnd();
  const { timeline } = log;
  const [exchange] = timeline.exchanges;
  expect(exchange && getExchangeVerdict(timeline, exchange, timeline.lastEvent)).toMatchObject({
    kind: "answered",
    clean: true,
  });
});

describe("several turns", () => {
  test("have the verdict of the last, with a count of the others", () => {
    const { verdict } = talk("completed", "failed", "completed").report;
    expect(verdict).toMatchObject({
      kind: "completed",
      clean: false,
      because: "The agent reported the task as completed. Earlier turns: 1 failed.",
      turns: [
        { exchange: "x1", kind: "completed", clean: true },
        { exchange: "x2", kind: "failed", clean: false, superseded: false },
        { exchange: "x3", kind: "completed", clean: true },
      ],
    });
    expect(verdict.evidence.map(({ exchange }) => exchange)).toEqual(["x3", "x2"]);
  });

  test("are clean if a later turn of the same task succeeded", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"), "x1")
      .addHead(200, STREAM, "x1");
    log.addEventsTo("x1", createTask("working")).addEnd("reset", "x1");
    addTurn(log, "x2", "t1", "completed");
    expect(log.report.verdict).toMatchObject({
      kind: "completed",
      clean: true,
      turns: [{ kind: "cut", superseded: true }, { kind: "completed" }],
    });
  });

  test("a single turn has no count", () => {
    expect(talk("completed").report.verdict).not.toHaveProperty("turns");
  });

  test("that ended badly are each reported by a check, by kind", () => {
    const { timeline } = talk("failed", "rejected", "failed", "completed");
    const verdict = getVerdictAt(timeline, timeline.lastEvent);
    const found = collectVerdictProblems(timeline, verdict, new LogLineIndex());
    expect(found.map(({ rule, count }) => [rule, count])).toEqual([
      ["verdict/failed", 2],
      ["verdict/rejected", 1],
    ]);
    expect(found[0]).toMatchObject({ first: { event: 1 }, last: { event: 5 } });
  });
});

describe("the agent's reason", () => {
  const failing = (...events: readonly ExampleJson[]) =>
    new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"), ...events)
      .addEnd().report.verdict;

  test.each([
    ["failed", "The agent reported the task as failed: “No berth is free.”"],
    ["rejected", "The agent rejected the task: “No berth is free.”"],
    ["input-required", "The agent is waiting for input: “No berth is free.”"],
    ["auth-required", "The agent is waiting for authorization: “No berth is free.”"],
  ])("stands in the verdict of a task that is %s", (state, because) => {
    const verdict = failing(status(state, createMessage("No berth\n is  free.", "m1")));
    expect(verdict).toMatchObject({ because, reason: "No berth is free." });
    expect(verdict.evidence[0]).toMatchObject({ what: "event", event: 1 });
  });

  test("is quoted even if its message was seen before", () => {
    const why = createMessage("No berth is free.", "m1");
    const seen = createTask("working", { history: [why] });
    expect(failing(seen, status("failed", why)).reason).toBe("No berth is free.");
  });

  test("is the message before the waiting state, if that has none", () => {
    const question = status("working", createMessage("Which pier?", "m1"));
    const verdict = failing(question, status("input-required"));
    expect(verdict.because).toBe("The agent is waiting for input: “Which pier?”");
    expect(verdict.evidence.map(({ event }) => event)).toEqual([1, 2]);
  });

  test("is read from data if there is no text", () => {
    const data = createMessage("", "m1", {
      parts: [{ kind: "data", data: { error: "pier is closed" } }],
    });
    expect(failing(status("failed", data)).reason).toBe("pier is closed");
  });

  test("is truncated if long, and contains no characters that move or hide text", () => {
    const { reason = "" } = failing(
      status("failed", createMessage(`\u001b[2J${"x".repeat(5000)}`, "m1")),
    );
    expect(reason).toMatch(/^\[2Jx+…$/);
    expect([...reason].length).toBeLessThanOrEqual(201);
  });

  test("is the failed tool, if the agent gave none", () => {
    const call = (type: string, data: ExampleJson) => {
      const part = { kind: "data", data, metadata: { adk_type: type } };
      return createArtifactUpdate(type, "", { artifact: { artifactId: type, parts: [part] } });
    };
    const name = "book_berth";
    const verdict = failing(
      call("function_call", { id: "c1", name, args: {} }),
      call("function_response", { id: "c1", name, response: { error: "The pier is closed." } }),
      status("failed"),
    );
    expect(verdict.because).toBe(
      "The agent reported the task as failed; the tool “book_berth” failed: “The pier is closed.”",
    );
    expect(verdict.evidence.map(({ event }) => event)).toEqual([2, 3]);
  });
});

test.each<[string, string, number, string | null, string | null]>([
  ["OPTIONS", "/", 204, null, null],
  ["OPTIONS", "/tasks/t1", 204, null, null],
  ["HEAD", "/.well-known/agent-card.json", 200, "application/json", null],
  ["GET", "/.well-known/agent-card.json", 304, null, null],
  ["GET", "/health", 200, null, "ok"],
  ["GET", "/health", 200, "text/plain", "ok"],
  ["GET", "/health", 200, "application/json", '{"status":"ok"}'],
])("%s %s (%i) is neither a turn nor a problem", (method, path, code, type, text) => {
  const log = talk("completed").addOpen("other", { method, url: `http://agent.example${path}` });
  log.addHead(code, "", "other", { headers: type === null ? [] : [["content-type", type]] });
  if (text !== null) log.addText(text, "other");
  const { verdict, findings } = log.addEnd("complete", "other").report;
  expect(verdict).toMatchObject({ kind: "completed" });
  expect(verdict.turns).toBeUndefined();
  expect(findings).toEqual(talk("completed").report.findings);
});
