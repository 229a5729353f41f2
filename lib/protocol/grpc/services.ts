/** The services of A2A in gRPC: which path asks for which operation, with which messages. */

import type { Operation } from "../model.ts";
import type { Version } from "../versions.ts";
import { MESSAGES_0_3 } from "./messages-0.3.ts";
import { MESSAGES_1_0 } from "./messages-1.0.ts";
import { type Schema, schemaOf } from "./schema.ts";

type Generation = "0.3" | "1.0";

/** What a path of gRPC asks for. */
export interface GrpcCall {
  /** The generation whose package it names; `null` for another service. */
  readonly version: Generation | null;
  readonly method: string;
  readonly operation: Operation | null;
  readonly schema: Schema;
  /** Empty where the method is not known: then its messages have no names for their fields. */
  readonly request: string;
  readonly response: string;
}

type Rpc = readonly [method: string, request: string, response: string];

const RPCS: Readonly<Record<Generation, Readonly<Partial<Record<Operation, Rpc>>>>> = {
  "1.0": {
    send: ["SendMessage", "SendMessageRequest", "SendMessageResponse"],
    stream: ["SendStreamingMessage", "SendMessageRequest", "StreamResponse"],
    get: ["GetTask", "GetTaskRequest", "Task"],
    list: ["ListTasks", "ListTasksRequest", "ListTasksResponse"],
    cancel: ["CancelTask", "CancelTaskRequest", "Task"],
    subscribe: ["SubscribeToTask", "SubscribeToTaskRequest", "StreamResponse"],
    "push-set": [
      "CreateTaskPushNotificationConfig",
      "TaskPushNotificationConfig",
      "TaskPushNotificationConfig",
    ],
    "push-get": [
      "GetTaskPushNotificationConfig",
      "GetTaskPushNotificationConfigRequest",
      "TaskPushNotificationConfig",
    ],
    "push-list": [
      "ListTaskPushNotificationConfigs",
      "ListTaskPushNotificationConfigsRequest",
      "ListTaskPushNotificationConfigsResponse",
    ],
    "push-delete": [
      "DeleteTaskPushNotificationConfig",
      "DeleteTaskPushNotificationConfigRequest",
      "Empty",
    ],
    "extended-card": ["GetExtendedAgentCard", "GetExtendedAgentCardRequest", "AgentCard"],
  },
  "0.3": {
    send: ["SendMessage", "SendMessageRequest", "SendMessageResponse"],
    stream: ["SendStreamingMessage", "SendMessageRequest", "StreamResponse"],
    get: ["GetTask", "GetTaskRequest", "Task"],
    cancel: ["CancelTask", "CancelTaskRequest", "Task"],
    subscribe: ["TaskSubscription", "TaskSubscriptionRequest", "StreamResponse"],
    "push-set": [
      "CreateTaskPushNotificationConfig",
      "CreateTaskPushNotificationConfigRequest",
      "TaskPushNotificationConfig",
    ],
    "push-get": [
      "GetTaskPushNotificationConfig",
      "GetTaskPushNotificationConfigRequest",
      "TaskPushNotificationConfig",
    ],
    "push-list": [
      "ListTaskPushNotificationConfig",
      "ListTaskPushNotificationConfigRequest",
      "ListTaskPushNotificationConfigResponse",
    ],
    "push-delete": [
      "DeleteTaskPushNotificationConfig",
      "DeleteTaskPushNotificationConfigRequest",
      "Empty",
    ],
    "extended-card": ["GetAgentCard", "Empty", "AgentCard"],
  },
};

const SCHEMAS: Readonly<Record<Generation, Schema>> = { "0.3": MESSAGES_0_3, "1.0": MESSAGES_1_0 };
const PACKAGES: Readonly<Record<Generation, string>> = { "0.3": "a2a.v1", "1.0": "lf.a2a.v1" };
const NO_SCHEMA = schemaOf("");

/** The package of a generation's service. */
export function packageOf(generation: Generation): string {
  return PACKAGES[generation];
}

/** How an operation is called in gRPC; `null` where the generation has no such method. */
export function grpcCall(operation: Operation, generation: Generation): GrpcCall | null {
  const rpc = RPCS[generation][operation];
  if (!rpc) return null;
  const [method, request, response] = rpc;
  return { version: generation, method, operation, schema: SCHEMAS[generation], request, response };
}

const SERVICE = /\/([\w.]+)\/(\w+)$/;

/** What the path of a URL asks for; `null` where it is none of gRPC. */
export function grpcCallAt(url: string): GrpcCall | null {
  const found = SERVICE.exec(url.replace(/[?#].*$/, ""));
  if (!found) return null;
  const [, service = "", method = ""] = found;
  for (const generation of ["1.0", "0.3"] as const) {
    if (service !== `${PACKAGES[generation]}.A2AService`) continue;
    const operation = Object.entries(RPCS[generation]).find(([, rpc]) => rpc?.[0] === method)?.[0];
    if (operation) return grpcCall(operation as Operation, generation);
    return { ...UNKNOWN_CALL, version: generation, method };
  }
  return { ...UNKNOWN_CALL, method };
}

const UNKNOWN_CALL = {
  version: null,
  operation: null,
  schema: NO_SCHEMA,
  request: "",
  response: "",
} as const;

/** The version whose package the path of a URL names. */
export function versionInPath(url: string): Extract<Version, Generation> | null {
  if (url.includes("/lf.a2a.v1.A2AService/")) return "1.0";
  return url.includes("/a2a.v1.A2AService/") ? "0.3" : null;
}
