import { describe, expect, test } from "vitest";
import {
  createLogReport,
  createMessage,
  createSendMessageParams,
  createStreamLog,
  createTask,
  type ExampleJson,
  foldRecords,
  ReportLog,
  request,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";

const user = (text: string, messageId: string, over: ExampleJson = {}): ExampleJson =>
  createMessage(text, messageId, { role: "user", ...over });

const seen = (log: ReportLog) =>
  log.report.tasks[0]?.messages.map(({ role, text, event }) => `${role} ${text} @${event}`);

describe("a message", () => {
  test("belongs to the task of the response with its id, in a log of parallel calls", () => {
    const ask = (id: number, text: string) => ({
      ...JSON.parse(request("message/stream", createSendMessageParams(text, `u${id}`))),
      id,
    });
    const answer = (id: number, task: string) => ({
      jsonrpc: "2.0",
      id,
      result: createTask("completed", { id: task, contextId: task }),
    });
    const values = [ask(1, "one"), ask(2, "two"), answer(1, "t1"), answer(2, "t2")];
    const text = values.map((value) => JSON.stringify(value)).join("\n");
    const { records } = openFixtureLog(Buffer.from(text));
    const { tasks, messages } = createLogReport(foldRecords(records));
    expect(tasks.map(({ id, messages }) => [id, messages.map(({ text }) => text)])).toEqual([
      ["t1", ["one"]],
      ["t2", ["two"]],
    ]);
    expect(messages).toEqual([]);
  });

  test("in a status and repeated in the history is one message", () => {
    const question = createMessage("Which colour?", "m1");
    const log = createStreamLog(
      createTask("submitted"),
      status("input-required", question),
      createTask("input-required", { history: [user("paint", "u1"), question] }),
    );
    expect(seen(log)).toEqual(["agent Which colour? @1", "user paint @2"]);
  });

  test("of a status is nested under its state, even if the history repeats it", () => {
    const done = createMessage("Done.", "m1");
    const snapshot = createTask("completed", {
      status: { state: "completed", message: done },
      history: [user("go", "u1"), done],
    });
    const [, ...entries] = createStreamLog(snapshot).report.entries;
    expect(entries.map(({ kind, text, parent }) => [kind, text, parent])).toEqual([
      ["message", "go", null],
      ["state", "Done.", null],
      ["message", "Done.", 2],
    ]);
  });

  test("repeated with its id adds no second row", () => {
    const log = createStreamLog(createMessage("Hello", "m1"), createMessage("Hello", "m1"));
    expect(log.report.messages).toEqual([
      { role: "agent", messageId: "m1", text: "Hello", event: 0 },
    ]);
    expect(log.report.entries.filter(({ kind }) => kind === "message")).toMatchObject([
      { count: 2, events: [0, 1] },
    ]);
  });

  test("with a known id and other content is kept as another message and flagged", () => {
    const log = createStreamLog(createMessage("Hello", "m1"), createMessage("Hello again", "m1"));
    expect(log.report.messages.map(({ text }) => text)).toEqual(["Hello", "Hello again"]);
    expect(log.report.findings.map(({ rule }) => rule)).toEqual(["HIST-DUP"]);
  });

  test("differs from one with the same text and another role", () => {
    const log = createStreamLog(
      createTask("working", { history: [user("ping", "m1"), createMessage("ping", "m1")] }),
    );
    expect(seen(log)).toEqual(["user ping @0", "agent ping @0"]);
  });

  test("without an id is identified by its text, within its task", () => {
    const bare = createMessage("Working on it");
    const log = createStreamLog(
      status("working", bare),
      createTask("working", { history: [bare] }),
      status("working", createMessage("Still working")),
      status("working", bare, { taskId: "t2" }),
    );
    expect(seen(log)).toEqual(["agent Working on it @0", "agent Still working @2"]);
    expect(log.report.tasks[1]?.messages).toHaveLength(1);
  });

  test.each(["__proto__", "constructor", "", 9])("may have the id %j", (messageId) => {
    const log = createStreamLog(
      status("working", { ...createMessage("one"), messageId }),
      status("working", { ...createMessage("one"), messageId }),
    );
    expect(seen(log)).toEqual(["agent one @0"]);
  });

  test("with parts that differ only in data is another message", () => {
    const withData = (n: number) => ({
      ...createMessage("", "m1"),
      parts: [{ kind: "data", data: { n } }],
    });
    const log = createStreamLog(withData(1), withData(2), withData(2));
    expect(log.report.messages).toHaveLength(2);
  });

  test("that is a bare string is read as text", () => {
    const log = createStreamLog({
      ...status("working"),
      status: { state: "working", message: "Hm." },
    });
    expect(seen(log)).toEqual(["agent Hm. @0"]);
  });
});

describe("a reply without a task", () => {
  test("belongs to no task and creates none", () => {
    const { tasks, messages, findings } = createStreamLog(createMessage("Hello", "m1")).report;
    expect({ tasks, findings }).toEqual({ tasks: [], findings: [] });
    expect(messages.map(({ text }) => text)).toEqual(["Hello"]);
  });

  test("next to a task is kept and flagged", () => {
    const log = createStreamLog(status("working"), createMessage("By the way", "m1"));
    expect(log.report.findings.map(({ rule }) => rule)).toEqual(["STR-MSG-IN-TASK"]);
    expect(log.report.messages.map(({ text }) => text)).toEqual(["By the way"]);
  });

  test("that names its task belongs to it", () => {
    const log = createStreamLog(
      status("working"),
      createMessage("By the way", "m1", { taskId: "t1" }),
    );
    expect(seen(log)).toEqual(["agent By the way @1"]);
  });
});

describe("a message that was sent", () => {
  const sent = () =>
    new ReportLog().addRequest("message/stream", createSendMessageParams("paint", "u1")).addHead();

  test("belongs to no task until the response names one", () => {
    const log = sent().addEvents(status("working"));
    expect(log.reportAt(-1)).toMatchObject({
      messages: [{ text: "paint", event: null }],
      tasks: [],
    });
    expect(log.reportAt(0)).toMatchObject({
      messages: [],
      tasks: [{ messages: [{ text: "paint" }] }],
    });
  });

  test("stays without a task if the response is a message", () => {
    const { messages } = sent().addEvents(createMessage("Hello", "m1")).report;
    expect(messages.map(({ text }) => text)).toEqual(["paint", "Hello"]);
  });

  test("and repeated by the agent is one message, with that event", () => {
    const log = sent().addEvents(
      status("working"),
      createTask("working", { history: [user("paint", "u1")] }),
    );
    expect([0, 1].map((n) => log.reportAt(n).tasks[0]?.messages)).toMatchObject([
      [{ text: "paint", event: null }],
      [{ text: "paint", event: 1 }],
    ]);
  });

  test("without an id is recognized in the history of the task it started", () => {
    const params = {
      id: "t1",
      message: { role: "user", parts: [{ type: "text", text: "paint" }] },
    };
    const log = new ReportLog().addRequest("tasks/send", params).addHead(200, "application/json");
    log.addText(
      JSON.stringify({ id: "t1", status: { state: "working" }, history: [params.message] }),
    );
    expect(seen(log)).toEqual(["user paint @0"]);
    expect(log.report.messages).toEqual([]);
  });

  test("is assigned only to the first task of its response", () => {
    const log = sent().addEvents(status("working"), status("working", undefined, { taskId: "t2" }));
    expect(log.report.tasks.map(({ messages }) => messages.length)).toEqual([1, 0]);
  });
});
