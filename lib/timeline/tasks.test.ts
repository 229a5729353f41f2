import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createStreamLog,
  createTask,
  LAST_CHUNK,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { TASK_STATES, type TaskState } from "../protocol/model.ts";
import { isLegalTransition } from "./task.ts";

const final = { final: true };
const rules = (log: ReportLog) => log.report.findings.map(({ rule }) => rule);
const path = (log: ReportLog, index = 0) =>
  log.report.tasks[index]?.transitions.map(({ state, event, legal }) =>
    legal ? `${state}@${event}` : `${state}@${event} illegal`,
  );

describe("allowed transitions", () => {
  const followersOf = (from: TaskState | null) =>
    TASK_STATES.filter((to) => isLegalTransition(from, to));

  test("any state may be first or follow an unknown state", () => {
    expect(followersOf(null)).toEqual(TASK_STATES);
    expect(followersOf("unknown")).toEqual(TASK_STATES);
  });

  test.each<TaskState>(["completed", "failed", "canceled", "rejected"])(
    "nothing follows %s",
    (from) => {
      expect(followersOf(from)).toEqual([]);
    },
  );

  test("nothing goes back to submitted", () => {
    const froms: TaskState[] = ["working", "input-required", "auth-required"];
    expect(froms.filter((from) => isLegalTransition(from, "submitted"))).toEqual([]);
  });

  test("an interrupted task may continue or end in any way", () => {
    const goesOn = TASK_STATES.filter((state) => state !== "submitted");
    expect(followersOf("input-required")).toEqual(goesOn);
    expect(followersOf("auth-required")).toEqual(goesOn);
    expect(followersOf("working")).toEqual(goesOn);
  });
});

describe("a task", () => {
  test("goes from state to state; repeating a state is no transition", () => {
    const log = createStreamLog(
      createTask("submitted"),
      status("working"),
      status("working", createMessage("still", "m1")),
      createArtifactUpdate("a", "x", LAST_CHUNK),
      status("completed"),
    );
    expect(path(log)).toEqual(["submitted@0", "working@1", "completed@4"]);
    expect([0, 2, 3, 4].map((n) => log.reportAt(n).tasks[0]?.state)).toEqual([
      "submitted",
      "working",
      "working",
      "completed",
    ]);
  });

  test("keeps the sent spelling of a state", () => {
    const log = createStreamLog(status("TASK_STATE_WORKING"), status("Working"));
    expect([0, 1].map((n) => log.reportAt(n).tasks[0]?.rawState)).toEqual([
      "TASK_STATE_WORKING",
      "Working",
    ]);
    expect(path(log)).toEqual(["working@0"]);
  });

  test("that continues after its end is flagged", () => {
    const log = createStreamLog(
      status("completed"),
      status("working"),
      createArtifactUpdate("a", "x"),
    );
    expect(path(log)).toEqual(["completed@0", "working@1 illegal"]);
    expect(rules(log)).toEqual(["STR-AFTER-TERM", "LC-TERM-CHANGE"]);
  });

  test("that ends twice in one stream is flagged, even with the same state", () => {
    const log = createStreamLog(status("completed"), status("completed"));
    expect(path(log)).toEqual(["completed@0", "completed@1 illegal"]);
    expect(rules(log)).toEqual(["STR-AFTER-TERM"]);
  });

  test("may be sent once more as a snapshot after its end", () => {
    const log = createStreamLog(status("completed"), createTask("completed"));
    expect(path(log)).toEqual(["completed@0"]);
    expect(rules(log)).toEqual([]);
  });

  test("may not be sent twice after its end, nor with more than was streamed", () => {
    const twice = createStreamLog(
      status("completed"),
      createTask("completed"),
      createTask("completed"),
    );
    expect(rules(twice)).toEqual(["STR-AFTER-TERM"]);
    const a = { artifactId: "a", parts: [{ kind: "text", text: "x" }] };
    const b = { artifactId: "b", parts: [{ kind: "text", text: "new" }] };
    const streamed = [createArtifactUpdate("a", "x"), status("completed")];
    expect(
      rules(createStreamLog(...streamed, createTask("completed", { artifacts: [a] }))),
    ).toEqual([]);
    const more = createStreamLog(...streamed, createTask("completed", { artifacts: [a, b] }));
    expect(rules(more)).toEqual(["STR-AFTER-TERM"]);
  });

  test("that goes back to submitted is flagged, not rejected", () => {
    const log = createStreamLog(status("working"), status("submitted"));
    expect(path(log)).toEqual(["working@0", "submitted@1 illegal"]);
    expect(rules(log)).toEqual(["LC-BACK-SUBMITTED"]);
  });

  test("whose context changes belongs to both, and is flagged", () => {
    const log = createStreamLog(
      status("working"),
      status("working", undefined, { contextId: "c2" }),
    );
    expect(log.report.contexts).toEqual([
      { id: "c1", tasks: ["t1"] },
      { id: "c2", tasks: ["t1"] },
    ]);
    expect([0, 1].map((n) => log.reportAt(n).tasks[0]?.contextId)).toEqual(["c1", "c2"]);
    expect(rules(log)).toEqual(["STR-CTX-SWITCH"]);
  });

  test("exists from its first update, without a snapshot", () => {
    expect(createStreamLog(createArtifactUpdate("a", "x")).report.tasks).toMatchObject([
      { id: "t1", state: "unknown", rawState: null, artifacts: [{ text: "x" }] },
    ]);
  });
});

