/** What servers of 0.1, 0.2 and 0.3 send, over JSON-RPC and over REST. */

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
