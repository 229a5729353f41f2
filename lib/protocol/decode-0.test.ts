/** What servers of 0.1, 0.2 and 0.3 send, over JSON-RPC and over REST. */

import { describe, expect, test } from "vitest";
import { createRpcResponse, decodeOne } from "./decode.testkit.ts";
import type { DecodeContext } from "./decode.ts";

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
    expect(decodeOne(createRpcResponse(payload))).toMatchObject({
      event,
      evidence,
      decodeIssues: [],
    });
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
    expect(decodeOne(createRpcResponse(payload))).toMatchObject({
      event,
      evidence,
      decodeIssues: [],
    });
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
    expect(decodeOne(payload)).toMatchObject({ event, evidence, decodeIssues: [] });
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

describe("what only the ProtoJSON of 0.3 has inside a wrapper key shows that it is that", () => {
  const ended = { taskId: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
  const chunk = (part: object) => ({
    artifactUpdate: { taskId: "t", artifact: { artifactId: "a", parts: [part] } },
  });
  const nested = { data: { data: { k: 1 } } };
  const partOf = (payload: unknown, context: Partial<DecodeContext> = {}) => {
    const { event, evidence } = decodeOne(payload, context);
    const part = event.kind === "artifact" ? event.artifact.parts[0] : undefined;
    return {
      data: part?.kind === "data" ? part.data : undefined,
      is03: evidence.includes("Rest03"),
    };
  };

  test.each([true, false])("final: %s, which 1.0 does not have", (final) => {
    const payload = { statusUpdate: { ...ended, final } };
    expect(decodeOne(payload)).toMatchObject({ event: { final }, decodeIssues: [] });
    expect(decodeOne(payload).evidence).toContain("Rest03");
    // In an envelope of JSON-RPC, or asked for in the name of 1.0, it is 1.0 with a mistake.
    expect(decodeOne(createRpcResponse(payload)).evidence).not.toContain("Rest03");
    expect(decodeOne(payload, { not03: true }).evidence).not.toContain("Rest03");
  });

  test("data in data", () => {
    expect(partOf(chunk(nested))).toEqual({ data: { k: 1 }, is03: true });
  });

  test.each<[string, unknown, Partial<DecodeContext>]>([
    ["in an envelope of JSON-RPC", createRpcResponse(chunk(nested)), {}],
    ["asked for in the name of 1.0", chunk(nested), { not03: true }],
    ["beside a member that 1.0 was the first to have", chunk({ ...nested, mediaType: "a/b" }), {}],
    ["with a kind", chunk({ kind: "data", ...nested }), {}],
  ])("data in data is the agent's own %s", (_, payload, context) => {
    expect(partOf(payload, context)).toEqual({ data: { data: { k: 1 } }, is03: false });
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
