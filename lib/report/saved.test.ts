/** How saved responses are interpreted without their requests. */

import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import type { Report } from "./json.ts";

const saved = (text: string): Report =>
  createLogReport(foldRecords(openFixtureLog(Buffer.from(text)).records));
const sse = (...events: unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

const rulesIn = ({ findings }: Report) => findings.map(({ rule }) => rule);
const versionIn = ({ exchanges }: Report) => exchanges[0]?.version;

describe("0.3 over HTTP+JSON", () => {
  const ids = { taskId: "t1", contextId: "c1" };
  const task = { task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_SUBMITTED" } } };
  const chunk = (part: object) => ({
    artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [part] } },
  });
  const ended = (more: object) => ({
    statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" }, ...more },
  });
  const nested = { data: { data: { k: 1 } } };

  test("is detected by a last status with final", () => {
    const read = saved(sse(task, chunk({ text: "hi" }), ended({ final: true })));
    expect(versionIn(read)).toBe("0.3");
    expect(rulesIn(read)).toEqual([]);
  });

  test("is detected by nested data, which is unwrapped", () => {
    const read = saved(sse(task, chunk(nested), ended({})));
    expect(versionIn(read)).toBe("0.3");
    expect(read.tasks[0]?.artifacts[0]?.data).toEqual([{ k: 1 }]);
  });

  test("is not detected once 1.0 is, whose data may look the same", () => {
    const said = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "x" }] };
    const working = {
      statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", message: said } },
    };
    for (const shown of [working, chunk({ text: "x", mediaType: "text/plain" })]) {
      const read = saved(sse(task, shown, chunk(nested), ended({})));
      expect(versionIn(read)).toBe("1.0");
      expect(read.tasks[0]?.artifacts[0]?.data).toEqual([{ data: { k: 1 } }]);
    }
  });
});

describe("0.1", () => {
  const rpc = (result: object) => ({ jsonrpc: "2.0", id: "r", result });
  const told = (state: string, more: object = {}) => rpc({ id: "T", status: { state }, ...more });
  const chunk = rpc({
    id: "T",
    artifact: { index: 0, parts: [{ type: "text", text: "x" }], lastChunk: true },
  });

  test("is not checked against later versions while it cannot be distinguished from them", () => {
    const read = saved(
      sse(told("submitted"), told("working"), chunk, told("completed", { final: true })),
    );
    expect(versionIn(read)).toBe("0.1");
    expect(rulesIn(read)).toEqual([]);
  });

  test("is checked completely if a task has a kind or a context", () => {
    for (const later of [{ kind: "task" }, { contextId: "c" }]) {
      expect(rulesIn(saved(sse(told("submitted", later), told("completed"))))).toEqual([
        "DM-TASK-REQ",
      ]);
    }
  });

  test.each([{}, { sessionId: "S" }])(
    "has the session of the request: response with %j",
    (answered) => {
      const message = { role: "user", parts: [{ type: "text", text: "hey" }] };
      const params = { id: "T", sessionId: "S", message };
      const asked = { jsonrpc: "2.0", id: "r", method: "tasks/send", params };
      const lines = [asked, told("working", answered), told("completed")];
      const read = saved(lines.map((line) => JSON.stringify(line)).join("\n"));
      expect(read.contexts).toEqual([{ id: "S", tasks: ["T"] }]);
      expect(read.tasks[0]).toMatchObject({ id: "T", contextId: "S" });
    },
  );

  test("has the session of the agent if that differs", () => {
    const params = { id: "T", sessionId: "S", message: { role: "user", parts: [] } };
    const asked = { jsonrpc: "2.0", id: "r", method: "tasks/send", params };
    const lines = [asked, told("completed", { sessionId: "other" })];
    const read = saved(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(read.tasks[0]?.contextId).toBe("other");
  });

  test("reports a missing state as usual", () => {
    expect(rulesIn(saved(sse(rpc({ id: "T", status: {} }), told("working"))))).toContain(
      "DM-TASK-REQ",
    );
  });
});

describe("push notification configurations", () => {
  const rpc = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  const url = "https://c.example/hook";

  test.each([
    ["1.0", "a page", rpc({ configs: [{ id: "p", taskId: "t", url }], nextPageToken: "" })],
    ["1.0", "one", rpc({ id: "p", taskId: "t", url })],
    ["0.3", "an array", rpc([{ taskId: "t", pushNotificationConfig: { id: "p", url } }])],
  ])("of %s: %s", (version, _, answer) => {
    const read = saved(answer);
    expect(versionIn(read)).toBe(version);
    expect(rulesIn(read)).toEqual([]);
    expect(read.verdict.kind).toBe("answered");
  });

  test("contain plain tokens in arrays too", () => {
    const config = { taskId: "t", pushNotificationConfig: { url, token: "tok-123" } };
    expect(rulesIn(saved(rpc([config])))).toEqual(["SEC-LEAK"]);
  });

  test("a batch is not a configuration", () => {
    expect(rulesIn(saved(rpc([{ jsonrpc: "2.0", id: 1, result: {} }])))).toContain("ENV-BATCH");
  });
});

describe("event: error", () => {
  const task = { kind: "task", id: "t", contextId: "c", status: { state: "working" } };
  const begun = sse({ jsonrpc: "2.0", id: 1, result: task });

  test.each([
    ["text", "Internal error", "Internal error", ["FRM-BADJSON"]],
    ["a message", '{"message":"boom"}', "boom", []],
    ["nothing", "", "", ["FRM-BADJSON"]],
  ])("with %s as its data fails the stream", (_, data, said, rules) => {
    const read = saved(`${begun}event: error\ndata: ${data}\n\n`);
    expect(read.verdict).toMatchObject({ kind: "http-error", clean: false });
    expect(read.entries.at(-1)).toMatchObject({ kind: "error", title: "Error", text: said });
    expect(rulesIn(read)).toEqual(rules);
  });

  test.each(["Internal error", '{"message":"Internal error"}'])(
    "is decoded again in the row of the response: %s",
    (data) => {
      const head = "HTTP/1.1 500 Oh\r\nContent-Type: text/event-stream\r\n\r\n";
      const read = saved(`${head}event: error\ndata: ${data}\n\n`);
      expect(read.verdict.because).toMatch(/HTTP 500 and an error in its body: Internal error$/);
    },
  );
});
