/** What no version says, and servers, tutorials and log collectors say all the same. */

import { describe, expect, test } from "vitest";
import { createRpcResponse, decode, decodeOne } from "./decode.testkit.ts";

const text = (value: string) => ({ kind: "text", text: value });
const working = { kind: "status-update", taskId: "t", status: { state: "working" } };
const asWorking = { kind: "status", taskId: "t", status: { state: "working" } };

describe("the dialect of tutorials", () => {
  test.each(["taskStatusUpdate", "task_status_update", "status-update", "TaskStatusUpdateEvent"])(
    "type: %s",
    (type) => {
      const { event, evidence, decodeIssues } = decodeOne({
        type,
        taskId: "t",
        status: { state: "working" },
      });
      expect(event).toMatchObject(asWorking);
      expect(evidence).toContain("BlogType");
      expect(decodeIssues).toEqual([]);
    },
  );

  test("type: taskArtifactUpdate, with a media type for a part's type", () => {
    const { event, evidence } = decodeOne({
      type: "taskArtifactUpdate",
      taskId: "t",
      artifact: {
        name: "stock",
        index: 0,
        lastChunk: true,
        parts: [{ type: "application/json", data: { qty: 4 } }],
      },
    });
    expect(event).toMatchObject({
      kind: "artifact",
      lastChunk: true,
      artifact: {
        name: "stock",
        index: 0,
        parts: [{ kind: "data", data: { qty: 4 }, mediaType: "application/json" }],
      },
    });
    expect(evidence).toContain("BlogType");
  });

  test("type: inputRequired is only a word", () => {
    expect(decodeOne({ type: "inputRequired" }).event.kind).toBe("other");
  });
});

describe("shorthand of documents", () => {
  test("name and text straight on an artifact update", () => {
    const { event, decodeIssues } = decodeOne({
      kind: "artifact-update",
      name: "plan",
      append: true,
      text: "x",
    });
    expect(event).toMatchObject({
      kind: "artifact",
      append: true,
      artifact: { name: "plan", artifactId: null, parts: [text("x")] },
    });
    expect(decodeIssues).toEqual(["Shorthand"]);
  });

  test("state and text straight on a status update", () => {
    const { event, decodeIssues } = decodeOne({
      kind: "status-update",
      state: "completed",
      text: "bye",
    });
    expect(event).toMatchObject({
      kind: "status",
      status: { state: "completed", message: { parts: [text("bye")] } },
    });
    expect(decodeIssues).toEqual(["Shorthand"]);
  });

  test.each([
    [{ state: "working", text: "x" }, "status"],
    [{ name: "n", text: "x" }, "artifact"],
  ])("%j without any kind", (payload, kind) => {
    expect(decodeOne(payload)).toMatchObject({ event: { kind }, decodeIssues: ["Shorthand"] });
  });

  test("a string for a status", () => {
    const { event, decodeIssues } = decodeOne({ kind: "task", id: "t", status: "submitted" });
    expect(event).toMatchObject({
      kind: "task",
      task: { status: { state: "submitted", rawState: "submitted" } },
    });
    expect(decodeIssues).toEqual(["StringStatus"]);
    expect(decodeOne({ id: "t", status: "working" }).event.kind).toBe("task");
  });

  test("a string for a status message", () => {
    const status = { state: "working", message: "Looking…" };
    expect(decodeOne({ taskId: "t", status }).event).toMatchObject({
      kind: "status",
      status: { message: { role: "agent", rawRole: null, parts: [text("Looking…")] } },
    });
  });
});

describe("events without a kind are known by their shape", () => {
  test.each<[unknown, string]>([
    [{ taskId: "t", artifact: { artifactId: "a", parts: [] } }, "artifact"],
    [{ taskId: "t", status: { state: "working" } }, "status"],
    [{ task_id: "t", status: { state: "working" } }, "status"],
    [{ id: "t", status: { state: "working" }, isFinal: true }, "status"],
    [{ taskId: "t", status: { state: "working" }, artifacts: [] }, "task"],
    [{ id: "t", status: { state: "working" } }, "task"],
    [{ role: "agent", parts: [] }, "message"],
    [{ role: "ROLE_AGENT", content: [] }, "message"],
    [{ tasks: [] }, "tasks"],
    [{ name: "n", skills: [], url: "https://a.example" }, "card"],
  ])("%j is a %s", (payload, kind) => {
    expect(decode(payload).map(({ event }) => event.kind)).toEqual([kind]);
  });
});

