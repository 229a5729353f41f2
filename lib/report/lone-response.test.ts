/** Problems found in a response that was saved without its request, as `curl -N` prints it. */

import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  createMessage,
  createTask,
  foldRecords,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import type { Report } from "./json.ts";

const open = (text: string): Report =>
  createLogReport(foldRecords(openFixtureLog(Buffer.from(text)).records));
const sse = (...values: unknown[]): string =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");
const rpc = (result: unknown, id: unknown = 1) => ({ jsonrpc: "2.0", id, result });
const final = { final: true };
const over = status("completed", undefined, final);
const of = (taskId: string) => ({ taskId });

const rules = ({ findings }: Report) => findings.map(({ rule }) => rule);
const messages = ({ findings }: Report) => findings.map(({ message }) => message).join("\n");

describe("a response without its request", () => {
  test("shows no problems if it is valid", () => {
    const read = open(sse(rpc(createTask("submitted")), rpc(status("working")), rpc(over)));
    expect(rules(read)).toEqual([]);
    expect(read.verdict).toMatchObject({ kind: "completed", clean: true });
  });

  test("knows a stored task of 0.3 REST, which has neither a wrapper nor kind", () => {
    const task = {
      id: "t1",
      contextId: "c1",
      status: {
        state: "TASK_STATE_COMPLETED",
        message: { messageId: "m1", role: "ROLE_AGENT", content: [{ text: "Done" }] },
      },
      artifacts: [{ artifactId: "a", parts: [{ text: "blue" }] }],
    };
    const read = open(JSON.stringify(task));
    expect(read.exchanges[0]?.version).toBe("0.3");
    expect(rules(read)).toEqual([]);
  });

  test("shows a changing id", () => {
    const read = open(sse(rpc(createTask("submitted")), rpc(status("working"), 2), rpc(over)));
    expect(rules(read)).toEqual(["ENV-ID"]);
    expect(messages(read)).toContain("whole response");
  });

  test("shows that it contains two tasks", () => {
    const read = open(
      sse(
        rpc(createTask("submitted")),
        rpc(createArtifactUpdate("a", "x", of("t2"))),
        rpc({ ...over }),
      ),
    );
    expect(rules(read)).toContain("STR-TASK-SWITCH");
    expect(messages(read)).toContain("whole response");
  });

  test("shows that one of two tasks never ended", () => {
    const { verdict } = open(
      sse(rpc(createTask("working")), rpc(status("working", undefined, of("t2"))), rpc(over)),
    );
    expect(verdict).toMatchObject({
      kind: "mixed",
      clean: false,
      because: "Not all of its tasks ended: 1 completed, 1 working: t2.",
    });
  });

  test("shows a terminal status that is not final", () => {
    const read = open(sse(rpc(createTask("submitted")), rpc(status("completed"))));
    expect(rules(read)).toEqual(["STR-NOFINAL"]);
    expect(messages(read)).toContain("whole response");
  });

  test("shows that it ends while the task is working", () => {
    const read = open(sse(rpc(createTask("submitted")), rpc(status("working"))));
    expect(rules(read)).toEqual(["STR-TRUNC"]);
    expect(messages(read)).toContain("whole response");
    expect(read.verdict.clean).toBe(false);
  });

  test("shows an invalid first event", () => {
    const update = { taskId: "t1", contextId: "c1", status: { state: "TASK_STATE_COMPLETED" } };
    const read = open(sse(rpc({ statusUpdate: update })));
    expect(rules(read)).toEqual(["STR-FIRST"]);
    expect(messages(read)).toContain("whole response");
  });

  test("shows events after the end", () => {
    const read = open(
      sse(rpc(createTask("submitted")), rpc(over), rpc(createArtifactUpdate("a", "late"))),
    );
    expect(rules(read)).toContain("STR-AFTER-FINAL");
  });

  test("is one response if it has a head, as with a request", () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
    const read = open(head + sse(rpc(createTask("submitted")), rpc(over, 2)));
    expect(rules(read)).toContain("ENV-ID");
  });
});

describe("responses saved one after the other", () => {
  const first = [rpc(createTask("submitted")), rpc(over)];
  const second = (id: number) => [
    rpc(createTask("submitted", { id: "t2" }), id),
    rpc(status("completed", undefined, { ...final, ...of("t2") }), id),
  ];

  test.each([1, 2])("are not reported as a changing id or task: id %j", (id) => {
    const read = open(sse(...first, ...second(id)));
    expect(rules(read)).toEqual([]);
    expect(read.verdict).toMatchObject({ kind: "completed", clean: true });
  });

  test("are judged by the end of the last one", () => {
    expect(rules(open(sse(...first, ...second(2).slice(0, 1))))).toEqual(["STR-TRUNC"]);
  });

  test("may be messages, each with its own id", () => {
    const reply = (id: number) =>
      rpc({ message: { messageId: `m${id}`, role: "ROLE_AGENT", parts: [{ text: "x" }] } }, id);
    expect(rules(open(sse(reply(1), reply(2))))).toEqual([]);
    expect(rules(open(sse(reply(1), reply(1))))).toEqual(["STR-MSG-ONLY"]);
  });
});

describe("a log that contains only a request", () => {
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "message/send",
    params: { message: createMessage("hi", "m1", { role: "user" }) },
  };

  test.each([
    ["JSON", JSON.stringify(request)],
    ["JSON on many lines", JSON.stringify(request, null, 2)],
    ["a line of a log", `2026-01-01T00:00:00Z INFO sent ${JSON.stringify(request)}\n`],
    [
      "Loupe's lines of events",
      `{"exchange":"x1","direction":"request","payload":${JSON.stringify(request)}}\n`,
    ],
    ["a HAR", har(request)],
  ])("is not interpreted as having a response: %s", (_, text) => {
    const { verdict } = open(text);
    expect(verdict).toMatchObject({ kind: "empty", clean: false });
    expect(verdict.because).toMatch(/no response/);
  });

  test("has a response once one follows", () => {
    const { verdict } = open(
      `${JSON.stringify(request)}\n${JSON.stringify(rpc(createTask("completed")))}\n`,
    );
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
  });
});

function har(request: object): string {
  const postData = { mimeType: "application/json", text: JSON.stringify(request) };
  const asked = { method: "POST", url: "http://a.example/", headers: [], postData };
  const response = { status: 0, statusText: "", headers: [], content: { size: 0, mimeType: "" } };
  const entry = { startedDateTime: "2026-01-01T00:00:00.000Z", time: 0, request: asked, response };
  return JSON.stringify({
    log: { version: "1.2", creator: { name: "x", version: "1" }, entries: [entry] },
  });
}

test("a wrong id is counted for every event, also on the token fast path", () => {
  const tokens = Array.from({ length: 20 }, (_, i) =>
    rpc(createArtifactUpdate("a", `w${i}`, more), 2),
  );
  const { findings } = open(
    sse(rpc(createTask("working")), rpc(createArtifactUpdate("a", "w")), ...tokens, rpc(over)),
  );
  expect(findings.find(({ rule }) => rule === "ENV-ID")?.count).toBe(20);
});
