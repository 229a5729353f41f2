/** What servers of 1.0 send, and of the 1.1 draft: ProtoJSON, one key around each event. */

import { describe, expect, test } from "vitest";
import { createRpcResponse, decodeOne } from "./decode.testkit.ts";

type Row = [title: string, payload: unknown, event: object, evidence: string[]];

const text = (value: string) => ({ kind: "text", text: value });

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
      ["Wrapper", "ProtoRole", "BarePart", "Part1"],
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
    expect(decodeOne(payload)).toMatchObject({ event, evidence, decodeIssues: [] });
    expect(decodeOne(createRpcResponse(payload))).toMatchObject({
      event,
      evidence: expect.arrayContaining([...evidence, "Rpc"]),
    });
  });

  test("numeric enums are read, and noted", () => {
    const message = { role: 2, messageId: "m", parts: [{ text: "x" }] };
    const { event, evidence, decodeIssues } = decodeOne({
      statusUpdate: { taskId: "t", status: { state: 6, message } },
    });
    expect(event).toMatchObject({
      status: { state: "input-required", rawState: "6", message: { role: "agent", rawRole: "2" } },
    });
    expect(evidence).toContain("EnumNumber");
    expect(decodeIssues).toEqual(["EnumNumber"]);
  });

  test("snake_case is read, and noted", () => {
    const { event, decodeIssues } = decodeOne({
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
    expect(decodeIssues).toContain("SnakeCase");
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
    const { event, decodeIssues } = decodeOne({
      artifactUpdate: {
        taskId: "t",
        metadata,
        artifact: { artifactId: "a", metadata, parts: [{ data: metadata }] },
      },
    });
    expect(event).toMatchObject({ metadata, artifact: { metadata, parts: [{ data: metadata }] } });
    expect(decodeIssues).toEqual([]);
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
