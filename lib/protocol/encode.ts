/** Requests as each version has them: method names, shapes and headers, over JSON-RPC. */

import type { HeaderList } from "../wire/record.ts";
import { extensionsHeader } from "./extensions.ts";
import type { Version } from "./versions.ts";

export interface OutgoingMessage {
  readonly text: string;
  readonly messageId: string;
  readonly contextId: string | null;
  /** The task to continue; `null` begins a new one. */
  readonly taskId: string | null;
}

export type Call =
  | { readonly operation: "send" | "stream"; readonly message: OutgoingMessage }
  | { readonly operation: "get" | "cancel" | "subscribe"; readonly taskId: string };

export interface CallTarget {
  readonly url: string;
  readonly version: Version;
  /** JSON-RPC request id. */
  readonly id: string;
  /** An id for a task or session that the version lets the client make up. */
  readonly freshId: string;
  /** The URIs of the extensions to ask for. */
  readonly extensions?: readonly string[];
}

export interface OutgoingRequest {
  readonly method: "POST";
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string;
}

type Generation = "0.1" | "0.3" | "1.0";

const METHOD_NAMES: Readonly<Record<Generation, Readonly<Record<Call["operation"], string>>>> = {
  "0.1": {
    send: "tasks/send",
    stream: "tasks/sendSubscribe",
    get: "tasks/get",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
  },
  "0.3": {
    send: "message/send",
    stream: "message/stream",
    get: "tasks/get",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
  },
  "1.0": {
    send: "SendMessage",
    stream: "SendStreamingMessage",
    get: "GetTask",
    cancel: "CancelTask",
    subscribe: "SubscribeToTask",
  },
};

/** Versions that are one on the wire share an encoding. */
export function generationOf(version: Version): Generation {
  if (version === "0.1" || version === "blog") return "0.1";
  return version === "0.2" || version === "0.3" ? "0.3" : "1.0";
}

export function methodName(operation: Call["operation"], version: Version): string {
  return METHOD_NAMES[generationOf(version)][operation];
}

export function encodeCall(call: Call, target: CallTarget): OutgoingRequest {
  const generation = generationOf(target.version);
  const body = {
    jsonrpc: "2.0",
    id: target.id,
    method: METHOD_NAMES[generation][call.operation],
    params: "message" in call ? sendParams(call, target, generation) : { id: call.taskId },
  };
  return {
    method: "POST",
    url: target.url,
    headers: headersFor(call, generation, target),
    body: JSON.stringify(body),
  };
}

function headersFor(
  { operation }: Call,
  generation: Generation,
  { extensions = [] }: CallTarget,
): HeaderList {
  const streams = operation === "stream" || operation === "subscribe";
  return [
    ["content-type", "application/json"],
    ["accept", streams ? "text/event-stream" : "application/json"],
    ...(generation === "1.0" ? ([["A2A-Version", "1.0"]] as const) : []),
    ...(extensions.length > 0
      ? ([[extensionsHeader(generation), extensions.join(",")]] as const)
      : []),
  ];
}

function sendParams(
  { operation, message }: Extract<Call, { message: unknown }>,
  { freshId }: CallTarget,
  generation: Generation,
): object {
  const { text, messageId, contextId, taskId } = message;
  const ids = { ...(contextId && { contextId }), ...(taskId && { taskId }) };
  switch (generation) {
    case "0.1":
      // The client makes both ids up in 0.1.
      return {
        id: taskId ?? freshId,
        sessionId: contextId ?? freshId,
        message: { role: "user", parts: [{ type: "text", text }] },
      };
    case "0.3":
      return {
        message: {
          kind: "message",
          role: "user",
          messageId,
          ...ids,
          parts: [{ kind: "text", text }],
        },
        ...(operation === "send" && { configuration: { blocking: true } }),
      };
    case "1.0":
      return { message: { messageId, role: "ROLE_USER", ...ids, parts: [{ text }] } };
  }
}
