/** Rules about frames and envelopes that need the exchange or earlier events. */

import { type Rule, VERSIONS_FROM_1 } from "./rule.ts";

export const FRAME_RULES = [
  {
    rule: "FRM-BOM",
    label: "byte order mark",
    severity: "info",
    spec: "WHATWG SSE §9.2.6",
    message:
      "A byte order mark appears inside the stream, where it is not a mark but part of a name.",
  },
  {
    rule: "FRM-CTYPE",
    label: "not an event stream",
    severity: "error",
    spec: "1.0 §9.1, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
    message: "A streaming response has a content type other than text/event-stream.",
    header: "Content-Type",
  },
  {
    rule: "FRM-RPC-CTYPE",
    label: "not sent as JSON",
    severity: "error",
    versions: ["0.3", ...VERSIONS_FROM_1],
    spec: "1.0 §9.1, 0.3 §3.2.1",
    message: "A JSON-RPC response has a content type other than application/json.",
    header: "Content-Type",
  },
  {
    rule: "FRM-REST-CTYPE",
    label: "plain JSON type",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §11.1",
    message: "A REST response is application/json, but application/a2a+json should be used.",
    header: "Content-Type",
  },
  {
    rule: "ENV-NOJSONRPC",
    label: "no jsonrpc",
    severity: "warning",
    spec: "JSON-RPC 2.0 §5",
    message: 'The response has no envelope, or its envelope lacks jsonrpc: "2.0".',
  },
  {
    rule: "ENV-WRAPPED-GET",
    label: "wrapped task",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §9.4.3",
    message: "The response to GetTask or CancelTask wraps the task in a member of its own.",
    at: [["task"]],
  },
  {
    rule: "VER-MIXED",
    label: "mixed versions",
    severity: "warning",
    spec: "1.0 §3.6.2, 0.3 §6, 0.2 §6, 0.1 §6",
    message: "One response has events in the formats of different versions.",
    at: [["kind"]],
  },
  {
    rule: "DM-TIME-BACK",
    label: "timestamp goes back",
    severity: "warning",
    spec: "1.0 §3.5.2, 0.3 §6.2, 0.2 §6.2, 0.1 §6.2",
    message: "A status has an earlier timestamp than the one before it.",
    at: [["status", "timestamp"]],
  },
] as const satisfies readonly Rule[];
