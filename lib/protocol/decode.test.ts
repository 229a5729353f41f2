/** The regular forms of every version, as their servers send them. */

import { describe, expect, test } from "vitest";
import { decodeOne, rpc } from "./decode.testkit.ts";

type Row = [title: string, payload: unknown, event: object, evidence: string[]];

const text = (value: string) => ({ kind: "text", text: value });

describe("0.1", () => {
  const rows: Row[] = [
    [
      "a status update, whose id is the task's",
      { id: "t", status: { state: "working" }, final: false },
      {
        kind: "status",
        taskId: "t",
        status: { state: "working", rawState: "working" },
        final: false,
      },
      ["KebabState", "Final", "IdAsTaskId", "Rpc"],
    ],
    [
      "an artifact known by its index, with the flags inside",
      {
        id: "t",
        artifact: {
          name: "r",
          index: 0,
          append: true,
          lastChunk: true,
          parts: [{ type: "text", text: "x" }],
        },
      },
      {
        kind: "artifact",
        taskId: "t",
        artifact: { artifactId: null, index: 0, name: "r", parts: [text("x")] },
        append: true,
        lastChunk: true,
      },
      ["PartType", "ArtifactIndex", "IdAsTaskId", "Rpc"],
    ],
    [
      "a task with a session",
      {
        id: "t",
        sessionId: "s",
        status: { state: "completed", timestamp: "2025-05-01T09:00:00Z" },
        artifacts: [{ name: "out", index: 0, parts: [{ type: "text", text: "hi" }] }],
        history: [],
      },
      {
        kind: "task",
        task: {
          id: "t",
          contextId: "s",
          status: { state: "completed", timestamp: "2025-05-01T09:00:00Z" },
          artifacts: [{ index: 0, name: "out", parts: [text("hi")] }],
        },
      },
      ["KebabState", "PartType", "Session", "ArtifactIndex", "Rpc"],
    ],
  ];
  test.each(rows)("%s", (_, payload, event, evidence) => {
    expect(decodeOne(rpc(payload))).toMatchObject({ event, evidence, irregular: [] });
  });
});

describe("0.2 and 0.3 over JSON-RPC", () => {
  const rows: Row[] = [
    [
      "a task",
      { kind: "task", id: "t", contextId: "c", status: { state: "submitted" }, history: [] },
      { kind: "task", task: { id: "t", contextId: "c", status: { state: "submitted" } } },
      ["Kind", "KebabState", "Rpc"],
    ],
    [
      "a status update with a message",
      {
        kind: "status-update",
        taskId: "t",
        contextId: "c",
        status: {
          state: "input-required",
          message: {
            kind: "message",
            role: "agent",
            messageId: "m",
            parts: [{ kind: "text", text: "?" }],
          },
        },
        final: true,
        metadata: { a: 1 },
      },
      {
        kind: "status",
        taskId: "t",
        contextId: "c",
        status: {
          state: "input-required",
          message: { role: "agent", messageId: "m", parts: [text("?")] },
        },
        final: true,
        metadata: { a: 1 },
      },
      ["Kind", "KebabState", "PartKind", "Final", "Rpc"],
    ],
    [
      "an artifact update",
      {
        kind: "artifact-update",
        taskId: "t",
        contextId: "c",
        append: true,
        lastChunk: false,
        artifact: { artifactId: "a", name: "r", parts: [{ kind: "text", text: "x" }] },
      },
      {
        kind: "artifact",
        taskId: "t",
        artifact: { artifactId: "a", index: null, parts: [text("x")] },
        append: true,
        lastChunk: false,
      },
      ["Kind", "PartKind", "ArtifactId", "Rpc"],
    ],
    [
      "a message",
      { kind: "message", role: "agent", messageId: "m", parts: [{ kind: "text", text: "x" }] },
      { kind: "message", message: { role: "agent", rawRole: "agent", messageId: "m" } },
      ["Kind", "PartKind", "Rpc"],
    ],
  ];
  test.each(rows)("%s", (_, payload, event, evidence) => {
    expect(decodeOne(rpc(payload))).toMatchObject({ event, evidence, irregular: [] });
  });
});

