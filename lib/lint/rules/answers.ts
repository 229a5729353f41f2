/** Rules about lists, and about how a call is refused. */

import { FROM_1, type Rule } from "./rule.ts";

export const ANSWERS = [
  {
    rule: "LIST-TOKEN",
    label: "no nextPageToken",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.1.4",
    message: "A page of tasks has no nextPageToken: it is there on the last page too, and empty.",
  },
  {
    rule: "LIST-ART",
    label: "artifacts not wanted",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.1.4",
    message: "Listed tasks have artifacts, full or empty, though includeArtifacts is not true.",
    at: [["tasks"]],
  },
  {
    rule: "LIST-SORT",
    label: "list out of order",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.1.4",
    message: "Listed tasks are not sorted by the time of their status, the newest first.",
    at: [["tasks"]],
  },
  {
    rule: "ERR-CODE",
    label: "wrong error code",
    severity: "warning",
    spec: "1.0 §5.4, 0.3 §8",
    message: "The error says what it is, and has the code of another one in this version.",
    at: [["error", "code"]],
  },
  {
    rule: "ERR-SHAPE",
    label: "no proper error",
    severity: "error",
    spec: "JSON-RPC 2.0 §5.1",
    message: "error is not an object with a whole number as code and a text as message.",
    at: [["error"]],
  },
  {
    rule: "ERR-DATA",
    label: "error data untyped",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §9.5",
    message: "error.data is not a list of objects that each have an @type.",
    at: [["error", "data"]],
  },
  {
    rule: "ERR-REST",
    label: "error of another form",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §11.6",
    message:
      "The body is not the JSON of a google.rpc.Status: error with code, status, message and typed details.",
    at: [["error"]],
  },
  {
    rule: "ERR-PROBLEM",
    label: "problem+json",
    severity: "info",
    versions: FROM_1,
    spec: "1.0 §11.6",
    message: "The body is a problem of RFC 9457, not the JSON of a google.rpc.Status.",
  },
  {
    rule: "ERR-OVER",
    label: "refused with another code",
    severity: "info",
    versions: FROM_1,
    spec: "1.0 §3.1.1",
    message:
      "A message for a task that is over was refused, but not as an unsupported operation (−32004).",
    at: [["error", "code"]],
  },
] as const satisfies readonly Rule[];
