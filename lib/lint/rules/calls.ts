/** Rules about what a client asks, and what becomes of the contexts and tasks it names. */

import { type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

const CONTEXT = [["contextId"]] as const;

export const CALL_RULES = [
  {
    rule: "VER-NOHEADER",
    label: "no version sent",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.6.1",
    message: "The client sent no A2A-Version: agents must take its call for one of 0.3.",
  },
  {
    rule: "VER-PATCH",
    label: "version with patch",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.6",
    message: "The client's A2A-Version has a patch number: versions are major and minor alone.",
    header: "A2A-Version",
  },
  {
    rule: "VER-METHOD",
    label: "method of before 1.0",
    severity: "error",
    spec: "1.0 §9.1",
    message:
      "The client says A2A-Version 1.0 or later, and calls by a method name of the versions before.",
    header: "A2A-Version",
  },
  {
    rule: "VER-OLDHEADER",
    label: "1.0 method as 0.3",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.6.2",
    message: "The client calls a method of 1.0, and says A2A-Version 0.3.",
    header: "A2A-Version",
  },
  {
    rule: "HIST-LEN",
    label: "history too long",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.4",
    message: "A task's history is longer than the client's historyLength.",
    at: [["history"], ["tasks"]],
  },
  {
    rule: "HIST-ZERO",
    label: "history not wanted",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.4",
    message: "A task has a history though historyLength is 0.",
    at: [["history"], ["tasks"]],
  },
  {
    rule: "CTX-MISSING",
    label: "no contextId",
    severity: "info",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.1, 0.3 §6.1, 0.2 §6.1",
    message: "The task that answers has no contextId, so nothing can be said in its context.",
  },
  {
    rule: "CTX-REPLACED",
    label: "context replaced",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.4.1",
    message: "The client named a context, and the answer is in another one.",
    at: CONTEXT,
  },
  {
    rule: "CTX-MISMATCH",
    label: "foreign context",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.4.3",
    message: "The message named a task and another context than the task's, and was accepted.",
    at: CONTEXT,
  },
  {
    rule: "TSK-CLIENT-ID",
    label: "client's task id",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.2, 0.3 §6.1, 0.2 §6.1",
    message: "The client made up a task id, and the agent began a task by it.",
    at: [["id"], ["taskId"]],
  },
  {
    rule: "REF-UNKNOWN",
    label: "unknown reference",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.3, 0.3 §6.4, 0.2 §6.4",
    message:
      "The client's referenceTaskIds name a task that this context never had, though it began here.",
  },
] as const satisfies readonly Rule[];
