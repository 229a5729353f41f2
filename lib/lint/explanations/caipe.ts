/** What the rules about agents of the CAIPE platform mean. */

import type { Explanations } from "./explanation.ts";

export const CAIPE_EXPLANATIONS = {
  "CAI-PLAN-NEWID": {
    consequence:
      "The Python SDK drops the chunk or breaks the stream, the JavaScript SDK makes a second artifact of it; people see two plans, or one that was never finished.",
    remedy: "Send the whole plan under the id it was streamed with, with append: false.",
  },
  "CAI-PLAN-RESEND": {
    consequence: "The SDKs append as they are told, so the plan's text is kept twice.",
    remedy: "Send a whole plan with append: false, or only what is new of it.",
  },
  "CAI-PLAN-UNCLOSED": {
    consequence:
      "Clients that wait for ⟧ before they show the plan show none, and take what follows for a part of it.",
    remedy: "End every plan with ⟧, also when the run fails, or send it as data.",
  },
  "CAI-PLAN-AUTO-DONE": {
    consequence: "People are told that work was done of which nobody knows.",
    remedy: "Report each step when it ends; leave open what did not.",
  },
  "CAI-TOOL-UNPAIRED": {
    consequence: "Clients show a tool that runs for ever, or a result of nothing.",
    remedy: "Send one end for every start, also when the tool fails.",
  },
  "CAI-ERR-DONE": {
    consequence:
      "Whoever goes by the task's state takes the failure for a result: retries, alarms and callers see a success.",
    remedy: "End the task as failed, with the error as the status's message.",
  },
  "CAI-FINAL-DIFF": {
    consequence:
      "What people read while it was streamed is not what the run ends with, and clients that show both show two answers.",
    remedy:
      "Let the final text begin with what was streamed, or do not stream what will be rewritten.",
  },
  "CAI-FOREIGN-APPEND": {
    consequence:
      "The Python SDK drops the chunk or breaks the stream at it; the JavaScript SDK makes an artifact of it.",
    remedy: "When forwarding, set append: false for the first chunk of every artifactId.",
  },
} as const satisfies Explanations;
