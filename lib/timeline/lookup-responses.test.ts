// Over HTTP+JSON, method and path determine the operation, and its response is decoded accordingly.
import { describe, expect, test } from "vitest";
import {
  createStreamLog,
  createTask,
  foldRecords,
  ReportLog,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { EVENT_KINDS } from "../protocol/model.ts";
import { readRecordedRequest } from "../protocol/request-from-record.ts";
import { decodeEventAgain, readListing } from "./lookup-responses.ts";

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
  test("the path names a known task", () => {
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

  test("a cancel without a body is recognized", () => {
    const log = rest("POST", "/v1/tasks/t%3A1:cancel", {
      id: "t:1",
      status: { state: "canceled" },
    });
    expect(titles(log)).toEqual(["POST tasks/{id}:cancel", "state"]);
    expect(log.report.verdict.kind).toBe("canceled");
  });

  test("a page of tasks is one row, and its tasks get no lane", () => {
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

  test("a page without artifacts does not affect known artifacts", () => {
    const known = createStreamLog(
      createTask("completed", { artifacts: [{ artifactId: "a", parts: [] }] }),
    );
    const log = rest("GET", "/tasks", { tasks: [createTask("completed")] }, "x2", known);
    expect(log.timeline.tasks[0]?.artifacts[0]?.lackingSnapshots.count).toBe(0);
  });

  test("a bare array (0.3) lists tasks without lanes", () => {
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

  test("a push configuration shows its URL, and an empty 204 is a response", () => {
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

  test.each([
    ["DELETE", "/tasks/t1/pushNotificationConfigs/p", "answered"],
    ["GET", "/tasks/t1/pushNotificationConfigs/p", "empty"],
    ["POST", "/tasks/t1:cancel", "empty"],
  ])("a 200 without content to %s %s is %s", (method, path, kind) => {
    const log = new ReportLog().addOpen("x1", { method, url: `http://agent.example${path}` });
    log.addHead(200, "", "x1").addEnd("complete", "x1");
    expect(log.report.verdict).toMatchObject({ kind, by: "agent" });
  });
});

test("JSON-RPC is detected by its body, at any path", () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "GetTask", params: { id: "t9" } });
  const url = "http://agent.example/tasks/t1:cancel";
  const request = readRecordedRequest({
    r: "open",
    x: "x",
    t: 0,
    method: "POST",
    url,
    headers: [],
    body,
  });
  expect(request).toMatchObject({ id: 7, method: "GetTask", operation: "get", taskId: "t9" });
});

test("an inbound request is not an operation", () => {
  const url = "http://loupe.example/inbox/message:send";
  const body = JSON.stringify({ message: { role: "agent", parts: [] } });
  const record = { r: "open", x: "x", t: 0, method: "POST", url, headers: [], body } as const;
  expect(readRecordedRequest(record)?.operation).toBe("send");
  expect(readRecordedRequest({ ...record, inbound: true })).toBeNull();
});

test("every event of every recording is decoded again as the same kind", () => {
  for (const name of FIXTURE_NAMES) {
    const { timeline } = foldRecords(readFixture(name).records);
    const { events } = timeline;
    for (let n = 0; n < events.length; n++) {
      const kind = decodeEventAgain(timeline, n)?.event.kind;
      expect([name, n, kind]).toEqual([name, n, EVENT_KINDS[events.kind.at(n)]]);
    }
  }
});
