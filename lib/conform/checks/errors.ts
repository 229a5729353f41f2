/** Checks of errors: what is unknown, malformed or not supported is answered with its error. */

import type { Call } from "../../protocol/call.ts";
import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import { getErrorStatus } from "../../protocol/error-names.ts";
import { getGrpcStatusName } from "../../protocol/grpc/status.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectAnyError, expectError } from "../expect-error.ts";
import { broken, brokenBut, kept, notApplicable, notMeasured } from "../judgement.ts";
import {
  canStream,
  createMessage,
  getPrompt,
  judgeEdited,
  requireText,
  UNKNOWN_TASK,
} from "../probes.ts";
import type { Response } from "../response.ts";
import { type Calls, type Effect, type InterfaceUnderTest, isBefore1 } from "../subject.ts";

interface UnknownTaskCheck {
  readonly id: string;
  readonly title: string;
  readonly effect: Effect;
  createCall(calls: Calls, subject: InterfaceUnderTest): Call;
}

const UNKNOWN_TASK_CHECKS: readonly UnknownTaskCheck[] = [
  {
    id: "TASK-GET-UNKNOWN",
    title: "Getting an unknown task is TaskNotFound",
    effect: "none",
    createCall: () => ({ operation: "get", taskId: UNKNOWN_TASK }),
  },
  {
    id: "TASK-CANCEL-UNKNOWN",
    title: "Canceling an unknown task is TaskNotFound",
    effect: "none",
    createCall: () => ({ operation: "cancel", taskId: UNKNOWN_TASK }),
  },
  {
    id: "TASK-SUBSCRIBE-UNKNOWN",
    title: "Subscribing to an unknown task is TaskNotFound",
    effect: "none",
    createCall: () => ({ operation: "subscribe", taskId: UNKNOWN_TASK }),
  },
  {
    id: "SEND-UNKNOWN-TASK",
    title: "A message to an unknown task is TaskNotFound",
    effect: "messages",
    createCall: (calls, subject) => ({
      operation: "send",
      // Some agents make the task then: it must not be known to the other checks, nor to the next grade.
      message: createMessage(calls, getPrompt(subject), { taskId: calls.createId() }),
    }),
  },
];

const unknownTasks = UNKNOWN_TASK_CHECKS.map(({ createCall, ...check }) =>
  defineCheck({
    ...check,
    group: "Errors",
    run: (subject) =>
      subject.record(check.title, async (calls) => {
        const call = createCall(calls, subject);
        if (call.operation === "subscribe" && !canStream(subject))
          return notApplicable("The card declares no streaming.");
        const response = await calls.call(call);
        if (call.operation === "send") {
          if (response.taskId !== null) calls.noteTask(response.taskId);
          if (!response.hasError("TaskNotFound")) requireText(subject, response);
        }
        return expectError(response, ["TaskNotFound"]);
      }),
  }),
);

const methodUnknown = defineCheck({
  id: "METHOD-UNKNOWN",
  group: "Errors",
  title: "An unknown method is MethodNotFound",
  effect: "none",
  run: (subject) =>
    judgeEdited(
      subject,
      "an unknown method",
      (request) => renameMethod(request, subject),
      (response) => expectError(response, ["MethodNotFound"]),
    ),
});

function renameMethod(request: OutgoingRequest, { endpoint }: InterfaceUnderTest): OutgoingRequest {
  if (endpoint.binding === "jsonrpc") return editBody(request, { method: "loupe/unknown" });
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/[^/]*\/[^/]*$/, "loupe-unknown/Unknown");
  if (endpoint.binding === "rest") return { ...request, url: url.href };
  url.pathname = new URL(request.url).pathname.replace(/[^/]*$/, "LoupeUnknown");
  return { ...request, url: url.href };
}

/** The request with members of its JSON replaced; `undefined` removes one. */
function editBody(request: OutgoingRequest, members: Record<string, unknown>): OutgoingRequest {
  const body: unknown = JSON.parse(request.body ?? "{}");
  return { ...request, body: JSON.stringify({ ...(isObject(body) ? body : {}), ...members }) };
}

