/** Rules about lists and error responses. */

import { type Rule, VERSIONS_FROM_1 } from "./rule.ts";

export const RESPONSE_RULES = [
  {
    rule: "LIST-TOKEN",
    label: "no nextPageToken",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.4",
    message: "A page of tasks has no nextPageToken: the last page must have it too, empty.",
  },
  {
    rule: "LIST-ART",
    label: "unwanted artifacts",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.4",
    message: "Listed tasks have artifacts (full or empty) although includeArtifacts is not true.",
    at: [["tasks"]],
  },
  {
    rule: "LIST-SORT",
    label: "list out of order",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.4",
    message: "Listed tasks are not sorted by status timestamp, newest first.",
    at: [["tasks"]],
  },
  {
    rule: "ERR-CODE",
    label: "wrong error code",
    severity: "warning",
    spec: "1.0 §5.4, 0.3 §8.2, 0.2 §8.2, 0.1 §8.2",
    message:
      "The error identifies itself as one kind of error but has the code of another in this version.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-SHAPE",
    label: "malformed error",
    severity: "error",
    spec: "1.0 §9.5, 0.3 §6.12, 0.2 §6.12, 0.1 §6.12",
    message:
      "The error is not a JSON-RPC error: an object in an envelope, with an integer code and a string message.",
    at: [["error"]],
  },
  {
    rule: "ERR-DATA",
    label: "untyped error data",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §9.5",
    message: "error.data is not a list of objects that each have an @type.",
    at: [["error", "data"]],
  },
  {
    rule: "ERR-INFO",
    label: "no ErrorInfo",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §9.5",
    message:
      "error.data of an A2A-specific error has no ErrorInfo with the domain a2a-protocol.org: 1.0.0 requires one, 1.0.1 recommends it.",
    at: [["error", "data"], ["error"]],
  },
  {
    rule: "ERR-REST",
    label: "malformed REST error",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §11.6",
    message:
      "The body is not a google.rpc.Status in JSON: error with the HTTP status as code, a message and typed details.",
    at: [["error"]],
  },
  {
    rule: "ERR-STATUS",
    label: "wrong status",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §5.4",
    message:
      "The error has a different HTTP or gRPC status than both 1.0.0 and 1.0.1 define for its reason.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-STATUS-OLD",
    label: "status of 1.0.0",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §5.4",
    message:
      "The error has the HTTP or gRPC status that 1.0.0 defines for its reason; 1.0.1 defines a different one.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-PROBLEM",
    label: "no google.rpc.Status",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §11.6",
    message:
      "The body is an error, but not a google.rpc.Status in JSON: it is a problem document (RFC 9457), or the error format of a web framework or gateway.",
  },
  {
    rule: "ERR-OVER",
    label: "different refusal code",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.1",
    message:
      "A message for a task that had ended was refused, but not with UnsupportedOperation (−32004).",
    at: [["error", "code"]],
  },
] as const satisfies readonly Rule[];
