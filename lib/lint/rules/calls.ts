/** Rules about client requests, and about the contexts and tasks they name. */

import { type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

const CONTEXT = [["contextId"]] as const;

export const CALL_RULES = [
  {
    rule: "VER-NOHEADER",
    label: "no version sent",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.6.1",
    message: "The client sent no A2A-Version: agents must treat the request as 0.3.",
  },
  {
    rule: "VER-PATCH",
    label: "patch number in version",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.6",
    message:
      "The client's A2A-Version has a patch number: versions consist of major and minor only.",
    header: "A2A-Version",
  },
  {
    rule: "VER-METHOD",
    label: "method from before 1.0",
    severity: "error",
    spec: "1.0 §9.1",
    message:
      "The client sends A2A-Version 1.0 or later but uses a method name from an earlier version.",
    header: "A2A-Version",
  },
  {
    rule: "VER-OLDHEADER",
    label: "1.0 method as 0.3",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.6.2",
    message: "The client calls a 1.0 method but sends A2A-Version 0.3.",
    header: "A2A-Version",
  },
  {
    rule: "HIST-LEN",
    label: "history too long",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.4",
    message: "A task's history is longer than the historyLength that the client requested.",
    at: [["history"], ["tasks"]],
  },
  {
    rule: "HIST-ZERO",
    label: "unwanted history",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.4",
    message: "A task has a history although historyLength is 0.",
    at: [["history"], ["tasks"]],
  },
  {
    rule: "CTX-MISSING",
    label: "no contextId",
    severity: "info",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.1, 0.3 §6.1, 0.2 §6.1",
    message:
      "The task in the response has no contextId, so the client cannot continue its context.",
  },
  {
    rule: "CTX-REPLACED",
    label: "context replaced",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.4.1",
    message: "The client named a context, but the response is in a different one.",
    at: CONTEXT,
  },
  {
    rule: "CTX-MISMATCH",
    label: "context mismatch",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.4.3",
    message:
      "The message named a task and a context other than the task's, and the agent accepted it.",
    at: CONTEXT,
  },
  {
    rule: "TSK-CLIENT-ID",
    label: "task ID from client",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.2, 0.3 §6.1, 0.2 §6.1",
    message: "The client made up a task ID, and the agent created a task with it.",
    at: [["id"], ["taskId"]],
  },
  {
    rule: "REF-UNKNOWN",
    label: "unknown reference",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.3, 0.3 §6.4, 0.2 §6.4",
    message:
      "The client's referenceTaskIds name a task that was never in this context, although the context began in this log.",
  },
] as const satisfies readonly Rule[];
