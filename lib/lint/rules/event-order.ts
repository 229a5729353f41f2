/** Rules about the order of events, checked by the fold. */

import { OrderIssue } from "../../timeline/timeline.ts";
import { ARTIFACT_FLAG_RULES } from "./artifacts.ts";
import { LIFECYCLE_FLAG_RULES } from "./lifecycle.ts";
import type { FlagRule } from "./rule.ts";
import { SNAPSHOT_RULES } from "./snapshots.ts";
import { STREAM_FLAG_RULES } from "./streams.ts";

export const ORDER_RULES: readonly FlagRule[] = [
  {
    bit: OrderIssue.SilentNewTask,
    rule: "CTX-SILENT-NEW",
    label: "new task instead",
    severity: "warning",
    spec: "1.0 §3.1.1, 0.3 §6.1, 0.2 §6.1, 0.1 §6.1",
    message:
      "The message named a task that had ended, and the agent silently started a new one: 1.0 asks for an error, and a client that goes by the ID it sent waits for the wrong task.",
  },
  ...STREAM_FLAG_RULES,
  ...LIFECYCLE_FLAG_RULES,
  ...ARTIFACT_FLAG_RULES,
  ...SNAPSHOT_RULES,
];
