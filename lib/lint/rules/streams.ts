/** Rules about how a stream begins, goes on and ends. */

import { Disorder } from "../../timeline/timeline.ts";
import { ALL_0, FROM_1, FROM_02, type NoticedRule, OF_KIND, type Rule } from "./rule.ts";

const TASK_IDS = [["taskId"], ["task_id"], ["id"]] as const;
const CONTEXT_IDS = [["contextId"], ["context_id"], ["sessionId"]] as const;

export const STREAMS = [
  {
    rule: "STR-EMPTY",
    label: "nothing in it",
    severity: "error",
    spec: "1.0 §3.1.2, 0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    message: "The stream was opened with 200 and closed without a single event.",
  },
  {
    rule: "STR-FIRST",
    label: "begins with neither",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.1.2",
    message: "A stream begins with an update: its first event must be a task or a message.",
    alone: true,
    at: TASK_IDS,
  },
  {
    rule: "STR-FIRST-0X",
    label: "no task at first",
    severity: "info",
    versions: OF_KIND,
    spec: "0.3 §7.2, 0.2 §7.2",
    message: "The stream begins with an update of a task that it never showed.",
    at: TASK_IDS,
  },
  {
    rule: "STR-MSG-ONLY",
    label: "more than a message",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.1.2",
    message: "A stream that answers with a message goes on: it must hold that message alone.",
    alone: true,
  },
  {
    rule: "STR-MSG-IN-TASK",
    label: "message in task",
    severity: "warning",
    versions: FROM_02,
    spec: "1.0 §3.1.2, 0.3 §7.2.1, 0.2 §7.2.1",
    message: "A message of its own in a stream that tells of a task: it belongs in a status.",
    at: [["messageId"], ["role"]],
  },
  {
    rule: "STR-SUB-FIRST",
    label: "no task at first",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.1.6",
    message: "A subscription does not begin with the task as it stands.",
    at: TASK_IDS,
  },
  {
    rule: "STR-NOCLOSE",
    label: "left open",
    severity: "warning",
    spec: "1.0 §3.1.2, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "The stream stayed open for more than five seconds after its task was over.",
  },
  {
    rule: "STR-TRUNC",
    label: "ended early",
    severity: "warning",
    spec: "1.0 §3.1.2, 0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    message: "The stream ended while its task was neither over nor waiting.",
    alone: true,
  },
  {
    rule: "STR-NOFINAL",
    label: "no final",
    severity: "warning",
    versions: ALL_0,
    spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "The stream ended with its task over, and no status in it said final: true.",
    alone: true,
  },
  {
    rule: "STR-AFTER-FINAL",
    label: "after final",
    severity: "error",
    versions: ALL_0,
    spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "An event after final: true.",
    alone: true,
  },
  {
    rule: "STR-FINAL-WORKING",
    label: "final at work",
    // 0.3 no longer says in which states a stream may end.
    severity: "info",
    versions: ALL_0,
    spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "final: true in a status that says the task is still at work.",
    at: [["final"]],
  },
  {
    rule: "STR-FINAL-IN-1",
    label: "final is gone",
    severity: "warning",
    versions: FROM_1,
    spec: "1.0 §4.2.1",
    message: "final was removed in 1.0: strict clients refuse the event, others ignore it.",
    at: [["final"]],
  },
  {
    rule: "STR-TASK-SWITCH",
    label: "other task",
    severity: "warning",
    spec: "1.0 §3.1.2, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "An event of another task than the one that this stream, or its request, began with.",
    alone: true,
    at: TASK_IDS,
  },
  {
    rule: "STR-CTX-SWITCH",
    label: "other context",
    severity: "error",
    versions: FROM_02,
    spec: "1.0 §3.4.3, 0.3 §6.1, 0.2 §6.1",
    message: "The task's contextId changed.",
    at: CONTEXT_IDS,
  },
  {
    rule: "STR-ORDER-DIFF",
    label: "other order",
    severity: "error",
    versions: FROM_1,
    spec: "1.0 §3.5.2",
    message: "Two streams of one task tell the same events in different order.",
  },
  {
    rule: "STR-GAP",
    label: "generation skipped",
    severity: "warning",
    versions: ["1.1"],
    spec: "1.1 draft §3.2.7",
    message: "The task's generation rose by more than one: an event between did not come.",
    at: [["generation"]],
  },
] as const satisfies readonly Rule[];

/** What the fold notices in passing. */
export const STREAMS_NOTICED: readonly NoticedRule[] = [
  {
    bit: Disorder.AfterTerminal,
    rule: "STR-AFTER-TERM",
    label: "after the end",
    severity: "error",
    spec: "1.0 §3.1.2, 0.3 §6.1, 0.2 §6.3, 0.1 §6.3",
    message: "An event after the task's terminal state.",
    at: [["status", "state"], ["artifact"]],
  },
];
