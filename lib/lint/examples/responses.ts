/** Examples of the rules about lists and error responses. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import { type ExampleJson, RecordingBuilder } from "./recording-builder.ts";
import { addJsonResponse, createBareTask, createSendParams } from "./shared-examples.ts";

const recordTaskPage = (
  say: MessageFactory,
  tasks: readonly ExampleJson[],
  over: ExampleJson = {},
  params: ExampleJson = {},
) => {
  const page = { tasks, nextPageToken: "", pageSize: 50, totalSize: tasks.length, ...over };
  return addJsonResponse(say.call("list", params), say.response(page));
};

const createTimedTask = (say: MessageFactory, id: string, timestamp: string) =>
  createBareTask(say, { id, status: { state: say.state("completed"), timestamp } });

const recordError = (say: MessageFactory, code: number, message: string, data?: unknown) =>
  addJsonResponse(say.call("get", { id: "t9" }), say.error(code, message, data));

const INFO = {
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "TASK_NOT_FOUND",
  domain: "a2a-protocol.org",
};

/** A request over HTTP+JSON for a task that does not exist. */
const recordMissingTask = (say: MessageFactory, body: ExampleJson, type = "application/json") =>
  addJsonResponse(
    new RecordingBuilder()
      .addOpen("x1", {
        method: "GET",
        url: "http://agent.example/tasks/t9",
        headers: say.versionHeaders,
      })
      .addHead(404, type),
    body,
  );

const createStatusError = (details: readonly ExampleJson[]) => ({
  error: { code: 404, status: "NOT_FOUND", message: "There is no such task.", details },
});

/** A cancel request over HTTP+JSON for a task that has ended. */
const recordFailedCancel = (say: MessageFactory, code: number) => {
  const details = [{ ...INFO, reason: "TASK_NOT_CANCELABLE" }];
  const error = { code, status: "FAILED_PRECONDITION", message: "The task is over.", details };
  const url = "http://agent.example/tasks/t1:cancel";
  const scene = new RecordingBuilder().addOpen("x1", {
    method: "POST",
    url,
    headers: say.versionHeaders,
  });
  return addJsonResponse(scene.addHead(code, "application/json"), { error });
};

const recordTerminalTaskError = (say: MessageFactory, code: number) => {
  const scene = say.stream().addEvents(say.task("working"), say.status("completed")).addEnd();
  say.addCall(
    scene,
    "send",
    createSendParams(say, { messageId: "u2", taskId: "t1", contextId: "c1" }),
    "x2",
  );
  return addJsonResponse(scene, say.error(code, "The task is over."), "x2");
};

export const RESPONSE_EXAMPLES = {
  "LIST-TOKEN": {
    breaks: (say) => recordTaskPage(say, [createBareTask(say)], { nextPageToken: undefined }),
    keeps: (say) => recordTaskPage(say, [createBareTask(say)]),
  },
  "LIST-ART": {
    breaks: (say) => recordTaskPage(say, [createBareTask(say, { artifacts: [] })]),
    keeps: (say) =>
      recordTaskPage(say, [createBareTask(say, { artifacts: [] })], {}, { includeArtifacts: true }),
  },
  "LIST-SORT": {
    breaks: (say) =>
      recordTaskPage(say, [
        createTimedTask(say, "t1", "2026-05-01T10:00:00Z"),
        createTimedTask(say, "t2", "2026-05-01T10:00:01Z"),
      ]),
    keeps: (say) =>
      recordTaskPage(say, [
        createTimedTask(say, "t2", "2026-05-01T10:00:00Z"),
        createTimedTask(say, "t1", "2026-05-01T10:00:00.000Z"),
      ]),
  },
  "ERR-CODE": {
    breaks: (say) => recordError(say, -32002, "Task not found"),
    keeps: (say) => recordError(say, -32001, "Task not found"),
  },
  "ERR-SHAPE": {
    breaks: (say) =>
      say
        .stream()
        .addEvents({ ...say.error(-32603, ""), error: { code: "-32603", message: "It broke" } }),
    keeps: (say) => say.stream().addEvents(say.error(-32603, "It broke")),
  },
  "ERR-DATA": {
    breaks: (say) => recordError(say, -32001, "Task not found", { taskId: "t9" }),
    keeps: (say) => recordError(say, -32001, "Task not found", [INFO]),
  },
  "ERR-INFO": {
    breaks: (say) => recordError(say, -32001, "Task not found"),
    keeps: (say) => recordError(say, -32602, "Invalid parameters"),
  },
  "ERR-REST": {
    breaks: (say) => recordMissingTask(say, createStatusError([])),
    keeps: (say) => recordMissingTask(say, createStatusError([INFO])),
  },
  "ERR-STATUS": {
    breaks: (say) => recordFailedCancel(say, 403),
    keeps: (say) => recordFailedCancel(say, 409),
  },
  "ERR-STATUS-OLD": {
    breaks: (say) => recordFailedCancel(say, 409),
    keeps: (say) => recordFailedCancel(say, 400),
  },
  "ERR-PROBLEM": {
    breaks: (say) =>
      recordMissingTask(say, { title: "No such task", status: 404 }, "application/problem+json"),
    keeps: (say) => recordMissingTask(say, createStatusError([INFO])),
  },
  "ERR-OVER": {
    breaks: (say) => recordTerminalTaskError(say, -32602),
    keeps: (say) => recordTerminalTaskError(say, -32004),
  },
} as const satisfies Examples;
