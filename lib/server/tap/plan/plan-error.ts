/** The error with which a plan lets a call fail, in the words of its version and binding. */

import { getEncodingVersion } from "../../../protocol/encode/request-format.ts";
import { getErrorName, getErrorStatus } from "../../../protocol/error-names.ts";
import { getGrpcStatusCode } from "../../../protocol/grpc/status.ts";
import type { Binding, Version } from "../../../protocol/versions.ts";

export interface PlanError {
  /** A JSON-RPC error code, or an HTTP status from 400 on. */
  readonly code: number;
  readonly message: string;
}

export const DEFAULT_ERROR: PlanError = {
  code: -32603,
  message: "Loupe let this call fail, as its plan says.",
};

/** HTTP and gRPC status of the errors of JSON-RPC itself, and of HTTP statuses. */
const STANDARD: Readonly<Record<string, readonly [http: number, grpc: string]>> = {
  ParseError: [400, "INVALID_ARGUMENT"],
  InvalidRequest: [400, "INVALID_ARGUMENT"],
  MethodNotFound: [404, "UNIMPLEMENTED"],
  InvalidParams: [400, "INVALID_ARGUMENT"],
};
const GRPC_BY_HTTP: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};
const INTERNAL: readonly [http: number, grpc: string] = [500, "INTERNAL"];

export interface FormattedError {
  /** Of a response that is nothing else; 200 where the error is in a JSON-RPC envelope. */
  readonly status: number;
  readonly json: string;
  readonly grpcStatus: number;
}

export function formatPlanError(
  { code, message }: PlanError,
  { version, binding }: { readonly version: Version; readonly binding: Binding },
  requestId: string | number | null,
): FormattedError {
  const isHttp = isHttpStatus(code);
  const name = getErrorName(code, version);
  const mapped = name === null ? null : getErrorStatus(name, "1.0.1");
  const [http, grpc] = isHttp
    ? [code, GRPC_BY_HTTP[code] ?? "UNKNOWN"]
    : mapped
      ? [mapped.http, mapped.grpc]
      : (STANDARD[name ?? ""] ?? INTERNAL);
  const grpcStatus = getGrpcStatusCode(grpc);
  if (binding !== "rest") {
    const error = { code: isHttp ? DEFAULT_ERROR.code : code, message };
    const json = JSON.stringify({ jsonrpc: "2.0", id: requestId, error });
    return { status: isHttp ? http : 200, json, grpcStatus };
  }
  const isNew = getEncodingVersion(version) === "1.0";
  const json = JSON.stringify(
    isNew ? { error: { code: http, status: grpc, message, details: [] } } : { code, message },
  );
  return { status: http, json, grpcStatus };
}

const isHttpStatus = (code: number): boolean => code >= 400 && code <= 599;
