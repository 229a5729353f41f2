/**
 * Encodes an operation of ACTS for the interface that is tested. The parameters reach the agent as the
 * file has them, with members that no client would send.
 */

import type { Call } from "../../protocol/call.ts";
import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { getGrpcCall } from "../../protocol/grpc/services.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { encodeBase64 } from "../../text/utf8.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import type { Calls, InterfaceUnderTest } from "../subject.ts";
import type { ActsOperation } from "./document.ts";

/** Whether the response is a stream. */
export const isStreamed = (operation: ActsOperation): boolean =>
  operation === "send_streaming_message" || operation === "subscribe_to_task";

const CALLS: Readonly<Record<Exclude<ActsOperation, "get_agent_card">, Call["operation"]>> = {
  send_message: "send",
  send_streaming_message: "stream",
  get_task: "get",
  list_tasks: "list",
  cancel_task: "cancel",
  subscribe_to_task: "subscribe",
  get_extended_agent_card: "extended-card",
  create_push_config: "push-set",
  get_push_config: "push-get",
  list_push_configs: "push-list",
  delete_push_config: "push-delete",
};

export function encodeOperation(
  named: ActsOperation,
  given: JsonObject,
  calls: Calls,
  subject: InterfaceUnderTest,
): OutgoingRequest {
  // Some files ask for the extended card this way.
  const isExtended = named === "get_agent_card" && given.extended === true;
  const operation = isExtended ? "get_extended_agent_card" : named;
  if (operation === "get_agent_card") return encodeCardRequest(subject);
  const params = isExtended ? {} : adaptParams(operation, given, calls);
  const request = calls.encode(createCall(operation, params, calls));
  const { binding } = subject.endpoint;
  if (binding === "grpc") return encodeGrpcParams(request, CALLS[operation], params);
  if (binding === "rest") return encodeRestParams(request, params);
  const envelope: unknown = JSON.parse(request.body ?? "{}");
  return { ...request, body: JSON.stringify({ ...(isObject(envelope) && envelope), params }) };
}

function encodeCardRequest({ agent, endpoint }: InterfaceUnderTest): OutgoingRequest {
  const url = agent.cardSource?.url ?? new URL("/.well-known/agent-card.json", endpoint.url).href;
  const headers = [
    ["accept", "application/json"],
    ["A2A-Version", "1.0"],
  ] as const;
  return { method: "GET", url, headers };
}

/** Where 1.0 has the parameters elsewhere than the files. */
function adaptParams(operation: ActsOperation, given: JsonObject, calls: Calls): JsonObject {
  if (operation === "create_push_config") {
    const { pushNotificationConfig, ...others } = given;
    return { ...others, ...(isObject(pushNotificationConfig) && pushNotificationConfig) };
  }
  if (operation === "list_tasks") {
    const { cursor, ...others } = given;
    return { ...others, ...(cursor !== undefined && { pageToken: cursor }) };
  }
  const { message } = given;
  if (!isObject(message) || message.messageId !== undefined) return given;
  return { ...given, message: { ...message, messageId: calls.createId() } };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The call with what its path consists of. */
function createCall(
  operation: Exclude<ActsOperation, "get_agent_card">,
  { id, taskId }: JsonObject,
  calls: Calls,
): Call {
  const kind = CALLS[operation];
  switch (kind) {
    case "send":
    case "stream": {
      const messageId = calls.createId();
      return { operation: kind, message: { text: "", messageId, taskId: null, contextId: null } };
    }
    case "list":
      return { operation: kind, filter: {} };
    case "push-set":
      return { operation: kind, taskId: textOf(taskId), config: { url: "" } };
    case "push-get":
    case "push-delete":
      return { operation: kind, taskId: textOf(taskId), configId: textOf(id) };
    case "push-list":
      return { operation: kind, taskId: textOf(taskId) };
    case "extended-card":
      return { operation: kind };
    default:
      return { operation: kind, taskId: textOf(id) };
  }
}

function encodeGrpcParams(
  request: OutgoingRequest,
  operation: Call["operation"],
  params: JsonObject,
): OutgoingRequest {
  const rpc = getGrpcCall(operation, "1.0");
  if (!rpc) return request;
  const { bytes, omitted } = encodeProtobuf(rpc.schema, rpc.request, params);
  const { omitted: _, ...others } = request;
  const bodyB64 = encodeBase64(encodeGrpcFrame(bytes));
  return { ...others, bodyB64, ...(omitted.length > 0 && { omitted }) };
}

/** The path has the ids; everything else is in the body, or in the query without one. */
function encodeRestParams(request: OutgoingRequest, params: JsonObject): OutgoingRequest {
  if (request.body !== undefined) return { ...request, body: JSON.stringify(params) };
  const { id: _, taskId: __, ...query } = params;
  if (request.method !== "GET") return request;
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return { ...request, url: url.href };
}
