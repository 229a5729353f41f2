/** What an exchange asked for, read from its request as it left. */

import { isObject } from "../protocol/json.ts";
import type { RpcRequest } from "../protocol/model.ts";
import { isRpcRequest, readRequest, readRestBody } from "../protocol/request.ts";
import type { OpenRecord } from "../wire/record.ts";

/** The request, when the body is a JSON-RPC call or a REST message. */
export function readBody(record: OpenRecord): RpcRequest | null {
  if (record.body === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(record.body);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const reading = { evidence: 0, irregular: 0, rest03: isRest03(record.url) };
  if (isRpcRequest(value)) return readRequest(value, reading);
  const message = readRestBody(value, reading);
  if (!message) return null;
  const streaming = /message:stream/.test(record.url);
  return {
    id: null,
    method: `${record.method} ${lastSegment(record.url)}`,
    operation: streaming ? "stream" : "send",
    message,
    taskId: message.taskId,
  };
}

export function lastSegment(url: string): string {
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || path;
}

/** The paths of the REST binding of 0.3. */
export function isRest03(url: string): boolean {
  return /\/v1\/(?:message:|tasks\/|card\b)/.test(url);
}
