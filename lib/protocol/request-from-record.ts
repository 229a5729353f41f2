/** Reads the request of an exchange from its record. */

import { isGrpcContentType } from "../wire/grpc-framer.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { OpenRecord } from "../wire/record.ts";
import { readGrpcBody } from "./grpc/body.ts";
import { parseGrpcCall } from "./grpc/services.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { RpcRequest } from "./model.ts";
import { isRpcRequest, readRestMessage, readRpcRequest } from "./request.ts";
import { isRest03Url, parseRestCall } from "./rest-call.ts";

/** Reads a JSON-RPC request from the body, other requests from method and path. */
export function readRecordedRequest(record: OpenRecord): RpcRequest | null {
  // Incoming notifications are not requests to an agent.
  if (record.inbound) return null;
  if (isGrpcRequest(record)) return readGrpcCall(record);
  const body = parseBody(record);
  const flags = { evidence: 0, decodeIssues: 0, rest03: isRest03Url(record.url) };
  if (body && isRpcRequest(body)) return readRpcRequest(body, flags);
  const call = parseRestCall(record.method, record.url);
  const isSending = call === null || call.operation === "send" || call.operation === "stream";
  const message = isSending && body ? readRestMessage(body, flags) : null;
  if (call) return { id: null, ...call, message, taskId: message?.taskId ?? call.taskId };
  if (!message) return null;
  const method = `${record.method} ${getLastSegment(record.url)}`;
  return { id: null, method, operation: "send", message, taskId: message.taskId };
}

function isGrpcRequest({ framing, headers }: OpenRecord): boolean {
  return framing === "grpc" || isGrpcContentType(getHeaderValue(headers, "content-type") ?? "");
}

function readGrpcCall({ url, bodyB64 }: OpenRecord): RpcRequest {
  const { method, operation, version } = parseGrpcCall(url);
  const request = { id: null, method: method || getLastSegment(url), operation };
  const content = bodyB64 === undefined ? null : readGrpcBody(url, bodyB64)?.value;
  if (!isObject(content)) return { ...request, message: null, taskId: null };
  const flags = { evidence: 0, decodeIssues: 0, rest03: version === "0.3" };
  const message = readRestMessage(content, flags);
  return { ...request, message, taskId: message?.taskId ?? findTaskId(content) };
}

/** Finds the task by id, or in 0.3 by path. */
function findTaskId({ taskId, id, name, parent }: JsonObject): string | null {
  const path = [name, parent].find((one) => typeof one === "string");
  const found = taskId ?? id ?? /^tasks\/([^/]+)/.exec(String(path))?.[1];
  return typeof found === "string" && found !== "" ? found : null;
}

function parseBody({ body }: OpenRecord): JsonObject | null {
  if (body === undefined) return null;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function getLastSegment(url: string): string {
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || path;
}
