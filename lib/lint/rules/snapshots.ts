/** Rules that compare task snapshots and histories with what was streamed, checked by the fold. */

import { OrderIssue } from "../../timeline/timeline.ts";
import type { FlagRule } from "./rule.ts";

export const SNAPSHOT_RULES: readonly FlagRule[] = [
  {
    bit: OrderIssue.NotInSnapshot,
    rule: "SNAP-LOST",
    label: "not in snapshot",
    severity: "warning",
    spec: "1.0 §3.1.3, 0.3 §7.3, 0.2 §7.3, 0.1 §7.3",
    message: "A task snapshot lacks an artifact that was streamed.",
    at: [["artifacts"]],
  },
  {
    bit: OrderIssue.SnapshotDiffers,
    rule: "SNAP-DIFF",
    label: "snapshot differs",
    severity: "warning",
    spec: "1.0 §3.1.3, 0.3 §7.3, 0.2 §7.3, 0.1 §7.3",
    message: "A task snapshot contains different text than was streamed.",
    at: [["artifacts"]],
  },
  {
    bit: OrderIssue.SameIdOtherContent,
    rule: "HIST-DUP",
    label: "reused messageId",
    severity: "info",
    spec: "1.0 §4.1.4, 0.3 §6.4, 0.2 §6.4, 0.1 §6.4",
    message: "The same messageId was sent with different content.",
    at: [["status", "message", "messageId"], ["messageId"], ["history"]],
  },
];
