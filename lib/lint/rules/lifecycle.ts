/** Rules about task states and their messages. */

import { OrderIssue } from "../../timeline/timeline.ts";
import { type FlagRule, type Rule, VERSIONS_FROM_1 } from "./rule.ts";

const STATE = [["status", "state"], ["status"]] as const;

export const LIFECYCLE_RULES = [
  {
    rule: "LC-INPUT-NOMSG",
    label: "no message for input",
    // No version requires the message.
    severity: "info",
    spec: "1.0 §3.4.3, 0.3 §6.2, 0.2 §6.2, 0.1 §6.2",
    message: "The task waits for input, but no message says which.",
    at: STATE,
  },
  {
    rule: "LC-AUTH-NOMSG",
    label: "no message for auth",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §7.6.1",
    message: "The task waits for credentials, but no message says which.",
    at: STATE,
  },
  {
    rule: "LC-NOOP-FLOOD",
    label: "status flood",
    severity: "info",
    spec: "1.0 §4.2.1, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
    message: "Fifty statuses in a row report working and nothing else.",
    at: STATE,
  },
  {
    rule: "LC-TOKEN-STATUS",
    label: "tokens as messages",
    severity: "warning",
    spec: "1.0 §3.7, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §7.2.3",
    message:
      "Ten messages in a row contain a few characters each: one text is streamed as many messages.",
    at: [
      ["status", "message", "parts"],
      ["status", "message"],
    ],
  },
  {
    rule: "LC-RESULT-IN-MSG",
    label: "result in message",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.7",
    message: "The task completed with a message and no artifact: results should be artifacts.",
    at: [
      ["status", "message", "parts"],
      ["status", "message"],
    ],
  },
  {
    rule: "LC-ERR-AS-DONE",
    label: "error as completed",
    severity: "warning",
    spec: "1.0 §4.1.3, 0.3 §6.3, 0.2 §6.3, 0.1 §6.3",
    message: "The agent reports an error, but says that the task completed.",
    at: STATE,
  },
] as const satisfies readonly Rule[];

/** Rules that the fold checks. */
export const LIFECYCLE_FLAG_RULES: readonly FlagRule[] = [
  {
    bit: OrderIssue.IllegalTransition,
    rule: "LC-TERM-CHANGE",
    label: "state after terminal",
    severity: "error",
    spec: "1.0 §3.1.2, 0.3 §6.1, 0.2 §6.3, 0.1 §6.3",
    message: "A state was sent for a task that had ended: no state may follow a terminal one.",
    at: STATE,
  },
  {
    bit: OrderIssue.BackToSubmitted,
    rule: "LC-BACK-SUBMITTED",
    label: "back to submitted",
    severity: "warning",
    spec: "1.0 §4.1.3, 0.3 §6.3, 0.2 §6.3, 0.1 §6.3",
    message: "The task went back to submitted.",
    at: STATE,
  },
];
