import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createLogReport,
  createMessage,
  createSendMessageParams,
  createTask,
  foldRecords,
  LAST_CHUNK,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import type { EndCause } from "../wire/record.ts";

const recordCall = () =>
  new ReportLog().addRequest("message/stream", createSendMessageParams("go", "u1")).addHead();
const plain = (answer: unknown, method = "message/send") =>
  new ReportLog()
    .addRequest(method, createSendMessageParams("go", "u1"))
    .addHead(200, "application/json")
    .addText(JSON.stringify(answer));

const verdict = (log: ReportLog) => log.report.verdict;

describe("the verdict on one stream", () => {
  test.each([
    ["completed", true],
    ["failed", false],
    ["canceled", false],
    ["rejected", false],
    ["input-required", true],
    ["auth-required", true],
  ])("is %s when the agent said so last", (state, clean) => {
    expect(
      verdict(recordCall().addEvents(createTask("working"), status(state)).addEnd()),
    ).toMatchObject({
      kind: state,
      clean,
    });
  });

  test("does not confuse a complete stream with a finished task", () => {
    expect(
      verdict(
        recordCall()
          .addEvents(createTask("working"), createArtifactUpdate("a", "x", LAST_CHUNK))
          .addEnd(),
      ),
    ).toEqual({
      kind: "ended-while-working",
      clean: false,
      because: "The agent closed the stream while the task was still working.",
      by: "agent",
      caveats: [],
      evidence: [
        { exchange: "x1", what: "end", event: null },
        { exchange: "x1", what: "event", event: 0 },
      ],
    });
  });

  test("does not confuse a finished task with a complete stream", () => {
    expect(verdict(recordCall().addEvents(status("completed")).addEnd("reset"))).toMatchObject({
      kind: "completed",
    });
  });

  test.each<[EndCause, string]>([
    ["reset", "The connection was lost while the task was working (why)."],
    ["aborted", "The client closed the connection while the task was working (why)."],
    ["limit", "Loupe reached a limit while the task was working (why)."],
  ])("is cut when it ended by %s", (cause, because) => {
    const log = recordCall().addEvents(createTask("working")).addEnd(cause, "x1", "why");
    expect(verdict(log)).toMatchObject({ kind: "cut", clean: false, because });
  });

  test.each<[EndCause, string]>([
    ["refused", "The connection was refused before the agent sent any A2A data (why)."],
    ["dns", "The host name was not found before the agent sent any A2A data (why)."],
    ["tls", "The TLS connection failed before the agent sent any A2A data (why)."],
  ])("is cut when there was no connection: %s", (cause, because) => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addEnd(cause, "x1", "why");
    expect(verdict(log)).toMatchObject({ kind: "cut", clean: false, because });
  });

  test("is timeout when no data arrived for too long", () => {
    const silent = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addEnd("timeout");
    expect(verdict(silent)).toMatchObject({ kind: "timeout", clean: false });
    expect(
      verdict(recordCall().addEvents(createTask("working")).addEnd("timeout")).because,
    ).toContain("while the task was working");
  });

  test("is cut when the stream ends inside an event", () => {
    const log = recordCall().addEvents(createTask("working")).addText('data: {"kind":');
    expect(verdict(log).because).toBe(
      "The stream was cut off inside an event while the task was working.",
    );
    expect(verdict(recordCall().addText('data: {"kind":')).because).toBe(
      "The response was cut off inside its first event.",
    );
  });

  test("of a log without an end is that of a stream that ended there", () => {
    expect(verdict(recordCall().addEvents(createTask("working"))).kind).toBe("ended-while-working");
  });

  test("is message for a reply without a task", () => {
    expect(verdict(recordCall().addEvents(createMessage("Hello", "m1")).addEnd())).toMatchObject({
      kind: "message",
      clean: true,
    });
  });

  test("is rpc-error with the agent's message, even after valid events", () => {
    const error = { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "It broke" } };
    expect(verdict(recordCall().addEvents(createTask("working"), error).addEnd())).toMatchObject({
      kind: "rpc-error",
      clean: false,
      because: "The agent responded with a JSON-RPC error, InternalError (-32603): It broke",
    });
  });

  test("is http-error for an error status, whatever the body", () => {
    const page = recordCall().addHead(200);
    page.records[1] = { r: "head", x: "x1", t: 1, status: 502, headers: [] };
    expect(verdict(page.addText("<html>").addEnd()).kind).toBe("http-error");
    const bare = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead(401)
      .addEnd();
    expect(verdict(bare).because).toBe("The server responded with HTTP 401.");
  });

  test.each([
    [
      "text/plain",
      "Error: no such\nkeyword ‘metadata’",
      "no such keyword ‘metadata’",
      ": “Error: ",
    ],
    ["", "Error: no such keyword", "no such keyword", ": “Error: "],
    ["application/json", "Error: no such keyword", "no such keyword", "in its body: Error: "],
    ["text/event-stream", "Error: no such keyword", "no such keyword", "in its body: Error: "],
  ])("quotes the text of an error status, labeled as “%s”", (type, text, quoted, before) => {
    const log = new ReportLog().addRequest("message/send", createSendMessageParams("go", "u1"));
    const failed = log.addHead(500, type).addText(text).addEnd();
    expect(verdict(failed)).toMatchObject({ kind: "http-error", by: "agent" });
    expect(verdict(failed).because).toContain(before);
    expect(verdict(failed).because).toContain(quoted);
    expect(verdict(failed).reason).toContain(quoted);
  });

  test("does not quote the status", () => {
    const log = new ReportLog().addRequest("message/send", createSendMessageParams("go", "u1"));
    const over = { statusText: "Bad Gateway" };
    const failed = log.addHead(502, "text/plain", "x1", over).addText("Bad Gateway\n").addEnd();
    expect(verdict(failed).because).not.toContain("Bad Gateway");
    expect(verdict(failed).reason).toBeUndefined();
  });

  test("is empty without events", () => {
    expect(verdict(recordCall().addEnd()).kind).toBe("empty");
    expect(verdict(recordCall().addText(": ping\n\n").addEnd()).kind).toBe("empty");
    expect(verdict(new ReportLog()).kind).toBe("empty");
  });

  test("is not-a2a when no data is A2A", () => {
    expect(verdict(recordCall().addEvents({ hello: "world" }, 5).addEnd()).kind).toBe("not-a2a");
    expect(verdict(recordCall().addText("<p>Hello</p>\n\n").addEnd()).kind).toBe("not-a2a");
  });

  test("is mixed when its tasks ended in different states", () => {
    const other = status("failed", undefined, { taskId: "t2" });
    expect(verdict(recordCall().addEvents(status("completed"), other).addEnd())).toMatchObject({
      kind: "mixed",
      clean: false,
      because: "1 completed, 1 failed: t2.",
    });
  });

  test("counts states and names the tasks that did not complete", () => {
    const tasks = Array.from({ length: 40 }, (_, i) => `task-${i + 1}`);
    const events = tasks.map((taskId, i) =>
      status(i === 6 || i === 22 ? "failed" : "completed", undefined, { taskId }),
    );
    const found = verdict(
      recordCall()
        .addEvents(...events)
        .addEnd(),
    );
    expect(found.because).toBe("38 completed, 2 failed: task-7, task-23.");
    expect(found.tasks).toEqual([
      { id: "task-7", event: 6 },
      { id: "task-23", event: 22 },
    ]);
    expect(found.evidence.map(({ event }) => event)).toEqual([6, 22, 39]);
    const bad = tasks.map((taskId) => status("failed", undefined, { taskId }));
    const mostly = recordCall().addEvents(
      status("completed", undefined, { taskId: "good" }),
      ...bad,
    );
    expect(verdict(mostly.addEnd()).because).toBe(
      "1 completed, 40 failed: task-1, task-2, task-3, task-4, task-5 and 35 more.",
    );
  });

  test("grows with the stream", () => {
    const log = recordCall().addEvents(createTask("working"), status("completed")).addEnd();
    expect([-1, 0, 1].map((n) => log.reportAt(n).verdict.kind)).toEqual([
      "empty",
      "ended-while-working",
      "completed",
    ]);
  });
});