const malformed = defineCheck({
  id: "JSON-MALFORMED",
  group: "Errors",
  title: "Malformed JSON is a parse error",
  effect: "none",
  async run(subject) {
    if (subject.endpoint.binding === "grpc") return notApplicable("gRPC carries no JSON.");
    return subject.record("malformed JSON", async (calls) => {
      const request = encodeSend(calls, subject);
      const response = await calls.send({ ...request, body: (request.body ?? "{").slice(0, -1) });
      return expectError(response, ["ParseError", ...orInvalid(subject)]);
    });
  },
});

/** Only JSON-RPC tells its own errors apart. */
const orInvalid = ({ endpoint }: InterfaceUnderTest): string[] =>
  endpoint.binding === "jsonrpc" ? [] : ["InvalidRequest", "InvalidParams"];

function encodeSend(calls: Calls, subject: InterfaceUnderTest): OutgoingRequest {
  return calls.encode({ operation: "send", message: createMessage(calls, getPrompt(subject)) });
}

const requestInvalid = defineCheck({
  id: "REQUEST-INVALID",
  group: "Errors",
  title: "A request without a method is InvalidRequest",
  effect: "none",
  async run(subject) {
    if (subject.endpoint.binding !== "jsonrpc") return notApplicable("It is a rule of JSON-RPC.");
    return judgeEdited(
      subject,
      "a request without a method",
      (request) => editBody(request, { method: undefined }),
      (response) => expectError(response, ["InvalidRequest"]),
    );
  },
});

const paramsInvalid = defineCheck({
  id: "PARAMS-INVALID",
  group: "Errors",
  title: "A message without content is InvalidParams",
  effect: "none",
  async run(subject) {
    const { binding } = subject.endpoint;
    if (binding === "grpc") return notApplicable("Every gRPC message is well formed.");
    return subject.record("a send without its message", async (calls) => {
      const request = encodeSend(calls, subject);
      const edit = binding === "jsonrpc" ? { params: {} } : { message: undefined };
      return expectError(await calls.send(editBody(request, edit)), [
        "InvalidParams",
        ...(binding === "jsonrpc" ? [] : ["InvalidRequest"]),
      ]);
    });
  },
});

const idEcho = defineCheck({
  id: "ID-ECHO",
  group: "Errors",
  title: "A response has the id of its request",
  effect: "none",
  async run(subject) {
    if (subject.endpoint.binding !== "jsonrpc") return notApplicable("It is a rule of JSON-RPC.");
    return subject.record("ids of requests", async (calls) => {
      const request = calls.encode({ operation: "get", taskId: UNKNOWN_TASK });
      let response: Response | null = null;
      for (const id of [4711, "loupe-4711"]) {
        response = await calls.send(editBody(request, { id }));
        requireAccess(response);
        requireResponse(response);
        const { value } = response;
        const echoed = isObject(value) ? value.id : undefined;
        if (echoed !== id) {
          return broken(
            `The id ${JSON.stringify(id)} came back as ${JSON.stringify(echoed) ?? "nothing"}.`,
            response,
          );
        }
      }
      return kept("A number and a string came back as they were.", response);
    });
  },
});

const idInvalid = defineCheck({
  id: "ID-INVALID",
  group: "Errors",
  title: "An id that is an object is refused",
  effect: "none",
  async run(subject) {
    if (subject.endpoint.binding !== "jsonrpc") return notApplicable("It is a rule of JSON-RPC.");
    return judgeEdited(
      subject,
      "an id that is an object",
      (request) => editBody(request, { id: { not: "an id" } }),
      (response) => expectError(response, ["InvalidRequest"]),
    );
  },
});

const contentTypeWrong = defineCheck({
  id: "CONTENT-TYPE-WRONG",
  group: "Errors",
  title: "JSON that is sent as plain text is refused",
  effect: "none",
  async run(subject) {
    if (subject.endpoint.binding === "grpc")
      return notApplicable("gRPC has a media type of its own.");
    return subject.record("JSON sent as plain text", async (calls) => {
      const request = calls.encode({ operation: "cancel", taskId: UNKNOWN_TASK });
      const headers = [
        ...request.headers.filter(([name]) => name.toLowerCase() !== "content-type"),
        ["content-type", "text/plain"] as const,
      ];
      const response = await calls.send(
        { ...request, headers, body: request.body ?? "{}" },
        { testedHeaders: ["content-type"] },
      );
      requireAccess(response);
      if (response.hasError("TaskNotFound")) {
        return broken("It was read as if it were declared as JSON.", response);
      }
      return expectAnyError(response, "JSON as plain text");
    });
  },
});

