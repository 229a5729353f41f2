/** Rules about what dialects say in A2A's words: what the folds of `lib/dialects` remark. */

import type { DialectRuleName } from "../../dialects/dialect-violation.ts";
import { type Rule, VERSIONS_WITH_KIND } from "./rule.ts";
import { STREAMING_MESSAGE_RULES } from "./streaming-messages.ts";

export type UnnamedRule = Omit<Rule, "rule">;

/** Every remark there is has its line here, or this does not compile. */
export const DIALECT_RULES: Readonly<Record<DialectRuleName, UnnamedRule>> = {
  "CAI-PLAN-NEWID": {
    label: "plan under new id",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, October 2025",
    message:
      "The whole plan is appended to an artifactId that nothing was ever sent under: a client that goes by ids shows the plan twice, or drops it.",
  },
  "CAI-PLAN-RESEND": {
    label: "plan sent again",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, since October 2025",
    message:
      "A whole plan is appended to the plan that is there already: a client that appends shows it twice. It is read as a replacement.",
  },
  "CAI-PLAN-UNCLOSED": {
    label: "plan not closed",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, October 2025",
    message: "A plan begins with ⟦, and no ⟧ ever ends it.",
  },
  "CAI-PLAN-AUTO-DONE": {
    label: "steps declared done",
    severity: "info",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE, 2026",
    message:
      "Every unfinished step was declared completed at once, just before the final result: the executor does this by itself, so they may not be.",
  },
  "CAI-TOOL-UNPAIRED": {
    label: "tool notice unpaired",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message: "A tool was said to start and never to end, or to end without having started.",
  },
  "CAI-ERR-DONE": {
    label: "completed after error",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message: "The agent reported an error as its result, and then that the task completed.",
  },
  "CAI-FINAL-DIFF": {
    label: "final text differs",
    severity: "warning",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message: "The final text neither equals what was streamed before nor continues it.",
  },
  "CAI-FOREIGN-APPEND": {
    label: "forwarded append",
    severity: "info",
    versions: VERSIONS_WITH_KIND,
    spec: "CAIPE",
    message:
      "A forwarded artifact is appended to an artifactId never seen: the supervisor marks all but its first one so.",
  },
  ...STREAMING_MESSAGE_RULES,
};
