/** Encodes the parameters of a call: JSON-RPC `params`, or ProtoJSON messages. */

import type { Call, OutgoingMessage, PushConfig, SendOptions } from "../call.ts";
import type { Part, TaskState } from "../model.ts";
import type { Version } from "../versions.ts";
import type { RequestFormat } from "./request-format.ts";

export interface ParamsTarget {
  readonly version: Version;
  /** Creates a task or session id in versions where the client does so. */
  readonly freshId: string;
  /** The tenant of the interface (1.0). */
  readonly tenant?: string;
}

export function encodeParams(call: Call, target: ParamsTarget, shape: RequestFormat): object {
  const params = encodeOperationParams(call, target, shape);
  return shape === "1.0" && target.tenant ? { tenant: target.tenant, ...params } : params;
}

function encodeOperationParams(call: Call, target: ParamsTarget, shape: RequestFormat): object {
  switch (call.operation) {
    case "send":
    case "stream":
      return encodeSendParams(call, target, shape);
    case "get": {
      const { historyLength, currentGeneration } = call;
      return {
        ...encodeTaskName(call.taskId, shape),
        ...(historyLength !== undefined && { historyLength }),
        ...(target.version === "1.1" && currentGeneration !== undefined && { currentGeneration }),
      };
    }
    case "list":
      return encodeListParams(call.filter);
    case "cancel": {
      const { metadata } = call;
      const isKnown = metadata && shape !== "0.3-proto";
      return { ...encodeTaskName(call.taskId, shape), ...(isKnown && { metadata }) };
    }
    case "subscribe":
      return encodeTaskName(call.taskId, shape);
    case "push-set":
      return encodePushSetParams(call.taskId, call.config, shape);
    case "push-get":
    case "push-delete":
      return encodePushParams(call.taskId, call.configId, shape);
    case "push-list":
      if (shape === "1.0") return { taskId: call.taskId };
      return shape === "0.3-proto" ? { parent: `tasks/${call.taskId}` } : { id: call.taskId };
    case "extended-card":
      return {};
  }
}

function encodeTaskName(id: string, shape: RequestFormat): object {
  return shape === "0.3-proto" ? { name: `tasks/${id}` } : { id };
}

function encodeSendParams(
  { operation, message, options = {} }: Extract<Call, { message: unknown }>,
  { version, freshId }: ParamsTarget,
  shape: RequestFormat,
): object {
  const { metadata } = options;
  const base = { message: encodeMessage(message, shape), ...(metadata && { metadata }) };
  if (shape === "0.1") {
    const { acceptedOutputModes, historyLength, push } = options;
    // In 0.1, the client creates both ids.
    return {
      id: message.taskId ?? freshId,
      sessionId: message.contextId ?? freshId,
      ...base,
      ...(acceptedOutputModes && { acceptedOutputModes }),
      ...(historyLength !== undefined && { historyLength }),
      ...(push && { pushNotification: encodePush(push, shape) }),
    };
  }
  const configuration = encodeOptions(options, operation, version, shape);
  return { ...base, ...(Object.keys(configuration).length > 0 && { configuration }) };
}

function encodeOptions(
  { acceptedOutputModes, historyLength, returnImmediately, push, ...rest }: SendOptions,
  operation: "send" | "stream",
  version: Version,
  shape: Exclude<RequestFormat, "0.1">,
): object {
  const { ifGenerationMatch } = rest;
  const common = {
    ...(acceptedOutputModes && { acceptedOutputModes }),
    ...(historyLength !== undefined && { historyLength }),
    ...(push && { [PUSH_MEMBER[shape]]: encodePush(push, shape) }),
  };
  if (shape === "1.0") {
    return {
      ...common,
      ...(returnImmediately !== undefined && { returnImmediately }),
      ...(version === "1.1" && ifGenerationMatch !== undefined && { ifGenerationMatch }),
    };
  }
  const waits = operation === "send" || returnImmediately !== undefined;
  const options = { ...common, ...(waits && { blocking: returnImmediately !== true }) };
  // Required in a configuration before 0.2.6.
  const needsModes = version === "0.2" && !acceptedOutputModes && Object.keys(options).length > 0;
  return needsModes ? { acceptedOutputModes: [], ...options } : options;
}

const PUSH_MEMBER = {
  "0.3": "pushNotificationConfig",
  "0.3-proto": "pushNotification",
  "1.0": "taskPushNotificationConfig",
} as const;

function encodePush({ id, url, token, authentication }: PushConfig, shape: RequestFormat): object {
  const { scheme, credentials } = authentication ?? {};
  const how = shape === "1.0" ? { scheme } : { schemes: [scheme] };
  return {
    ...(id !== undefined && shape !== "0.1" && { id }),
    url,
    ...(token !== undefined && { token }),
    ...(authentication && {
      authentication: { ...how, ...(credentials !== undefined && { credentials }) },
    }),
  };
}