const mediaTypeUnsupported = defineCheck({
  id: "MEDIA-TYPE-UNSUPPORTED",
  group: "Errors",
  title: "A media type that is not supported is ContentTypeNotSupported",
  effect: "messages",
  run: (subject) =>
    subject.record("a part of an unknown media type", async (calls) => {
      const message = createMessage(calls, "");
      const response = await calls.call({
        operation: "send",
        message: {
          ...message,
          content: {
            parts: [
              { kind: "file", name: "data.loupe", mediaType: "application/x-loupe", bytes: "AAEC" },
            ],
            metadata: {},
            extensions: [],
            secrets: [],
          },
        },
      });
      requireAccess(response);
      requireResponse(response);
      if (response.taskId !== null) calls.noteTask(response.taskId);
      if (!response.isError) {
        return notMeasured(
          `The agent took application/x-loupe and answered with ${response.describe()}: it may support every media type.`,
          response,
        );
      }
      return expectError(response, ["ContentTypeNotSupported", "InvalidParams"]);
    }),
});

const errorDetails = defineCheck({
  id: "ERROR-DETAILS",
  group: "Errors",
  title: "Errors have a reason in google.rpc.ErrorInfo",
  effect: "none",
  run: (subject) =>
    subject.record("the details of an error", async (calls) => {
      const response = await calls.call({ operation: "get", taskId: UNKNOWN_TASK });
      requireAccess(response);
      const { error } = response;
      // Only errors of A2A have such a reason.
      if (!error || !response.hasError("TaskNotFound")) {
        return notMeasured(`It was answered with ${response.describe()}.`, response);
      }
      const details = isArray(error.data) ? error.data.filter(isObject) : [];
      const info = details.find(
        (one) => typeof one["@type"] === "string" && one["@type"].endsWith("google.rpc.ErrorInfo"),
      );
      if (!info) {
        const isList = error.data === null || (isArray(error.data) && error.data.every(hasType));
        const keeps = isList ? ["JSONRPC-ERROR-DATA", "ERROR-DETAIL-TYPES"] : [];
        return brokenBut(keeps, "The error has no google.rpc.ErrorInfo.", response);
      }
      const { reason, domain } = info;
      if (reason !== "TASK_NOT_FOUND" || domain !== "a2a-protocol.org") {
        return broken(
          `Its reason is ${JSON.stringify(reason)}, its domain ${JSON.stringify(domain)}.`,
          response,
        );
      }
      return kept("Its reason is TASK_NOT_FOUND, its domain a2a-protocol.org.", response);
    }),
});

const hasType = (one: unknown) => isObject(one) && typeof one["@type"] === "string";

const errorStatus = defineCheck({
  id: "ERROR-STATUS",
  group: "Errors",
  title: "Errors have the status of their binding",
  effect: "none",
  async run(subject) {
    const { binding } = subject.endpoint;
    if (binding === "jsonrpc") return notApplicable("JSON-RPC has codes instead.");
    return subject.record("the status of an error", async (calls) => {
      const response = await calls.call({ operation: "get", taskId: UNKNOWN_TASK });
      requireAccess(response);
      requireResponse(response);
      if (response.task) return notMeasured("The agent has a task with that id.", response);
      const { grpcStatus, status } = response;
      const seen = binding === "grpc" ? getGrpcStatusName(grpcStatus ?? 0) : `HTTP ${status}`;
      const say = `An unknown task has ${seen}.`;
      return isStatusOf("TaskNotFound", response, subject)
        ? kept(say, response)
        : broken(say, response);
    });
  },
});

function isStatusOf(
  name: string,
  { binding, grpcStatus, status }: Response,
  subject: InterfaceUnderTest,
): boolean {
  // Before 1.0 there is no table of statuses: an error is any but one of success.
  if (isBefore1(subject)) return (status ?? 0) >= 400;
  const wanted = getErrorStatus(name, subject.text === "1.0.0" ? "1.0.0" : "1.0.1");
  if (binding === "grpc") return getGrpcStatusName(grpcStatus ?? 0) === wanted?.grpc;
  return status === wanted?.http;
}

export const ERROR_CHECKS = [
  ...unknownTasks,
  methodUnknown,
  malformed,
  requestInvalid,
  paramsInvalid,
  idEcho,
  idInvalid,
  contentTypeWrong,
  mediaTypeUnsupported,
  errorDetails,
  errorStatus,
];