describe("0.3 over REST, in ProtoJSON", () => {
  const rows: Row[] = [
    [
      "a message whose parts are its content",
      { message: { messageId: "m", role: "ROLE_AGENT", content: [{ text: "x" }] } },
      { kind: "message", message: { role: "agent", rawRole: "ROLE_AGENT", parts: [text("x")] } },
      ["Wrapper", "Rest03", "ProtoRole", "BarePart"],
    ],
    [
      "a message by its name in the proto",
      { msg: { messageId: "m", role: "ROLE_AGENT", content: [] } },
      { kind: "message", message: { messageId: "m" } },
      ["Wrapper", "Rest03", "ProtoRole"],
    ],
    [
      "a final status spelled with two Ls",
      { statusUpdate: { taskId: "t", status: { state: "TASK_STATE_CANCELLED" }, final: true } },
      {
        kind: "status",
        status: { state: "canceled", rawState: "TASK_STATE_CANCELLED" },
        final: true,
      },
      ["Wrapper", "ProtoState", "Final", "Rest03"],
    ],
    [
      "status.update for the status message",
      {
        task: {
          id: "t",
          status: {
            state: "TASK_STATE_WORKING",
            update: { role: "ROLE_AGENT", content: [{ text: "x" }] },
          },
        },
      },
      { kind: "task", task: { status: { message: { role: "agent", parts: [text("x")] } } } },
      ["Wrapper", "ProtoState", "Rest03", "ProtoRole", "BarePart"],
    ],
    [
      "files and data one level deeper",
      {
        message: {
          role: "ROLE_AGENT",
          content: [
            { file: { fileWithUri: "https://u.example", mimeType: "image/png", name: "u" } },
            { file: { fileWithBytes: "aGk=", mimeType: "text/plain" } },
            { data: { data: { a: 1 } } },
          ],
        },
      },
      {
        kind: "message",
        message: {
          parts: [
            { kind: "file", uri: "https://u.example", mediaType: "image/png", name: "u" },
            { kind: "file", bytes: "aGk=", mediaType: "text/plain" },
            { kind: "data", data: { a: 1 } },
          ],
        },
      },
      ["Wrapper", "Rest03", "ProtoRole", "BarePart"],
    ],
  ];
  test.each(rows)("%s", (_, payload, event, evidence) => {
    expect(decodeOne(payload)).toMatchObject({ event, evidence, irregular: [] });
  });

  test("data one level deeper in an exchange that is known to be 0.3 REST", () => {
    const payload = {
      artifactUpdate: {
        taskId: "t",
        artifact: { artifactId: "a", parts: [{ data: { data: [1] } }] },
      },
    };
    const known = decodeOne(payload, { rest03: true });
    expect(known.event).toMatchObject({ artifact: { parts: [{ kind: "data", data: [1] }] } });
    expect(known.evidence).toContain("Rest03");
    const unknown = decodeOne(payload);
    expect(unknown.event).toMatchObject({ artifact: { parts: [{ data: { data: [1] } }] } });
  });
});

describe("0.3 over REST, read literally: wrapper keys around what JSON-RPC would say", () => {
  const message = {
    kind: "message",
    role: "agent",
    messageId: "m",
    parts: [{ kind: "text", text: "x" }],
  };
  test.each([
    ["task", { task: { kind: "task", id: "t", status: { state: "working" } } }],
    ["status", { statusUpdate: { taskId: "t", status: { state: "working" }, final: false } }],
    [
      "artifact",
      {
        artifactUpdate: {
          kind: "artifact-update",
          taskId: "t",
          artifact: { artifactId: "a", parts: [] },
        },
      },
    ],
    ["message", { message }],
  ])("%s", (kind, payload) => {
    const { event, evidence } = decodeOne(payload);
    expect(event.kind).toBe(kind);
    expect(evidence).toContain("Wrapper");
    expect(evidence).toContain("RestLiteral");
  });
});