describe("the verdict on a plain response", () => {
  const answer = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });

  test("is that of a task in a terminal or waiting state", () => {
    expect(verdict(plain(answer(createTask("completed"))).addEnd()).kind).toBe("completed");
  });

  test("is answered when the task continues", () => {
    expect(verdict(plain(answer(createTask("working"))).addEnd())).toMatchObject({
      kind: "answered",
      clean: true,
      because: "The agent responded; the task is working.",
    });
  });

  test("is answered for anything but a task or a message", () => {
    expect(verdict(plain(answer(null), "tasks/pushNotificationConfig/delete").addEnd()).kind).toBe(
      "answered",
    );
  });

  test("is the call's, not that of the card fetched before it", () => {
    const log = new ReportLog().addOpen("x1", {
      method: "GET",
      url: "http://a.example/.well-known/agent.json",
    });
    log.addHead(404).addEnd();
    expect(verdict(log).kind).toBe("http-error");
    log
      .addRequest("message/stream", createSendMessageParams("go", "u1"), "x2")
      .addHead(200, "text/event-stream", "x2");
    log.addEventsTo("x2", status("completed")).addEnd("complete", "x2");
    expect(verdict(log).kind).toBe("completed");
  });
});

describe("the verdict on several exchanges", () => {
  const next = (log: ReportLog, x = "x2") =>
    log
      .addRequest("message/stream", createSendMessageParams("blue", `u-${x}`, { taskId: "t1" }), x)
      .addHead(200, "text/event-stream", x);
  const get = (log: ReportLog, state: string) =>
    log
      .addRequest("tasks/get", { id: "t1" }, "x9")
      .addHead(200, "application/json", "x9")
      .addText(JSON.stringify(createTask(state, { artifacts: [createArtifact("a", "x")] })), "x9")
      .addEnd("complete", "x9");

  test("of one task is that of the last: input-required, then completed", () => {
    const log = next(recordCall().addEvents(status("input-required")).addEnd());
    log.addEventsTo("x2", status("working"), status("completed")).addEnd("complete", "x2");
    expect(log.reportAt(0).verdict.kind).toBe("input-required");
    expect(verdict(log)).toMatchObject({ kind: "completed", clean: true });
  });

  test("of one task, continued and cut, is cut", () => {
    const log = next(recordCall().addEvents(status("input-required")).addEnd());
    log.addEventsTo("x2", status("working")).addEnd("reset", "x2");
    expect(verdict(log).kind).toBe("cut");
  });

  test("of a cut stream whose task is later found completed is completed", () => {
    const log = recordCall().addEvents(createTask("working")).addEnd("reset");
    expect(verdict(get(log, "completed"))).toMatchObject({ kind: "completed", clean: true });
  });

  test("of a cut stream stays cut when the task is found still working", () => {
    const log = recordCall().addEvents(createTask("working")).addEnd("reset");
    expect(verdict(get(log, "working"))).toMatchObject({ kind: "cut", clean: false });
  });

  test("of a request that returns immediately is answered", () => {
    const log = recordCall().addEvents(status("input-required")).addEnd();
    expect(verdict(get(log, "working"))).toMatchObject({ kind: "answered", clean: true });
  });

  test("ignores an exchange without a response so far", () => {
    const log = next(recordCall().addEvents(status("input-required")).addEnd());
    expect(verdict(log).kind).toBe("input-required");
    expect(verdict(log.addEnd("reset", "x2"))).toMatchObject({ kind: "cut", clean: false });
  });

  test("of different tasks with the same state is that state", () => {
    const log = recordCall().addEvents(status("completed")).addEnd();
    log.addOpen("x2").addHead(200, "text/event-stream", "x2");
    log
      .addEventsTo("x2", status("completed", undefined, { taskId: "t2" }))
      .addEnd("complete", "x2");
    expect(verdict(log).kind).toBe("completed");
  });

  test("of different tasks with different states is that of the last", () => {
    const log = recordCall().addEvents(status("completed")).addEnd();
    log.addOpen("x2").addHead(200, "text/event-stream", "x2");
    log.addEventsTo("x2", status("failed", undefined, { taskId: "t2" })).addEnd("complete", "x2");
    expect(verdict(log)).toMatchObject({
      kind: "failed",
      clean: false,
      because: "The agent reported the task as failed. Earlier turns: 1 completed.",
      by: "agent",
      evidence: [{ event: 1 }],
    });
  });

  test("is not replaced by a lookup that failed", () => {
    const log = recordCall().addEvents(createTask("working")).addEnd("reset");
    log.addRequest("tasks/get", { id: "t1" }, "x2").addHead(200, "application/json", "x2");
    log.addText('{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone"}}', "x2");
    log.addEnd("complete", "x2");
    expect(verdict(log)).toMatchObject({ kind: "cut", clean: false });
    expect(verdict(get(log, "completed"))).toMatchObject({ kind: "completed", clean: true });
  });
});

