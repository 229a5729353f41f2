/**
 * Reconstructs the call of a recorded request, in any version and binding, so that it can be resent
 * in the same or another one. Options that are not resent are listed.
 */

import type { OpenRecord } from "../wire/record.ts";
import type { Call, OutgoingMessage, SendOptions, TaskFilter } from "./call.ts";
import { readGrpcBody } from "./grpc/body.ts";
import { filterStrings, isObject, type JsonObject, toPlainText } from "./json.ts";
import type { Message, RpcRequest } from "./model.ts";
import { joinPartTexts } from "./read-parts.ts";
import { readRecordedRequest } from "./request-from-record.ts";
import { readState } from "./state-names.ts";

interface RecordedCall {
  readonly call: Call;
  /** Whether the client created the task and context ids, as in 0.1. */
  readonly hasClientIds: boolean;
  /** Descriptions of requested options that are not resent. */
  readonly omitted: readonly string[];
}

/** Returns a message if it cannot be resent; `null` if it is not an A2A operation. */
export function readRecordedCall(open: OpenRecord): RecordedCall | string | null {
  const request = readRecordedRequest(open);
  if (!request?.operation) return null;
  const content = readRequestContent(open);
  const { operation } = request;
  const plain = (call: Call): RecordedCall => ({ call, hasClientIds: false, omitted: [] });
  switch (operation) {
    case "send":
    case "stream":
      return request.message
        ? createSendCall(operation, request, request.message, content)
        : "It has no message.";
    case "list": {
      if (content.pageToken)
        return "It requests another page with a token from the recorded agent.";
      return plain({ operation, filter: readTaskFilter(content) });
    }
    case "extended-card":
      return plain({ operation });
    case "push-set":
      return "It sets a push notification URL, which is not taken from a log.";
    case "push-get":
    case "push-delete":
      return "It refers to a push notification configuration, which is not set again.";
    case "get":
    case "cancel":
    case "subscribe":
    case "push-list":
      return request.taskId === null
        ? "It names no task."
        : plain(createTaskCall(operation, request.taskId, content));
  }
}

function createTaskCall(
  operation: "get" | "cancel" | "subscribe" | "push-list",
  taskId: string,
  { historyLength, metadata }: JsonObject,
): Call {
  if (operation === "get") return { operation, taskId, ...readHistoryLength(historyLength) };
  if (operation === "cancel") return { operation, taskId, ...(isObject(metadata) && { metadata }) };
  return { operation, taskId };
}

function createSendCall(
  operation: "send" | "stream",
  { method, taskId }: RpcRequest,
  message: Message,
  content: JsonObject,
): RecordedCall {
  const madeIds = method.startsWith("tasks/");
  const outgoing: OutgoingMessage = {
    text: joinPartTexts(message.parts),
    messageId: message.messageId ?? "",
    contextId: message.contextId,
    taskId,
    content: {
      parts: message.parts,
      metadata: isObject(message.metadata) ? message.metadata : {},
      extensions: message.extensions,
      referenceTaskIds: message.referenceTaskIds,
      secrets: [],
    },
  };
  const { options, left } = readSendOptions(
    madeIds ? content : content.configuration,
    content.metadata,
  );
  return { call: { operation, message: outgoing, options }, hasClientIds: madeIds, omitted: left };
}

function readSendOptions(configuration: unknown, metadata: unknown) {
  const content = isObject(configuration) ? configuration : {};
  const modes = filterStrings(content.acceptedOutputModes);
  const isAtOnce = content.returnImmediately === true || content.blocking === false;
  const options: SendOptions = {
    ...(modes.length > 0 && { acceptedOutputModes: modes }),
    ...readHistoryLength(content.historyLength),
    ...(isAtOnce && { returnImmediately: true }),
    ...(isObject(metadata) && { metadata }),
  };
  const pushes =
    content.pushNotificationConfig ??
    content.pushNotification ??
    content.taskPushNotificationConfig;
  return { options, left: pushes === undefined ? [] : ["push notification configuration"] };
}

function readTaskFilter(content: JsonObject): TaskFilter {
  const { contextId, includeArtifacts } = content;
  const state = content.status ?? content.state;
  const changedAfter = content.statusTimestampAfter ?? content.lastUpdatedAfter;
  const flags = { evidence: 0, decodeIssues: 0 };
  return {
    ...(typeof contextId === "string" && { contextId }),
    ...(typeof state === "string" && { state: readState(state, flags).state }),
    ...readNumber("pageSize", content.pageSize),
    ...readHistoryLength(content.historyLength),
    ...(typeof changedAfter === "string" && { changedAfter }),
    ...(includeArtifacts !== undefined && {
      includeArtifacts: toPlainText(includeArtifacts) === "true",
    }),
  };
}

const readHistoryLength = (value: unknown) => readNumber("historyLength", value);

/** Reads a number; query values are text. */
function readNumber<K extends string>(name: K, value: unknown): Partial<Record<K, number>> {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return {};
  return { [name]: number } as Record<K, number>;
}

/** The content of a request, wherever its binding puts it: params, body, query or message. */
function readRequestContent({ body, bodyB64, url }: OpenRecord): JsonObject {
  if (bodyB64 !== undefined) {
    const value = readGrpcBody(url, bodyB64)?.value;
    return isObject(value) ? value : {};
  }
  const value = parseBody(body);
  if (value?.jsonrpc !== undefined || value?.method !== undefined) {
    return isObject(value.params) ? value.params : {};
  }
  return { ...parseQuery(url), ...value };
}

function parseQuery(url: string): JsonObject {
  const at = url.indexOf("?");
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at + 1)));
}

function parseBody(body: string | undefined): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body ?? "");
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
