/** Rules about an event's place among the others: what the fold notices. */

import { Disorder } from "../../timeline/timeline.ts";
import { ARTIFACTS_NOTICED } from "./artifacts.ts";
import { LIFECYCLE_NOTICED } from "./lifecycle.ts";
import type { NoticedRule } from "./rule.ts";
import { SNAPSHOTS } from "./snapshots.ts";
import { STREAMS_NOTICED } from "./streams.ts";

export const ORDER: readonly NoticedRule[] = [
  {
    bit: Disorder.SilentNewTask,
    rule: "CTX-SILENT-NEW",
    label: "new task instead",
    severity: "warning",
    spec: "1.0 §3.1.1, 0.3 §6.1, 0.2 §6.1, 0.1 §6.1",
    message:
      "The message named a task that is over, and the agent silently began another one: 1.0 asks for a refusal, and a client that goes by the id it sent waits for the wrong task.",
  },
  ...STREAMS_NOTICED,
  ...LIFECYCLE_NOTICED,
  ...ARTIFACTS_NOTICED,
  ...SNAPSHOTS,
];
