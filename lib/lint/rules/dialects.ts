/** Rules about framework conventions, checked by the reducers of `lib/dialects`. */

import type { DialectRuleName } from "../../dialects/dialect-violation.ts";
import { type Rule, VERSIONS_WITH_KIND } from "./rule.ts";
import { STREAMING_MESSAGE_RULES } from "./streaming-messages.ts";

export type UnnamedRule = Omit<Rule, "rule">;

/** The type ensures that every dialect violation has a rule. */
export const DIALECT_RULES: Readonly<Record<DialectRuleName, UnnamedRule>> = {
  "CAI-PLAN-NEWID": {
    label: "plan under new ID",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, October 2025",
    message:
      "The whole plan is appended to an artifactId that was never sent before: a client that goes by IDs shows the plan twice or drops it.",
  },
  "CAI-PLAN-RESEND": {
    label: "plan sent again",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, since October 2025",
    message:
      "A whole plan is appended to the existing plan: a client that appends shows it twice. Loupe reads it as a replacement.",
  },
  "CAI-PLAN-UNCLOSED": {
    label: "plan not closed",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, October 2025",
    message: "A plan starts with ⟦ but never ends with ⟧.",
  },
  "CAI-PLAN-AUTO-DONE": {
    label: "steps declared done",
    severity: "info",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, 2026",
    message:
      "Every unfinished step was declared completed at once, just before the final result: the executor does this on its own, so the steps may not be completed.",
  },
  "CAI-TOOL-UNPAIRED": {
    label: "unpaired tool notice",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message: "A tool was reported to start but never to end, or to end without having started.",
  },
  "CAI-ERR-DONE": {
    label: "completed after error",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message: "The agent reported an error as its result, then reported that the task completed.",
  },
  "CAI-FINAL-DIFF": {
    label: "final text differs",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message: "The final text neither equals nor continues what was streamed before.",
  },
  "CAI-FOREIGN-APPEND": {
    label: "forwarded append",
    severity: "info",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message:
      "A forwarded artifact is appended to an artifactId that was never sent: the supervisor does this to all but its first artifact.",
  },
  ...STREAMING_MESSAGE_RULES,
};