test.each([
  ["recorded/0.2/cancel.jsonl", "canceled"],
  ["recorded/0.2/subscribe.jsonl", "canceled"],
  ["recorded/0.3/subscribe.jsonl", "canceled"],
  ["recorded/1.0/subscribe.jsonl", "canceled"],
  ["recorded/0.3/input-required.jsonl", "completed"],
  ["recorded/1.0/send.jsonl", "completed"],
  ["recorded/1.0/hang-up.jsonl", "cut"],
  ["recorded/0.3/message.jsonl", "message"],
  ["recorded/1.0/unknown-task.jsonl", "rpc-error"],
  ["recorded/0.2/throw.jsonl", "failed"],
  ["recorded/faults/cut.jsonl", "cut"],
  ["recorded/faults/reset.jsonl", "cut"],
  ["recorded/faults/eof.jsonl", "ended-while-working"],
  ["recorded/faults/stall.jsonl", "timeout"],
  ["recorded/faults/refused.jsonl", "cut"],
  ["recorded/faults/dns.jsonl", "cut"],
  ["recorded/faults/tls.jsonl", "cut"],
  ["recorded/faults/garbage.jsonl", "not-a2a"],
  ["recorded/faults/http-500.jsonl", "http-error"],
  ["shapes/html-502.jsonl", "http-error"],
  ["shapes/rpc-error.jsonl", "rpc-error"],
  ["shapes/cut-inside-event.sse", "cut"],
  ["shapes/caipe.sse", "completed"],
])("%s came to: %s", (name, kind) => {
  expect(createLogReport(foldRecords(readFixture(name).records)).verdict.kind).toBe(kind);
});
