/**
 * Names of error codes. The same code has different meanings in different versions, so a name
 * depends on the version of the exchange.
 */

import type { Version } from "./versions.ts";

/** JSON-RPC codes, in all versions. */
const STANDARD: ReadonlyMap<number, string> = new Map([
  [-32700, "ParseError"],
  [-32600, "InvalidRequest"],
  [-32601, "MethodNotFound"],
  [-32602, "InvalidParams"],
  [-32603, "InternalError"],
]);

/** A2A codes with the same meaning in all versions. */
const COMMON: ReadonlyMap<number, string> = new Map([
  [-32001, "TaskNotFound"],
  [-32002, "TaskNotCancelable"],
  [-32003, "PushNotificationNotSupported"],
  [-32004, "UnsupportedOperation"],
  [-32005, "ContentTypeNotSupported"],
]);

/** From the documentation of 0.1; its schema ends at −32004. */
const V0_1: ReadonlyMap<number, string> = new Map([
  [-32006, "StreamingNotSupported"],
  [-32007, "AuthenticationRequired"],
  [-32008, "AuthorizationFailed"],
  [-32009, "InvalidTaskState"],
  [-32010, "RateLimitExceeded"],
  [-32011, "ResourceUnavailable"],
]);

const V0_2: ReadonlyMap<number, string> = new Map([[-32006, "InvalidAgentResponse"]]);

const V0_3: ReadonlyMap<number, string> = new Map([
  ...V0_2,
  [-32007, "AuthenticatedExtendedCardNotConfigured"],
]);

const V1_0: ReadonlyMap<number, string> = new Map([
  ...V0_2,
  [-32007, "ExtendedAgentCardNotConfigured"],
  [-32008, "ExtensionSupportRequired"],
  [-32009, "VersionNotSupported"],
]);

const V1_1: ReadonlyMap<number, string> = new Map([...V1_0, [-32010, "TaskGenerationMismatch"]]);

const NONE: ReadonlyMap<number, string> = new Map();

const BY_VERSION: Readonly<Record<Version, ReadonlyMap<number, string>>> = {
  "0.1": V0_1,
  "0.2": V0_2,
  "0.3": V0_3,
  "1.0": V1_0,
  "1.1": V1_1,
  blog: NONE,
  unknown: NONE,
};

/** The name of an error code in a version; `null` if it has none. */
export function getErrorName(code: number, version: Version): string | null {
  return BY_VERSION[version].get(code) ?? COMMON.get(code) ?? STANDARD.get(code) ?? null;
}

/** Whether A2A itself defines the code in this version, not JSON-RPC or a server. */
export function isA2aErrorCode(code: number, version: Version): boolean {
  return getErrorName(code, version) !== null && !STANDARD.has(code);
}

/** How a release of 1.0 maps an error to the other bindings; the two releases differ. */
interface ErrorStatus {
  readonly http: number;
  readonly grpc: string;
}

export const RELEASES_OF_1_0 = ["1.0.0", "1.0.1"] as const;
type Release = (typeof RELEASES_OF_1_0)[number];

type StatusRow = readonly [grpc0: string, http0: number, grpc1: string, http1: number];

/** §5.4 of 1.0.0, then of 1.0.1. */
const STATUSES: ReadonlyMap<string, StatusRow> = new Map<string, StatusRow>([
  ["TaskNotFound", ["NOT_FOUND", 404, "NOT_FOUND", 404]],
  ["TaskNotCancelable", ["FAILED_PRECONDITION", 409, "FAILED_PRECONDITION", 400]],
  ["PushNotificationNotSupported", ["UNIMPLEMENTED", 400, "FAILED_PRECONDITION", 400]],
  ["UnsupportedOperation", ["UNIMPLEMENTED", 400, "FAILED_PRECONDITION", 400]],
  ["ContentTypeNotSupported", ["INVALID_ARGUMENT", 415, "INVALID_ARGUMENT", 400]],
  ["InvalidAgentResponse", ["INTERNAL", 502, "INTERNAL", 500]],
  ["ExtendedAgentCardNotConfigured", ["FAILED_PRECONDITION", 400, "FAILED_PRECONDITION", 400]],
  ["ExtensionSupportRequired", ["FAILED_PRECONDITION", 400, "FAILED_PRECONDITION", 400]],
  ["VersionNotSupported", ["UNIMPLEMENTED", 400, "FAILED_PRECONDITION", 400]],
]);

/** The errors that both releases of 1.0 map, in the order of their codes. */
export const ERRORS_WITH_STATUS: readonly string[] = [...STATUSES.keys()];

/** The HTTP and gRPC status of an error in a release of 1.0; `null` if it has no mapping. */
export function getErrorStatus(name: string, release: Release): ErrorStatus | null {
  const row = STATUSES.get(name);
  if (!row) return null;
  const [grpc0, http0, grpc1, http1] = row;
  return release === "1.0.0" ? { http: http0, grpc: grpc0 } : { http: http1, grpc: grpc1 };
}

/** The names of all A2A errors of all versions. */
export const A2A_ERROR_NAMES: readonly string[] = [
  ...new Set([V0_1, V1_1, V0_3, COMMON].flatMap((table) => [...table.values()])),
];

/** Reasons are the names in capitals; an agent may send only these. */
const BY_REASON: ReadonlyMap<string, string> = new Map(
  [...COMMON.values(), ...V1_1.values(), ...V0_3.values(), "InvalidParams"].map((name) => [
    name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase(),
    name,
  ]),
);

/** The name of the error with a reason such as `TASK_NOT_FOUND`; `null` for other reasons. */
export function getErrorNameByReason(reason: string): string | null {
  return BY_REASON.get(reason) ?? null;
}