describe("several tasks", () => {
  test("in one stream have separate lanes, and the switch is flagged", () => {
    const log = createStreamLog(
      status("working"),
      status("working", undefined, { taskId: "t2" }),
      createArtifactUpdate("a", "two", { taskId: "t2" }),
      createArtifactUpdate("a", "one"),
    );
    expect(log.report.tasks.map(({ id, artifacts: [first] }) => [id, first?.text])).toEqual([
      ["t1", "one"],
      ["t2", "two"],
    ]);
    expect(rules(log)).toEqual(["STR-TASK-SWITCH"]);
  });

  test("share their context", () => {
    const log = new ReportLog()
      .addOpen()
      .addHead()
      .addEvents(status("completed", undefined, final))
      .addEnd();
    log.addOpen("x2").addHead(200, "text/event-stream", "x2");
    log.addEventsTo("x2", status("working", undefined, { taskId: "t2" }));
    expect(log.report.contexts).toEqual([{ id: "c1", tasks: ["t1", "t2"] }]);
    expect(rules(log)).toEqual([]);
  });

  test("without ids are one task per stream", () => {
    const bare = status("working", undefined, { taskId: undefined });
    const log = new ReportLog().addOpen().addHead().addEvents(bare, bare).addEnd();
    log.addOpen("x2").addHead(200, "text/event-stream", "x2").addEventsTo("x2", bare);
    expect(log.report.tasks.map(({ id }) => id)).toEqual(["", ""]);
    expect(rules(log)).toEqual(["DM-STATUS-REQ", "STR-TRUNC"]);
  });

  test("are not confused by ids like __proto__", () => {
    const ids = ["__proto__", "constructor", "hasOwnProperty", "0", " "];
    const log = createStreamLog(...ids.map((taskId) => status("working", undefined, { taskId })));
    expect(log.report.tasks.map(({ id }) => id)).toEqual(ids);
  });

  test("a numeric id is its text, an empty one counts as none", () => {
    const ids = [5, ""].map((taskId) => status("working", undefined, { taskId }));
    expect(createStreamLog(...ids).report.tasks.map(({ id }) => id)).toEqual(["5"]);
    expect(createStreamLog(...ids.toReversed()).report.tasks.map(({ id }) => id)).toEqual([
      "",
      "5",
    ]);
  });
});

