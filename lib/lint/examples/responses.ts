/** Examples of the rules about lists and error responses. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import { type ExampleJson, RecordingBuilder } from "./recording-builder.ts";
import { addJsonResponse, createBareTask, createSendParams } from "./shared-examples.ts";

const recordTaskPage = (
  factory: MessageFactory,
  tasks: readonly ExampleJson[],
  over: ExampleJson = {},
  params: ExampleJson = {},
) => {
  const page = { tasks, nextPageToken: "", pageSize: 50, totalSize: tasks.length, ...over };
  return addJsonResponse(factory.call("list", params), factory.response(page));
};

const createTimedTask = (factory: MessageFactory, id: string, timestamp: string) =>
  createBareTask(factory, { id, status: { state: factory.state("completed"), timestamp } });

const recordError = (factory: MessageFactory, code: number, message: string, data?: unknown) =>
  addJsonResponse(factory.call("get", { id: "t9" }), factory.error(code, message, data));

const INFO = {
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "TASK_NOT_FOUND",
  domain: "a2a-protocol.org",
};

/** A request over HTTP+JSON for a task that does not exist. */
const recordMissingTask = (factory: MessageFactory, body: ExampleJson, type = "application/json") =>
  addJsonResponse(
    new RecordingBuilder()
      .addOpen("x1", {
        method: "GET",
        url: "http://agent.example/tasks/t9",
        headers: factory.versionHeaders,
      })
      .addHead(404, type),
    body,
  );

const createStatusError = (details: readonly ExampleJson[]) => ({
  error: { code: 404, status: "NOT_FOUND", message: "There is no such task.", details },
});

/** A cancel request over HTTP+JSON for a task that has ended. */
const recordFailedCancel = (factory: MessageFactory, code: number) => {
  const details = [{ ...INFO, reason: "TASK_NOT_CANCELABLE" }];
  const error = { code, status: "FAILED_PRECONDITION", message: "The task is over.", details };
  const url = "http://agent.example/tasks/t1:cancel";
  const recording = new RecordingBuilder().addOpen("x1", {
    method: "POST",
    url,
    headers: factory.versionHeaders,
  });
  return addJsonResponse(recording.addHead(code, "application/json"), { error });
};

const recordTerminalTaskError = (factory: MessageFactory, code: number) => {
  const recording = factory
    .stream()
    .addEvents(factory.task("working"), factory.status("completed"))
    .addEnd();
  factory.addCall(
    recording,
    "send",
    createSendParams(factory, { messageId: "u2", taskId: "t1", contextId: "c1" }),
    "x2",
  );
  return addJsonResponse(recording, factory.error(code, "The task is over."), "x2");
};

export const RESPONSE_EXAMPLES = {
  "LIST-TOKEN": {
    breaks: (factory) =>
      recordTaskPage(factory, [createBareTask(factory)], { nextPageToken: undefined }),
    keeps: (factory) => recordTaskPage(factory, [createBareTask(factory)]),
  },
  "LIST-ART": {
    breaks: (factory) => recordTaskPage(factory, [createBareTask(factory, { artifacts: [] })]),
    keeps: (factory) =>
      recordTaskPage(
        factory,
        [createBareTask(factory, { artifacts: [] })],
        {},
        { includeArtifacts: true },
      ),
  },
  "LIST-SORT": {
    breaks: (factory) =>
      recordTaskPage(factory, [
        createTimedTask(factory, "t1", "2026-05-01T10:00:00Z"),
        createTimedTask(factory, "t2", "2026-05-01T10:00:01Z"),
      ]),
    keeps: (factory) =>
      recordTaskPage(factory, [
        createTimedTask(factory, "t2", "2026-05-01T10:00:00Z"),
        createTimedTask(factory, "t1", "2026-05-01T10:00:00.000Z"),
      ]),
  },
  "ERR-CODE": {
    breaks: (factory) => recordError(factory, -32002, "Task not found"),
    keeps: (factory) => recordError(factory, -32001, "Task not found"),
  },
  "ERR-SHAPE": {
    breaks: (factory) =>
      factory.stream().addEvents({
        ...factory.error(-32603, ""),
        error: { code: "-32603", message: "It broke" },
      }),
    keeps: (factory) => factory.stream().addEvents(factory.error(-32603, "It broke")),
  },
  "ERR-DATA": {
    breaks: (factory) => recordError(factory, -32001, "Task not found", { taskId: "t9" }),
    keeps: (factory) => recordError(factory, -32001, "Task not found", [INFO]),
  },
  "ERR-INFO": {
    breaks: (factory) => recordError(factory, -32001, "Task not found"),
    keeps: (factory) => recordError(factory, -32602, "Invalid parameters"),
  },
  "ERR-REST": {
    breaks: (factory) => recordMissingTask(factory, createStatusError([])),
    keeps: (factory) => recordMissingTask(factory, createStatusError([INFO])),
  },
  "ERR-STATUS": {
    breaks: (factory) => recordFailedCancel(factory, 403),
    keeps: (factory) => recordFailedCancel(factory, 409),
  },
  "ERR-STATUS-OLD": {
    breaks: (factory) => recordFailedCancel(factory, 409),
    keeps: (factory) => recordFailedCancel(factory, 400),
  },
  "ERR-PROBLEM": {
    breaks: (factory) =>
      recordMissingTask(
        factory,
        { title: "No such task", status: 404 },
        "application/problem+json",
      ),
    keeps: (factory) => recordMissingTask(factory, createStatusError([INFO])),
  },
  "ERR-OVER": {
    breaks: (factory) => recordTerminalTaskError(factory, -32602),
    keeps: (factory) => recordTerminalTaskError(factory, -32004),
  },
} as const satisfies Examples;
