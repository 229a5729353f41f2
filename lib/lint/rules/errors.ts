/** Rules about error responses. */

import { createErrorChecker } from "../checkers/errors.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import { type ExampleJson, RecordingBuilder } from "../examples/recording-builder.ts";
import { addJsonResponse, createSendParams } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

export const ERRORS = {
  title: "Errors",
  rules: [
    defineRule({
      id: "ERR-CODE",
      severity: "warning",
      title: "wrong error code",
      message:
        "The error identifies itself as one kind of error but has the code of another in this version.",
      clients:
        "Clients distinguish errors by code: they take this one for another and react wrongly.",
      remedy:
        "Send the code that this version defines for the error; the meanings of codes have changed.",
      spec: "1.0 §5.4, 0.3 §8.2, 0.2 §8.2, 0.1 §8.2",
      at: [["error", "code"]],
      breaks: (factory) => recordError(factory, -32002, "Task not found"),
      nearly: (factory) => recordError(factory, -32001, "Task not found"),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-SHAPE",
      severity: "error",
      title: "malformed error",
      message:
        "The error is not a JSON-RPC error: an object in an envelope, with an integer code and a string message.",
      clients:
        "Clients that parse the error by its type fail: they cannot tell what was refused, nor why.",
      remedy:
        'Send {"jsonrpc": "2.0", "id": …, "error": {"code": -32603, "message": "…"}}, with the id of the request, and anything else in error.data.',
      spec: "1.0 §9.5, 0.3 §6.12, 0.2 §6.12, 0.1 §6.12",
      at: [["error"]],
      breaks: (factory) =>
        factory.stream().addEvents({
          ...factory.error(-32603, ""),
          error: { code: "-32603", message: "It broke" },
        }),
      nearly: (factory) => factory.stream().addEvents(factory.error(-32603, "It broke")),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-DATA",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "untyped error data",
      message: "error.data is not a list of objects that each have an @type.",
      clients:
        "Clients that read error.data as a list of typed details find neither the reason nor the invalid field.",
      remedy:
        'Send a list: [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": …, "domain": "a2a-protocol.org"}].',
      spec: "1.0 §9.5",
      at: [["error", "data"]],
      breaks: (factory) => recordError(factory, -32001, "Task not found", { taskId: "t9" }),
      nearly: (factory) => recordError(factory, -32001, "Task not found", [INFO]),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-INFO",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "no ErrorInfo",
      message:
        "error.data of an A2A-specific error has no ErrorInfo with the domain a2a-protocol.org: 1.0.0 requires one, 1.0.1 recommends it.",
      clients:
        "Clients that distinguish errors by reason know only the code, which other versions use for other errors.",
      remedy:
        'Add {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND", "domain": "a2a-protocol.org"} to error.data, with the reason of the error.',
      spec: "1.0 §9.5",
      at: [["error", "data"], ["error"]],
      breaks: (factory) => recordError(factory, -32001, "Task not found"),
      nearly: (factory) => recordError(factory, -32602, "Invalid parameters"),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-REST",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "malformed REST error",
      message:
        "The body is not a google.rpc.Status in JSON: error with the HTTP status as code, a message and typed details.",
      clients:
        "The SDKs recognize an error by the ErrorInfo in its details: without it the Python SDK takes a missing task for a missing method.",
      remedy:
        'Send {"error": {"code", "status", "message", "details"}}, with the HTTP status as code and an ErrorInfo with the domain a2a-protocol.org.',
      spec: "1.0 §11.6",
      at: [["error"]],
      breaks: (factory) => recordMissingTask(factory, createStatusError([])),
      nearly: (factory) => recordMissingTask(factory, createStatusError([INFO])),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-STATUS",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "wrong status",
      message:
        "The error has a different HTTP or gRPC status than both 1.0.0 and 1.0.1 define for its reason.",
      clients: "Clients that go by the status take the error for another one, or retry in vain.",
      remedy:
        "Send the status that the table in §5.4 defines for the error; those of 1.0.0 and of 1.0.1 are both accepted.",
      spec: "1.0 §5.4",
      at: [["error", "code"]],
      breaks: (factory) => recordFailedCancel(factory, 403),
      nearly: (factory) => recordFailedCancel(factory, 409),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-STATUS-OLD",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "status of 1.0.0",
      message:
        "The error has the HTTP or gRPC status that 1.0.0 defines for its reason; 1.0.1 defines a different one.",
      clients: "1.0.1 clients that go by the status alone take the error for another one.",
      remedy: "Send the status that §5.4 of 1.0.1 defines, and an ErrorInfo with the reason.",
      dispute:
        "1.0.0 has 409, 415 and 502, and UNIMPLEMENTED over gRPC; 1.0.1 has 400, 400, 500 and FAILED_PRECONDITION for the same errors.",
      spec: "1.0 §5.4",
      at: [["error", "code"]],
      breaks: (factory) => recordFailedCancel(factory, 409),
      nearly: (factory) => recordFailedCancel(factory, 400),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-PROBLEM",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "no google.rpc.Status",
      message:
        "The body is an error, but not a google.rpc.Status in JSON: it is a problem document (RFC 9457), or the error format of a web framework or gateway.",
      clients: "The SDKs look for error.details and find none, so they know only the HTTP status.",
      remedy: "Send a google.rpc.Status in JSON, as §11.6 requires.",
      dispute:
        "§11.6 asks for a google.rpc.Status in JSON, but the examples of §6.4 and §6.5 show application/problem+json.",
      spec: "1.0 §11.6",
      breaks: (factory) =>
        recordMissingTask(
          factory,
          { title: "No such task", status: 404 },
          "application/problem+json",
        ),
      nearly: (factory) => recordMissingTask(factory, createStatusError([INFO])),
      check: createErrorChecker,
    }),
    defineRule({
      id: "ERR-OVER",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "different refusal code",
      message:
        "A message for a task that had ended was refused, but not with UnsupportedOperation (−32004).",
      clients:
        "A client that starts a new task on −32004 does not; one that knows the Python SDK goes by −32602.",
      remedy: "Respond to a message for a task that has ended with UnsupportedOperation (−32004).",
      dispute:
        "The specification asks for UnsupportedOperation (−32004); the Python SDK responds with InvalidParams (−32602), and the JavaScript SDK 0.3 with InvalidRequest (−32600).",
      spec: "1.0 §3.1.1",
      at: [["error", "code"]],
      breaks: (factory) => recordTerminalTaskError(factory, -32602),
      nearly: (factory) => recordTerminalTaskError(factory, -32004),
      check: createErrorChecker,
    }),
  ],
} as const satisfies RuleGroup;

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