describe("a task over several exchanges", () => {
  const createLog = () =>
    new ReportLog()
      .addRequest("message/stream", createSendMessageParams("paint it", "u1"))
      .addHead()
      .addEvents(
        createTask("submitted"),
        status("input-required", createMessage("Which colour?", "m1")),
      )
      .addEnd();
  const answered = () =>
    createLog()
      .addRequest("message/stream", createSendMessageParams("blue", "u2", { taskId: "t1" }), "x2")
      .addHead(200, "text/event-stream", "x2");

  test("continues where it was", () => {
    const log = answered().addEventsTo(
      "x2",
      status("working"),
      createArtifactUpdate("a", "blue"),
      status("completed"),
    );
    expect(path(log)).toEqual(["submitted@0", "input-required@1", "working@2", "completed@4"]);
    expect(log.report.tasks[0]?.messages.map(({ text }) => text)).toEqual([
      "paint it",
      "Which colour?",
      "blue",
    ]);
    expect(rules(log)).toEqual([]);
  });

  test("keeps the exchange's own events apart from the task's", () => {
    const log = answered().addEventsTo("x2", status("working"), status("completed"));
    expect(log.report.exchanges.map(({ events }) => events)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test("assigns updates without a task id to the requested task", () => {
    const log = answered().addEventsTo("x2", status("working", undefined, { taskId: undefined }));
    expect(path(log)).toEqual(["submitted@0", "input-required@1", "working@2"]);
  });

  test("may end in two streams at once", () => {
    const log = new ReportLog()
      .addOpen()
      .addHead()
      .addEvents(createTask("working"), createArtifactUpdate("a", "x"));
    log.addRequest("tasks/cancel", { id: "t1" }, "x2").addHead(200, "application/json", "x2");
    const answer = { jsonrpc: "2.0", id: 1, result: createTask("canceled") };
    log.addText(`${JSON.stringify(answer)}\n`, "x2").addEnd("complete", "x2");
    log
      .addEvents(
        createArtifactUpdate("a", "y", more),
        status("canceled", createMessage("Stopped.", "m9"), final),
      )
      .addEnd();
    expect(path(log)).toEqual(["working@0", "canceled@2"]);
    expect(rules(log)).toEqual([]);
  });

  test("may be delivered by a stream that lags behind another one, beyond its end", () => {
    const log = new ReportLog().addOpen().addHead().addEvents(createTask("submitted"));
    log
      .addOpen("x2")
      .addHead(200, "text/event-stream", "x2")
      .addEventsTo("x2", createTask("submitted"));
    const states = [status("submitted"), status("working"), status("completed", undefined, final)];
    log.addEvents(...states).addEnd();
    log.addEventsTo("x2", ...states).addEnd("complete", "x2");
    expect(path(log)).toEqual(["submitted@0", "working@3", "completed@4"]);
    expect(rules(log)).toEqual([]);
  });

  test("may not be changed by a request after its end", () => {
    const log = new ReportLog()
      .addOpen()
      .addHead()
      .addEvents(status("completed", undefined, final))
      .addEnd();
    log.addOpen("x2").addHead(200, "text/event-stream", "x2").addEventsTo("x2", status("working"));
    expect(rules(log)).toEqual(["STR-AFTER-TERM", "LC-TERM-CHANGE"]);
  });

  test("silently replaced by the server is a new task", () => {
    const log = answered().addEventsTo("x2", createTask("working", { id: "t2" }));
    expect(log.report.tasks.map(({ id }) => id)).toEqual(["t1", "t2"]);
    expect(rules(log)).toEqual(["STR-TASK-SWITCH"]);
  });
});

describe("the end of a stream", () => {
  test("is marked by final, and nothing may follow", () => {
    const log = createStreamLog(
      status("input-required", createMessage("Which?", "m1"), final),
      createArtifactUpdate("a", "x"),
    );
    expect(rules(log)).toEqual(["STR-AFTER-FINAL"]);
  });

  test("does not affect the response to the next request in the same file", () => {
    const question = {
      jsonrpc: "2.0",
      id: 2,
      method: "message/stream",
      params: createSendMessageParams("blue", "u2"),
    };
    const log = createStreamLog(
      status("completed", undefined, { final: true }),
      question,
      createTask("working", { id: "t2" }),
    );
    expect(rules(log)).toEqual([]);
    expect(log.report.tasks[1]?.messages.map(({ text }) => text)).toEqual(["blue"]);
  });
});
