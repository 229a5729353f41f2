// What was asked over HTTP+JSON is known from verb and path, and its answer is read accordingly.
import { describe, expect, test } from "vitest";
import { createStreamLog, createTask, ReportLog } from "../../fixtures/event-builders.ts";
import { readRecordedRequest } from "../protocol/request-from-record.ts";
import { readListing } from "./lookup-responses.ts";

const rest = (method: string, path: string, answer?: unknown, x = "x2", log = new ReportLog()) => {
  log.addOpen(x, { method, url: `http://agent.example${path}` });
  const status = answer === undefined ? 204 : 200;
  log.addHead(status, "application/json", x);
  if (answer !== undefined) log.addText(JSON.stringify(answer), x);
  return log.addEnd("complete", x);
};
const titles = (log: ReportLog) =>
  log.timeline.entries.map((entry) => ("title" in entry ? entry.title : entry.kind));

describe("over HTTP+JSON", () => {
  test("a task that is known already is named by the path", () => {
    const { timeline } = rest(
      "GET",
      "/tasks/t1",
      createTask("working"),
      "x2",
      createStreamLog(createTask("working")),
    );
    const exchange = timeline.exchangeById.get("x2");
    expect(exchange?.request).toMatchObject({ operation: "get", taskId: "t1" });
    expect(timeline.entries.at(-1)).toMatchObject({ title: "GET tasks/{id}", task: 0 });
    expect(timeline.tasks).toHaveLength(1);
  });

  test("a cancel without a body is one", () => {
    const log = rest("POST", "/v1/tasks/t%3A1:cancel", {
      id: "t:1",
      status: { state: "canceled" },
    });
    expect(titles(log)).toEqual(["POST tasks/{id}:cancel", "state"]);
    expect(log.report.verdict.kind).toBe("canceled");
  });

  test("a page of tasks is one row, and no task of it gets a lane", () => {
    const tasks = [
      { id: "a", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } },
      { id: "b", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
    ];
    const log = rest("GET", "/tasks?pageSize=2", { tasks, nextPageToken: "n", totalSize: 5 });
    const { timeline } = log;
    expect(timeline.tasks).toEqual([]);
    expect(timeline.entries.at(-1)).toMatchObject({
      title: "2 tasks",
      detail: "1 completed, 1 working, more on the next page",
    });
    const [exchange] = timeline.exchanges;
    expect(exchange && readListing(timeline, exchange)).toMatchObject({
      tasks: [{ id: "a" }, { id: "b" }],
      nextPageToken: "n",
    });
    expect(log.report.verdict).toMatchObject({ kind: "answered", clean: true });
  });

  test("a page says nothing of artifacts it was not asked for", () => {
    const known = createStreamLog(
      createTask("completed", { artifacts: [{ artifactId: "a", parts: [] }] }),
    );
    const log = rest("GET", "/tasks", { tasks: [createTask("completed")] }, "x2", known);
    expect(log.timeline.tasks[0]?.artifacts[0]?.lackingSnapshots.count).toBe(0);
  });

  test("the bare array of 0.3 lists tasks, and gives none of them a lane", () => {
    const log = rest("GET", "/v1/tasks", [
      createTask("working"),
      createTask("failed", { id: "t2" }),
    ]);
    const { timeline } = log;
    const [exchange] = timeline.exchanges;
    expect(titles(log)).toEqual(["GET tasks", "1 task", "1 task"]);
    expect(exchange && readListing(timeline, exchange)?.tasks.map(({ id }) => id)).toEqual([
      "t1",
      "t2",
    ]);
    expect(timeline.tasks).toEqual([]);
    expect(rest("GET", "/v1/tasks", []).report.verdict.because).toBe(
      "The agent responded with an empty list.",
    );
  });

  test("a configuration shows where it sends, and an empty 204 is an answer", () => {
    const path = "/tasks/t1/pushNotificationConfigs";
    const made = rest("POST", path, { id: "p", taskId: "t1", url: "https://c.example/hook" });
    expect(made.timeline.entries.at(-1)).toMatchObject({
      title: "Push notification configuration",
      detail: "https://c.example/hook",
    });
    const gone = rest("DELETE", `${path}/p`);
    expect(titles(gone)).toEqual(["DELETE tasks/{id}/pushNotificationConfigs/{id}"]);
    expect(gone.report.verdict).toMatchObject({ kind: "answered", clean: true });
  });
});

test("JSON-RPC is known by its body, wherever it is posted", () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "GetTask", params: { id: "t9" } });
  const url = "http://agent.example/tasks/t1:cancel";
  const asked = readRecordedRequest({
    r: "open",
    x: "x",
    t: 0,
    method: "POST",
    url,
    headers: [],
    body,
  });
  expect(asked).toMatchObject({ id: 7, method: "GetTask", operation: "get", taskId: "t9" });
});

test("what came in asked for nothing", () => {
  const url = "http://loupe.example/inbox/message:send";
  const body = JSON.stringify({ message: { role: "agent", parts: [] } });
  const record = { r: "open", x: "x", t: 0, method: "POST", url, headers: [], body } as const;
  expect(readRecordedRequest(record)?.operation).toBe("send");
  expect(readRecordedRequest({ ...record, inbound: true })).toBeNull();
});
