/**
 * What error codes mean. The same number means different things in different versions, so a code
 * is named only together with the version that the exchange speaks.
 */

import type { Version } from "./versions.ts";

/** JSON-RPC's own codes, in every version. */
const STANDARD: ReadonlyMap<number, string> = new Map([
  [-32700, "ParseError"],
  [-32600, "InvalidRequest"],
  [-32601, "MethodNotFound"],
  [-32602, "InvalidParams"],
  [-32603, "InternalError"],
]);

/** A2A's codes that never changed their meaning. */
const COMMON: ReadonlyMap<number, string> = new Map([
  [-32001, "TaskNotFound"],
  [-32002, "TaskNotCancelable"],
  [-32003, "PushNotificationNotSupported"],
  [-32004, "UnsupportedOperation"],
  [-32005, "ContentTypeNotSupported"],
]);

/** From the documents of 0.1; its schema ends at −32004. */
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

/** What the version calls an error of this code; `null` where it has no name for it. */
export function getErrorName(code: number, version: Version): string | null {
  return BY_VERSION[version].get(code) ?? COMMON.get(code) ?? STANDARD.get(code) ?? null;
}

/** Is the code of an error that A2A itself defines in this version, and not of JSON-RPC or of a server? */
export function isA2aErrorCode(code: number, version: Version): boolean {
  return getErrorName(code, version) !== null && !STANDARD.has(code);
}

/** How the two releases of 1.0 map an error to the other bindings: they differ. */
export interface ErrorStatus {
  readonly http: number;
  readonly grpc: string;
}

export const RELEASES_OF_1_0 = ["1.0.0", "1.0.1"] as const;
export type Release = (typeof RELEASES_OF_1_0)[number];

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

/** The HTTP and gRPC status of an error in a release of 1.0; `null` for one that has no row there. */
export function getErrorStatus(name: string, release: Release): ErrorStatus | null {
  const row = STATUSES.get(name);
  if (!row) return null;
  const [grpc0, http0, grpc1, http1] = row;
  return release === "1.0.0" ? { http: http0, grpc: grpc0 } : { http: http1, grpc: grpc1 };
}

/** Every error of A2A that some version defines, by its name. */
export const A2A_ERROR_NAMES: readonly string[] = [
  ...new Set([V0_1, V1_1, V0_3, COMMON].flatMap((table) => [...table.values()])),
];

/** Reasons are the names in capitals; an agent may say only these. */
const BY_REASON: ReadonlyMap<string, string> = new Map(
  [...COMMON.values(), ...V1_1.values(), ...V0_3.values(), "InvalidParams"].map((name) => [
    name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase(),
    name,
  ]),
);

/** What an error with this reason is called (`TASK_NOT_FOUND`); `null` for a reason of somebody else's. */
export function getErrorNameByReason(reason: string): string | null {
  return BY_REASON.get(reason) ?? null;
}
