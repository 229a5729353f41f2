/** gRPC services of A2A: the operation and messages of each path. */

import type { Operation } from "../model.ts";
import { MESSAGES_0_3 } from "./messages-0.3.ts";
import { MESSAGES_1_0 } from "./messages-1.0.ts";
import { type GrpcVersion, getPackageName } from "./packages.ts";
import { type ProtobufSchema, parseSchema } from "./schema.ts";

/** The call that a gRPC path identifies. */
export interface GrpcCall {
  /** The version of its package; `null` for another service. */
  readonly version: GrpcVersion | null;
  readonly method: string;
  readonly operation: Operation | null;
  readonly schema: ProtobufSchema;
  /** Empty if the method is unknown; the fields of its messages then have no names. */
  readonly request: string;
  readonly response: string;
}

type Rpc = readonly [method: string, request: string, response: string];

const RPCS: Readonly<Record<GrpcVersion, Readonly<Partial<Record<Operation, Rpc>>>>> = {
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

const SCHEMAS: Readonly<Record<GrpcVersion, ProtobufSchema>> = {
  "0.3": MESSAGES_0_3,
  "1.0": MESSAGES_1_0,
};
const NO_SCHEMA = parseSchema("");

/** The gRPC method of an operation; `null` if the version has none. */
export function getGrpcCall(operation: Operation, generation: GrpcVersion): GrpcCall | null {
  const rpc = RPCS[generation][operation];
  if (!rpc) return null;
  const [method, request, response] = rpc;
  return { version: generation, method, operation, schema: SCHEMAS[generation], request, response };
}

const SERVICE = /\/([\w.]+)\/(\w+)$/;

/** Parses the path of a URL as a gRPC call. */
export function parseGrpcCall(url: string): GrpcCall {
  const [, service = "", method = ""] = SERVICE.exec(url.replace(/[?#].*$/, "")) ?? [];
  for (const generation of ["1.0", "0.3"] as const) {
    if (service !== `${getPackageName(generation)}.A2AService`) continue;
    const operation = Object.entries(RPCS[generation]).find(([, rpc]) => rpc?.[0] === method)?.[0];
    const known = operation && getGrpcCall(operation as Operation, generation);
    return known || { ...UNKNOWN_CALL, version: generation, method };
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