function encodePushSetParams(taskId: string, config: PushConfig, shape: RequestFormat): object {
  const push = encodePush(config, shape);
  switch (shape) {
    case "0.1":
      return { id: taskId, pushNotificationConfig: push };
    case "0.3":
      return { taskId, pushNotificationConfig: push };
    case "0.3-proto": {
      const parent = `tasks/${taskId}`;
      const configId = config.id ?? "default";
      const name = `${parent}/pushNotificationConfigs/${configId}`;
      return { parent, configId, config: { name, pushNotificationConfig: push } };
    }
    case "1.0":
      return { taskId, ...push };
  }
}

function encodePushParams(taskId: string, configId: string, shape: RequestFormat): object {
  switch (shape) {
    case "0.1":
      return { id: taskId };
    case "0.3":
      return { id: taskId, pushNotificationConfigId: configId };
    case "0.3-proto":
      return { name: `tasks/${taskId}/pushNotificationConfigs/${configId}` };
    case "1.0":
      return { taskId, id: configId };
  }
}

function encodeListParams(filter: Extract<Call, { filter: unknown }>["filter"]): object {
  const { state, changedAfter, ...same } = filter;
  return {
    ...same,
    ...(state && { status: toProtoState(state) }),
    ...(changedAfter !== undefined && { statusTimestampAfter: changedAfter }),
  };
}

function toProtoState(state: TaskState): string {
  if (state === "unknown") return "TASK_STATE_UNSPECIFIED";
  return `TASK_STATE_${state.toUpperCase().replace("-", "_")}`;
}

/** Encodes a message and its parts in each request format. */
function encodeMessage(message: OutgoingMessage, shape: RequestFormat): object {
  const { messageId, contextId, taskId } = message;
  const ids = { ...(contextId && { contextId }), ...(taskId && { taskId }) };
  const encoded = encodeContent(message, shape);
  switch (shape) {
    case "0.1":
      return { role: "user", ...encoded };
    case "0.3":
      return { kind: "message", role: "user", messageId, ...ids, ...encoded };
    case "0.3-proto":
    case "1.0":
      return { messageId, role: "ROLE_USER", ...ids, ...encoded };
  }
}

/** The content of a message: its text or its composed parts. */
function encodeContent({ text, content }: OutgoingMessage, shape: RequestFormat): object {
  const list = shape === "0.3-proto" ? "content" : "parts";
  if (!content) return { [list]: [encodePart({ kind: "text", text }, shape)] };
  const { parts, metadata, extensions, referenceTaskIds = [] } = content;
  const isNew = shape !== "0.1";
  const refers = (shape === "0.3" || shape === "1.0") && referenceTaskIds.length > 0;
  return {
    [list]: parts.map((part) => encodePart(part, shape)),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(extensions.length > 0 && isNew && { extensions }),
    ...(refers && { referenceTaskIds }),
  };
}

function encodePart(part: Part, shape: RequestFormat): unknown {
  if (part.kind === "other") return part.raw;
  const metadata = part.metadata === undefined ? {} : { metadata: part.metadata };
  switch (shape) {
    case "0.1":
      return { type: part.kind, ...encodeContent0(part), ...metadata };
    case "0.3":
      return { kind: part.kind, ...encodeContent0(part), ...metadata };
    case "0.3-proto":
      return { ...encodeContentProto03(part), ...metadata };
    case "1.0":
      return { ...encodeContent1(part), ...metadata };
  }
}

type Content = Exclude<Part, { kind: "other" }>;

function encodeContent0(part: Content): object {
  if (part.kind === "text") return { text: part.text };
  if (part.kind === "data") return { data: part.data };
  const { name, mediaType, bytes, uri } = part;
  return { file: { name, mimeType: mediaType, ...(bytes === undefined ? { uri } : { bytes }) } };
}

function encodeContentProto03(part: Content): object {
  if (part.kind === "text") return { text: part.text };
  if (part.kind === "data") return { data: { data: part.data } };
  const { name, mediaType, bytes, uri } = part;
  const source = bytes === undefined ? { fileWithUri: uri } : { fileWithBytes: bytes };
  return { file: { ...source, mimeType: mediaType, name } };
}

function encodeContent1(part: Content): object {
  const { mediaType } = part;
  if (part.kind === "text") return { text: part.text, mediaType };
  if (part.kind === "data") return { data: part.data, mediaType };
  const { name: filename, bytes, uri } = part;
  return { ...(bytes === undefined ? { url: uri } : { raw: bytes }), filename, mediaType };
}
