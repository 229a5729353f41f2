/** Rules about lists, and about how a call is refused. */

import { type Rule, VERSIONS_FROM_1 } from "./rule.ts";

export const RESPONSE_RULES = [
  {
    rule: "LIST-TOKEN",
    label: "no nextPageToken",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.4",
    message: "A page of tasks has no nextPageToken: it is there on the last page too, and empty.",
  },
  {
    rule: "LIST-ART",
    label: "artifacts not wanted",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.4",
    message: "Listed tasks have artifacts, full or empty, though includeArtifacts is not true.",
    at: [["tasks"]],
  },
  {
    rule: "LIST-SORT",
    label: "list out of order",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.4",
    message: "Listed tasks are not sorted by the time of their status, the newest first.",
    at: [["tasks"]],
  },
  {
    rule: "ERR-CODE",
    label: "wrong error code",
    severity: "warning",
    spec: "1.0 §5.4, 0.3 §8.2, 0.2 §8.2, 0.1 §8.2",
    message: "The error says what it is, and has the code of another one in this version.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-SHAPE",
    label: "no proper error",
    severity: "error",
    spec: "1.0 §9.5, 0.3 §6.12, 0.2 §6.12, 0.1 §6.12",
    message:
      "The error is not one of JSON-RPC: in an envelope, an object with a whole number as code and a text as message.",
    at: [["error"]],
  },
  {
    rule: "ERR-DATA",
    label: "error data untyped",
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
      "error.data of an error of A2A's own has no ErrorInfo of the domain a2a-protocol.org: 1.0.0 requires one, 1.0.1 recommends it.",
    at: [["error", "data"], ["error"]],
  },
  {
    rule: "ERR-REST",
    label: "error of another form",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §11.6",
    message:
      "The body is not the JSON of a google.rpc.Status: error with the HTTP status as code, a message, and typed details.",
    at: [["error"]],
  },
  {
    rule: "ERR-STATUS",
    label: "wrong status",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §5.4",
    message:
      "The error came with another HTTP or gRPC status than both 1.0.0 and 1.0.1 have for its reason.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-STATUS-OLD",
    label: "status of 1.0.0",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §5.4",
    message:
      "The error came with the HTTP or gRPC status that 1.0.0 has for its reason; 1.0.1 has another one.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-PROBLEM",
    label: "no google.rpc.Status",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §11.6",
    message:
      "The body is an error in another form than the JSON of a google.rpc.Status: a problem of RFC 9457, or what a web framework or a gateway answers with.",
  },
  {
    rule: "ERR-OVER",
    label: "refused with another code",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.1",
    message:
      "A message for a task that is over was refused, but not as an unsupported operation (−32004).",
    at: [["error", "code"]],
  },
] as const satisfies readonly Rule[];
