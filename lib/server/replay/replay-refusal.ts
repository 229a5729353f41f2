/** Error responses for requests that match no recorded exchange, in the format of their version and binding. */
import { getEncodingVersion } from "../../protocol/encode/request-format.ts";
import type { Version } from "../../protocol/versions.ts";
import type { ReplayRequest } from "./replay-request.ts";
import type { ReplayHead, ReplayResponse } from "./replay-response.ts";

export interface ReplayRefusal {
  readonly reason: keyof typeof REFUSAL_CODES;
  readonly message: string;
}

/** JSON-RPC error code, HTTP+JSON status, and the gRPC name of that status. */
const REFUSAL_CODES = {
  PARSE_ERROR: [-32700, 400, "INVALID_ARGUMENT"],
  INVALID_REQUEST: [-32600, 400, "INVALID_ARGUMENT"],
  METHOD_NOT_FOUND: [-32601, 404, "NOT_FOUND"],
  TASK_NOT_FOUND: [-32001, 404, "NOT_FOUND"],
  UNSUPPORTED_OPERATION: [-32004, 400, "FAILED_PRECONDITION"],
  VERSION_NOT_SUPPORTED: [-32009, 400, "FAILED_PRECONDITION"],
  NOT_FOUND: [-32600, 404, "NOT_FOUND"],
} as const;

/** `version` is that of the recording, for requests that do not name theirs. */
export function createRefusalResponse(
  { reason, message }: ReplayRefusal,
  { binding, versions, idLiterals }: ReplayRequest,
  version: Version,
): ReplayResponse {
  const isNew = getEncodingVersion(versions[0] ?? version) === "1.0";
  const [known, status, name] = REFUSAL_CODES[reason];
  // Before 1.0, this code had another meaning or none.
  const code = reason === "VERSION_NOT_SUPPORTED" && !isNew ? -32601 : known;
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "a2a-protocol.org",
    metadata: {},
  };
  if (binding === "jsonrpc" || reason === "PARSE_ERROR" || reason === "INVALID_REQUEST") {
    const error = JSON.stringify({ code, message, ...(isNew && { data: [info] }) });
    return createResponse(
      200,
      `{"jsonrpc":"2.0","id":${idLiterals.request ?? "null"},"error":${error}}`,
    );
  }
  if (binding === null) return createTextResponse(status, message);
  const error = isNew
    ? { error: { code: status, status: name, message, details: [info] } }
    : { code, message };
  return createResponse(status, JSON.stringify(error));
}

export function createTextResponse(status: number, message: string): ReplayResponse {
  return createResponse(status, `${message}\n`, "text/plain; charset=utf-8");
}

/** A complete response of Loupe's own, without delay. */
export function createResponse(
  status: number,
  body: string,
  type = "application/json",
  more: ReplayHead["headers"] = [],
): ReplayResponse {
  const bytes = new TextEncoder().encode(body);
  const headers = [
    ["content-type", type],
    ["content-length", String(bytes.length)],
    ["cache-control", "no-store"],
    ...more,
  ] as const;
  const head = { status, statusText: null, headers };
  return { head, headAt: 0, writes: [{ bytes, at: 0 }], endAt: 0, ending: "end", notes: [] };
}
