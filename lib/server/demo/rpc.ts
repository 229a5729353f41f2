/** JSON-RPC calls, results and errors of A2A. */

import { isObject } from "../../protocol/json.ts";

export type RpcId = string | number | null;

export interface RpcCall {
  id: RpcId;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

const ERRORS = {
  PARSE_ERROR: [-32700, "The request is not JSON."],
  INVALID_REQUEST: [-32600, "The request is not a JSON-RPC 2.0 call."],
  METHOD_NOT_FOUND: [-32601, "Unknown method."],
  INVALID_PARAMS: [-32602, "Invalid parameters for this method."],
  TASK_NOT_FOUND: [-32001, "Task not found."],
  TASK_NOT_CANCELABLE: [-32002, "The task has already ended."],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [-32003, "This agent does not support push notifications."],
  UNSUPPORTED_OPERATION: [-32004, "This agent does not support this operation."],
  VERSION_NOT_SUPPORTED: [-32009, "This agent supports only A2A 1.0."],
} as const;

export type RpcErrorReason = keyof typeof ERRORS;

export class RpcError extends Error {
  readonly reason: RpcErrorReason;

  constructor(reason: RpcErrorReason, detail?: string) {
    super(detail ?? ERRORS[reason][1]);
    this.reason = reason;
  }
}

export const createResultResponse = (id: RpcId, result: unknown) => ({
  jsonrpc: "2.0",
  id,
  result,
});

/** Before 1.0, errors had no details. */
export function createErrorResponse(id: RpcId, error: RpcError, hasDetails: boolean): object {
  const { reason, message } = error;
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "a2a-protocol.org",
    metadata: {},
  };
  const body = { code: ERRORS[reason][0], message, ...(hasDetails && { data: [info] }) };
  return { jsonrpc: "2.0", id, error: body };
}

/** Reads the id even of an otherwise invalid call. */
export function getRequestId(value: unknown): RpcId {
  const id = isObject(value) ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

export function parseCall(value: unknown): RpcCall {
  if (!isObject(value) || value.jsonrpc !== "2.0") throw new RpcError("INVALID_REQUEST");
  const { method, params = {} } = value;
  if (typeof method !== "string") throw new RpcError("INVALID_REQUEST", "The method is missing.");
  if (!isObject(params)) throw new RpcError("INVALID_PARAMS", "The parameters must be an object.");
  return { id: getRequestId(value), method, params };
}
