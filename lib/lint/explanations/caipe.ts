/** Explanations of the rules about CAIPE agents. */

import type { Explanations } from "./explanation.ts";

export const CAIPE_EXPLANATIONS = {
  "CAI-PLAN-NEWID": {
    consequence:
      "The Python SDK drops the chunk or breaks the stream, the JavaScript SDK creates a second artifact from it; users see two plans, or one that never finishes.",
    remedy: "Send the whole plan under the ID it was streamed with, with append: false.",
  },
  "CAI-PLAN-RESEND": {
    consequence: "The SDKs append as instructed, so the plan's text is stored twice.",
    remedy: "Send a whole plan with append: false, or send only its new text.",
  },
  "CAI-PLAN-UNCLOSED": {
    consequence:
      "Clients that wait for ⟧ before they show the plan show none, and take the text that follows for part of it.",
    remedy: "End every plan with ⟧, even when the run fails, or send it as data.",
  },
  "CAI-PLAN-AUTO-DONE": {
    consequence: "Users are told that work was done that may not have been.",
    remedy: "Report each step when it ends; leave unfinished steps open.",
  },
  "CAI-TOOL-UNPAIRED": {
    consequence: "Clients show a tool that runs forever, or a result without a tool call.",
    remedy: "Send one end for every start, even when the tool fails.",
  },
  "CAI-ERR-DONE": {
    consequence:
      "Clients that go by the task's state take the failure for a result: retries, alerts and callers see a success.",
    remedy: "End the task as failed, with the error as the status message.",
  },
  "CAI-FINAL-DIFF": {
    consequence:
      "The text users read while it was streamed is not the text the run ends with, and clients that show both show two results.",
    remedy:
      "Start the final text with what was streamed, or don't stream text that will be rewritten.",
  },
  "CAI-FOREIGN-APPEND": {
    consequence:
      "The Python SDK drops the chunk or breaks the stream at it; the JavaScript SDK creates an artifact from it.",
    remedy: "When forwarding, set append: false for the first chunk of every artifactId.",
  },
} as const satisfies Explanations;
