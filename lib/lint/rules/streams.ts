/** Rules about how a stream starts, continues and ends. */

import { OrderIssue } from "../../timeline/timeline.ts";
import {
  type FlagRule,
  type Rule,
  VERSIONS_0,
  VERSIONS_FROM_1,
  VERSIONS_FROM_02,
  VERSIONS_WITH_KIND,
} from "./rule.ts";

const TASK_IDS = [["taskId"], ["task_id"], ["id"]] as const;
const CONTEXT_IDS = [["contextId"], ["context_id"], ["sessionId"]] as const;

export const STREAM_RULES = [
  {
    rule: "STR-EMPTY",
    label: "empty stream",
    severity: "error",
    spec: "1.0 §3.1.2, 0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    message: "The stream was opened with HTTP 200 and closed without a single event.",
  },
  {
    rule: "STR-FIRST",
    label: "starts with an update",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.2",
    message: "A stream starts with an update: its first event must be a task or a message.",
    alone: true,
    at: TASK_IDS,
  },
  {
    rule: "STR-FIRST-0X",
    label: "starts without a task",
    severity: "info",
    versions: VERSIONS_WITH_KIND,
    spec: "0.3 §7.2, 0.2 §7.2",
    message: "The stream starts with an update of a task that it never sent.",
    at: TASK_IDS,
  },
  {
    rule: "STR-MSG-ONLY",
    label: "more than a message",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.2",
    message: "A stream that responds with a message continues: it must contain only that message.",
    alone: true,
  },
  {
    rule: "STR-MSG-IN-TASK",
    label: "message in task",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.1.2, 0.3 §7.2.1, 0.2 §7.2.1",
    message: "A stream about a task contains a separate message: it belongs in a status.",
    at: [["messageId"], ["role"]],
  },
  {
    rule: "STR-SUB-FIRST",
    label: "starts without a task",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.1.6",
    message: "A subscription does not start with the current task.",
    at: TASK_IDS,
  },
  {
    rule: "STR-NOCLOSE",
    label: "stream left open",
    severity: "warning",
    spec: "1.0 §3.1.2, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "The stream stayed open for more than five seconds after its task had ended.",
  },
  {
    rule: "STR-TRUNC",
    label: "ended early",
    severity: "warning",
    spec: "1.0 §3.1.2, 0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    message: "The stream ended while its task was in neither a terminal nor a waiting state.",
    alone: true,
  },
  {
    rule: "STR-NOFINAL",
    label: "final missing",
    severity: "warning",
    versions: VERSIONS_0,
    spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "The stream ended after its task, but no status in it had final: true.",
    alone: true,
  },
  {
    rule: "STR-AFTER-FINAL",
    label: "event after final",
    severity: "error",
    versions: VERSIONS_0,
    spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "An event was sent after final: true.",
    alone: true,
  },
  {
    rule: "STR-FINAL-WORKING",
    label: "final in progress",
    // 0.3 no longer defines in which states a stream may end.
    severity: "info",
    versions: VERSIONS_0,
    spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "final: true in a status that says that the task is still in progress.",
    at: [["final"]],
  },
  {
    rule: "STR-FINAL-IN-1",
    label: "final in 1.0",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §4.2.1",
    message: "final was removed in 1.0: strict clients reject the event, others ignore it.",
    at: [["final"]],
  },
  {
    rule: "STR-TASK-SWITCH",
    label: "different task",
    severity: "warning",
    spec: "1.0 §3.1.2, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message:
      "An event belongs to another task than the one that this stream, or its request, began with.",
    alone: true,
    at: TASK_IDS,
  },
  {
    rule: "STR-CTX-SWITCH",
    label: "context changed",
    severity: "error",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §3.4.3, 0.3 §6.1, 0.2 §6.1",
    message: "The task's contextId changed.",
    at: CONTEXT_IDS,
  },
  {
    rule: "STR-ORDER-DIFF",
    label: "different order",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.5.2",
    message: "Two streams of one task deliver the same events in a different order.",
  },
  {
    rule: "STR-GAP",
    label: "generation skipped",
    severity: "warning",
    versions: ["1.1"],
    spec: "1.1 draft §3.2.7",
    message: "The task's generation rose by more than one: an event in between is missing.",
    at: [["generation"]],
  },
] as const satisfies readonly Rule[];

/** Rules that the fold checks. */
export const STREAM_FLAG_RULES: readonly FlagRule[] = [
  {
    bit: OrderIssue.AfterTerminal,
    rule: "STR-AFTER-TERM",
    label: "event after terminal",
    severity: "error",
    spec: "1.0 §3.1.2, 0.3 §6.1, 0.2 §6.3, 0.1 §6.3",
    message: "An event was sent after the task's terminal state.",
    at: [["status", "state"], ["artifact"]],
  },
];