describe("flags and ids in unusual places", () => {
  const artifact = { artifactId: "a", parts: [] };
  test.each<[string, unknown, object, string[]]>([
    [
      "append inside an artifact with an id",
      { kind: "artifact-update", taskId: "t", artifact: { ...artifact, append: true } },
      { append: true },
      ["FlagsInside"],
    ],
    [
      "the flag outside wins",
      {
        kind: "artifact-update",
        taskId: "t",
        append: false,
        artifact: { ...artifact, append: true },
      },
      { append: false },
      ["FlagsInside"],
    ],
    [
      "lastchunk",
      { kind: "artifact-update", taskId: "t", lastchunk: true, artifact },
      { lastChunk: true },
      [],
    ],
    [
      "a word for a flag",
      { kind: "artifact-update", taskId: "t", append: "true", artifact },
      { append: true },
      ["OddFlag"],
    ],
    [
      "a number for a flag",
      { kind: "artifact-update", taskId: "t", append: 0, artifact },
      { append: false },
      ["OddFlag"],
    ],
    [
      "a number for an id",
      { kind: "artifact-update", taskId: 7, artifact },
      { taskId: "7" },
      ["WrongType"],
    ],
    [
      "an empty id",
      { kind: "artifact-update", taskId: "", artifact: { artifactId: "", parts: [] } },
      { taskId: null, artifact: { artifactId: null } },
      [],
    ],
    [
      "contextID",
      { kind: "artifact-update", taskId: "t", contextID: "c", artifact },
      { contextId: "c" },
      ["SnakeCase"],
    ],
    [
      "input_required beside another state",
      { ...working, input_required: true },
      { status: { state: "input-required", rawState: "working" } },
      ["StateSpelling"],
    ],
    [
      "parts that are no list",
      { kind: "message", role: "agent", parts: "hi" },
      { message: { parts: [text("hi")] } },
      ["WrongType"],
    ],
    [
      "artifacts that are no list",
      { kind: "task", id: "t", status: {}, artifacts: {} },
      { task: { artifacts: [] } },
      ["WrongType"],
    ],
    [
      "history with a stranger in it",
      { kind: "task", id: "t", status: {}, history: [1] },
      { task: { history: [] } },
      ["WrongType"],
    ],
  ])("%s", (_, payload, event, decodeIssues) => {
    expect(decodeOne(payload)).toMatchObject({ event, decodeIssues });
  });
});

describe("several wrapper keys are several events", () => {
  test("in the order task, status, artifact, message", () => {
    const found = decode({
      message: { role: "ROLE_AGENT", parts: [] },
      artifactUpdate: { taskId: "t", artifact: {} },
      statusUpdate: { taskId: "t", status: {} },
      task: { id: "t" },
    });
    expect(found.map(({ event }) => event.kind)).toEqual(["task", "status", "artifact", "message"]);
    for (const { decodeIssues } of found) expect(decodeIssues).toContain("SeveralWrappers");
  });
});

describe("envelopes", () => {
  const one = (value: unknown, context = {}) => decodeOne(value, context);

  test.each<[string, unknown, string[]]>([
    ["none", working, []],
    ["JSON-RPC", createRpcResponse(working), []],
    ["no version", { id: 1, result: working }, ["NoJsonRpc"]],
    ["only a result", { result: working }, ["NoJsonRpc"]],
    ["another version", { jsonrpc: "1.0", id: 1, result: working }, ["BadJsonRpc"]],
    ["two", createRpcResponse(createRpcResponse(working)), ["DoubleEnvelope"]],
    ["a model's root", { root: working }, ["LogWrapper"]],
    ["a root in a root", { root: { root: working } }, ["LogWrapper"]],
    ["a root in a collector's field", { data: { root: working } }, ["LogWrapper"]],
    ["a collector's payload", { type: "sse", payload: working }, ["LogWrapper"]],
    ["a collector's data", { event: "message", data: createRpcResponse(working) }, ["LogWrapper"]],
    [
      "a collector's line of text",
      { time: 1, line: `data: ${JSON.stringify(createRpcResponse(working))}` },
      ["LogWrapper"],
    ],
    ["a collector's message", { level: "info", message: JSON.stringify(working) }, ["LogWrapper"]],
    ["a string", JSON.stringify(createRpcResponse(working)), ["DoubleEncoded"]],
    ["a string in a string", JSON.stringify(JSON.stringify(working)), ["DoubleEncoded"]],
    ["a result in a string", createRpcResponse(JSON.stringify(working)), ["DoubleEncoded"]],
  ])("%s", (_, value, decodeIssues) => {
    const { event, decodeIssues: noticed } = one(value);
    expect(event).toMatchObject(asWorking);
    expect(noticed).toEqual(decodeIssues);
  });

  test.each<[unknown, unknown, boolean]>([
    [1, 1, false],
    ["1", 1, true],
    [null, 1, true],
    [undefined, 1, false],
  ])("asked with id %j, answered with %j", (requestId, id, wrong) => {
    const { decodeIssues } = one({ jsonrpc: "2.0", id, result: working }, { requestId });
    expect(decodeIssues.includes("WrongId")).toBe(wrong);
  });

  test("an error may be answered without an id", () => {
    const error = { code: -32700, message: "x" };
    expect(one({ jsonrpc: "2.0", id: null, error }, { requestId: 1 }).decodeIssues).toEqual([]);
    expect(one({ jsonrpc: "2.0", id: 2, error }, { requestId: 1 }).decodeIssues).toEqual([
      "WrongId",
    ]);
  });

  test("a batch is each of its members, noted for itself", () => {
    const found = decode([createRpcResponse(working), { id: 2, result: working }]);
    expect(found.map(({ event }) => event.kind)).toEqual(["status", "status"]);
    expect(found.map(({ decodeIssues }) => decodeIssues)).toEqual([
      ["Batch"],
      ["NoJsonRpc", "Batch"],
    ]);
  });

  test("a list that was asked for is no batch", () => {
    const task = { kind: "task", id: "t", status: { state: "working" } };
    expect(one(createRpcResponse([task]), { operation: "list" })).toMatchObject({
      event: { kind: "tasks", tasks: [{ id: "t" }] },
      decodeIssues: [],
    });
  });

  test("a null result is an answer", () => {
    expect(one(createRpcResponse(null)).event).toEqual({
      kind: "answer",
      title: "An empty result",
    });
  });
});
