/** Operation names by version, and the operations each version has over each binding. */

import type { Operation } from "../model.ts";
import type { Binding, Version } from "../versions.ts";
import { type EncodingVersion, getEncodingVersion } from "./request-format.ts";

const METHOD_NAMES: Readonly<Record<EncodingVersion, Readonly<Record<Operation, string>>>> = {
  "0.1": {
    send: "tasks/send",
    stream: "tasks/sendSubscribe",
    get: "tasks/get",
    list: "tasks/list",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
    "push-set": "tasks/pushNotification/set",
    "push-get": "tasks/pushNotification/get",
    "push-list": "tasks/pushNotification/list",
    "push-delete": "tasks/pushNotification/delete",
    "extended-card": "agent/getAuthenticatedExtendedCard",
  },
  "0.3": {
    send: "message/send",
    stream: "message/stream",
    get: "tasks/get",
    list: "tasks/list",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
    "push-set": "tasks/pushNotificationConfig/set",
    "push-get": "tasks/pushNotificationConfig/get",
    "push-list": "tasks/pushNotificationConfig/list",
    "push-delete": "tasks/pushNotificationConfig/delete",
    "extended-card": "agent/getAuthenticatedExtendedCard",
  },
  "1.0": {
    send: "SendMessage",
    stream: "SendStreamingMessage",
    get: "GetTask",
    list: "ListTasks",
    cancel: "CancelTask",
    subscribe: "SubscribeToTask",
    "push-set": "CreateTaskPushNotificationConfig",
    "push-get": "GetTaskPushNotificationConfig",
    "push-list": "ListTaskPushNotificationConfigs",
    "push-delete": "DeleteTaskPushNotificationConfig",
    "extended-card": "GetExtendedAgentCard",
  },
};

/** The JSON-RPC name of an operation, used as its name for every binding. */
export function getMethodName(operation: Operation, version: Version): string {
  return METHOD_NAMES[getEncodingVersion(version)][operation];
}

/** Why a version lacks an operation over a binding; `null` if it has it. */
export function getUndefinedReason(
  operation: Operation,
  version: Version,
  binding: Binding,
): string | null {
  const generation = getEncodingVersion(version);
  if (generation === "1.0") return null;
  if (generation === "0.1") {
    if (binding !== "jsonrpc") return "0.1 supports JSON-RPC only.";
    return NOT_IN_01.has(operation) ? "0.1 has no such operation; later versions do." : null;
  }
  if (operation === "list" && binding !== "rest") {
    return binding === "grpc"
      ? "The 0.3 schema has no method for listing tasks."
      : "0.3 lists tasks over HTTP+JSON only, but some servers support it anyway.";
  }
  if (version === "0.2" && operation === "extended-card" && binding === "jsonrpc") return null;
  if (version === "0.2" && binding === "rest") return "HTTP+JSON was added in 0.3.";
  return null;
}

const NOT_IN_01: ReadonlySet<Operation> = new Set([
  "list",
  "push-list",
  "push-delete",
  "extended-card",
]);
