/** Reads client requests of every version from their bodies. */

import { isObject, type JsonObject } from "./json.ts";
import type { Message, Operation, RpcRequest } from "./model.ts";
import { readContextId, readMessage } from "./read-objects.ts";
import type { DecodeState } from "./read-parts.ts";

/** Method names on the wire, with their operation and the versions that have them. */
export const METHODS: ReadonlyMap<string, { operation: Operation; versions: readonly string[] }> =
  new Map([
    ["tasks/send", { operation: "send", versions: ["0.1"] }],
    ["tasks/sendSubscribe", { operation: "stream", versions: ["0.1"] }],
    ["tasks/pushNotification/set", { operation: "push-set", versions: ["0.1"] }],
    ["tasks/pushNotification/get", { operation: "push-get", versions: ["0.1"] }],
    ["message/send", { operation: "send", versions: ["0.2", "0.3"] }],
    ["message/stream", { operation: "stream", versions: ["0.2", "0.3"] }],
    ["tasks/get", { operation: "get", versions: ["0.1", "0.2", "0.3"] }],
    ["tasks/list", { operation: "list", versions: ["0.3"] }],
    ["tasks/cancel", { operation: "cancel", versions: ["0.1", "0.2", "0.3"] }],
    ["tasks/resubscribe", { operation: "subscribe", versions: ["0.1", "0.2", "0.3"] }],
    ["tasks/pushNotificationConfig/set", { operation: "push-set", versions: ["0.2", "0.3"] }],
    ["tasks/pushNotificationConfig/get", { operation: "push-get", versions: ["0.2", "0.3"] }],
    ["tasks/pushNotificationConfig/list", { operation: "push-list", versions: ["0.2", "0.3"] }],
    ["tasks/pushNotificationConfig/delete", { operation: "push-delete", versions: ["0.2", "0.3"] }],
    ["agent/getAuthenticatedExtendedCard", { operation: "extended-card", versions: ["0.3"] }],
    ["agent/authenticatedExtendedCard", { operation: "extended-card", versions: ["0.3"] }],
    ["SendMessage", { operation: "send", versions: ["1.0"] }],
    ["SendStreamingMessage", { operation: "stream", versions: ["1.0"] }],
    ["GetTask", { operation: "get", versions: ["1.0"] }],
    ["ListTasks", { operation: "list", versions: ["1.0"] }],
    ["CancelTask", { operation: "cancel", versions: ["1.0"] }],
    ["SubscribeToTask", { operation: "subscribe", versions: ["1.0"] }],
    ["CreateTaskPushNotificationConfig", { operation: "push-set", versions: ["1.0"] }],
    ["GetTaskPushNotificationConfig", { operation: "push-get", versions: ["1.0"] }],
    ["ListTaskPushNotificationConfigs", { operation: "push-list", versions: ["1.0"] }],
    ["ListTaskPushNotificationConfig", { operation: "push-list", versions: ["1.0"] }],
    ["DeleteTaskPushNotificationConfig", { operation: "push-delete", versions: ["1.0"] }],
    ["GetExtendedAgentCard", { operation: "extended-card", versions: ["1.0"] }],
  ]);

export function isRpcRequest(o: JsonObject): boolean {
  return typeof o.method === "string" && (o.jsonrpc !== undefined || METHODS.has(o.method));
}

export function readRpcRequest(o: JsonObject, flags: DecodeState): RpcRequest {
  const method = String(o.method);
  const params = isObject(o.params) ? o.params : {};
  const operation = METHODS.get(method)?.operation ?? null;
  const message = readMessageParam(method, params, flags);
  return {
    id: typeof o.id === "string" || typeof o.id === "number" ? o.id : null,
    method,
    operation,
    message,
    taskId: readTaskId(params, message),
  };
}

/** In 0.1, the session is named beside the message, which has no context id. */
function readMessageParam(method: string, params: JsonObject, flags: DecodeState): Message | null {
  if (!isObject(params.message)) return null;
  const message = readMessage(params.message, "user", flags);
  if (!isMethodOf01(method) || message.contextId !== null) return message;
  return { ...message, contextId: readContextId({ sessionId: params.sessionId }, flags) };
}

/** The session id of a 0.1 request; in 0.1, clients create session and task ids. */
export function getSessionId({ method, message }: RpcRequest): string | null {
  return isMethodOf01(method) ? (message?.contextId ?? null) : null;
}

function isMethodOf01(method: string): boolean {
  return METHODS.get(method)?.versions.every((version) => version === "0.1") ?? false;
}

/** In a REST send, the body is the message. */
export function readRestMessage(o: JsonObject, flags: DecodeState): Message | null {
  return isObject(o.message) ? readMessage(o.message, "user", flags) : null;
}

function readTaskId(params: JsonObject, message: Message | null): string | null {
  if (message?.taskId) return message.taskId;
  // If both are present, `id` is that of a push configuration.
  const id = params.taskId ?? params.id;
  return typeof id === "string" && id.length > 0 ? id : null;
}
