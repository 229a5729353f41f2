/** What an exchange asked for, read from its request as it left. */

import { isObject, type JsonObject } from "../protocol/json.ts";
import type { RpcRequest } from "../protocol/model.ts";
import { isRpcRequest, readRequest, readRestBody } from "../protocol/request.ts";
import { isRest03, readRestCall } from "../protocol/rest.ts";
import type { OpenRecord } from "../wire/record.ts";

/** The request: a JSON-RPC call by its body, one over HTTP+JSON by its verb and path. */
export function readAsked(record: OpenRecord): RpcRequest | null {
  // What came in asked for nothing: it tells.
  if (record.inbound) return null;
  const body = bodyOf(record);
  const reading = { evidence: 0, irregular: 0, rest03: isRest03(record.url) };
  if (body && isRpcRequest(body)) return readRequest(body, reading);
  const call = readRestCall(record.method, record.url);
  const isSending = call === null || call.operation === "send" || call.operation === "stream";
  const message = isSending && body ? readRestBody(body, reading) : null;
  if (call) return { id: null, ...call, message, taskId: message?.taskId ?? call.taskId };
  if (!message) return null;
  const method = `${record.method} ${lastSegment(record.url)}`;
  return { id: null, method, operation: "send", message, taskId: message.taskId };
}

function bodyOf({ body }: OpenRecord): JsonObject | null {
  if (body === undefined) return null;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function lastSegment(url: string): string {
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || path;
}