describe("1.0", () => {
  const rows: Row[] = [
    [
      "a task in its wrapper",
      { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
      {
        kind: "task",
        task: {
          id: "t",
          contextId: "c",
          status: { state: "submitted" },
          artifacts: [],
          history: [],
        },
      },
      ["Wrapper", "ProtoState"],
    ],
    [
      "a bare task, as GetTask answers",
      {
        id: "t",
        contextId: "c",
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ artifactId: "a", parts: [{ text: "x" }] }],
      },
      { kind: "task", task: { id: "t", artifacts: [{ artifactId: "a", parts: [text("x")] }] } },
      ["ProtoState", "ArtifactId", "BarePart"],
    ],
    [
      "a status update",
      {
        statusUpdate: {
          taskId: "t",
          contextId: "c",
          status: { state: "TASK_STATE_AUTH_REQUIRED", timestamp: "2026-05-01T10:00:00.000Z" },
          metadata: {},
        },
      },
      {
        kind: "status",
        taskId: "t",
        status: { state: "auth-required", timestamp: "2026-05-01T10:00:00.000Z" },
        final: null,
        metadata: null,
      },
      ["Wrapper", "ProtoState"],
    ],
    [
      "an artifact update without the flags that are false",
      { artifactUpdate: { taskId: "t", artifact: { artifactId: "a", parts: [{ text: "" }] } } },
      { kind: "artifact", append: false, lastChunk: false, artifact: { parts: [text("")] } },
      ["Wrapper", "ArtifactId", "BarePart"],
    ],
    [
      "an artifact update with flags",
      {
        artifactUpdate: {
          taskId: "t",
          artifact: { artifactId: "a", parts: [] },
          append: true,
          lastChunk: true,
        },
      },
      { kind: "artifact", append: true, lastChunk: true },
      ["Wrapper", "ArtifactId"],
    ],
    [
      "a message",
      {
        message: {
          messageId: "m",
          role: "ROLE_AGENT",
          parts: [{ text: "x" }],
          referenceTaskIds: ["t0"],
          extensions: ["https://e.example"],
        },
      },
      {
        kind: "message",
        message: { role: "agent", referenceTaskIds: ["t0"], extensions: ["https://e.example"] },
      },
      ["Wrapper", "ProtoRole", "BarePart"],
    ],
    [
      "a status whose state is the default",
      { statusUpdate: { taskId: "t", status: {} } },
      { kind: "status", status: { state: "unknown", rawState: null } },
      ["Wrapper"],
    ],
    [
      "a list of tasks",
      {
        tasks: [{ id: "t", status: { state: "TASK_STATE_WORKING" } }],
        nextPageToken: "",
        pageSize: 50,
        totalSize: 1,
      },
      { kind: "tasks", tasks: [{ id: "t" }], nextPageToken: "" },
      ["ProtoState"],
    ],
    [
      "a card",
      {
        name: "Demo",
        skills: [],
        supportedInterfaces: [{ url: "https://a.example", protocolVersion: "1.0" }],
      },
      { kind: "card", name: "Demo", protocolVersion: "1.0" },
      [],
    ],
  ];
  test.each(rows)("%s", (_, payload, event, evidence) => {
    expect(decodeOne(payload)).toMatchObject({ event, evidence, irregular: [] });
    expect(decodeOne(rpc(payload))).toMatchObject({ event, evidence: [...evidence, "Rpc"] });
  });

  test("numeric enums are read, and noted", () => {
    const message = { role: 2, messageId: "m", parts: [{ text: "x" }] };
    const { event, evidence, irregular } = decodeOne({
      statusUpdate: { taskId: "t", status: { state: 6, message } },
    });
    expect(event).toMatchObject({
      status: { state: "input-required", rawState: "6", message: { role: "agent", rawRole: "2" } },
    });
    expect(evidence).toContain("EnumNumber");
    expect(irregular).toEqual(["EnumNumber"]);
  });

  test("snake_case is read, and noted", () => {
    const { event, irregular } = decodeOne({
      artifact_update: {
        task_id: "t",
        context_id: "c",
        last_chunk: true,
        artifact: { artifact_id: "a", parts: [{ file_with_uri: "u", file: {}, mime_type: "a/b" }] },
      },
    });
    expect(event).toMatchObject({
      kind: "artifact",
      taskId: "t",
      contextId: "c",
      lastChunk: true,
      artifact: { artifactId: "a" },
    });
    expect(irregular).toContain("SnakeCase");
    expect(
      decodeOne({
        status_update: {
          task_id: "t",
          status: {
            state: "TASK_STATE_WORKING",
            message: { message_id: "m", role: "ROLE_AGENT", reference_task_ids: ["r"], parts: [] },
          },
        },
      }).event,
    ).toMatchObject({
      kind: "status",
      status: { message: { messageId: "m", referenceTaskIds: ["r"] } },
    });
  });

  test("snake_case in metadata and data is the agent's own", () => {
    const metadata = { message_id: 1, task_id: 2 };
    const { event, irregular } = decodeOne({
      artifactUpdate: {
        taskId: "t",
        metadata,
        artifact: { artifactId: "a", metadata, parts: [{ data: metadata }] },
      },
    });
    expect(event).toMatchObject({ metadata, artifact: { metadata, parts: [{ data: metadata }] } });
    expect(irregular).toEqual([]);
  });
});

describe("the 1.1 draft counts generations", () => {
  test.each([
    [{ task: { id: "t", status: {}, generation: "7" } }, "7"],
    [{ statusUpdate: { taskId: "t", status: {}, generation: 8 } }, "8"],
    [{ artifactUpdate: { taskId: "t", artifact: {}, generation: "9" } }, "9"],
    [{ statusUpdate: { taskId: "t", status: {}, generation: null } }, null],
  ])("%j", (payload, generation) => {
    const { event, evidence } = decodeOne(payload);
    expect(event).toMatchObject({ generation });
    expect(evidence.includes("Generation")).toBe(generation !== null);
  });
});
