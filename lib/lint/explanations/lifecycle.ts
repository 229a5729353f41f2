/** Explanations of the rules about task states. */

import type { Explanations } from "./explanation.ts";

export const LIFECYCLE_EXPLANATIONS = {
  "LC-TERM-CHANGE": {
    consequence:
      "Clients have reported the end and released the task: some show the first end, some the last one.",
    remedy: "Don't change a task that has ended; start a new one in the same context.",
  },
  "LC-BACK-SUBMITTED": {
    consequence:
      "Clients that show progress go back to “waiting to start”, and startup timers start again.",
    remedy: "Stay in working; often a task stored at the start was sent again by mistake.",
  },
  "LC-INPUT-NOMSG": {
    consequence: "Users are asked for input, but no client can show them the question.",
    remedy: "Put the question into the message of the status that waits for the input.",
  },
  "LC-AUTH-NOMSG": {
    consequence:
      "A client cannot tell which credentials are needed or where to get them: the task waits until it is canceled.",
    remedy:
      "Describe what is needed in the status message, unless an extension that both sides agreed on does so.",
  },
  "LC-NOOP-FLOOD": {
    consequence:
      "Each one is stored, pushed and drawn: clients that show every status are flooded with no new information.",
    remedy:
      "Send a status only when something changes; keep the connection open with SSE comments.",
  },
  "LC-TOKEN-STATUS": {
    consequence:
      "The SDKs store each fragment as a separate message in the task's history: clients show hundreds of bubbles, and fetching the task returns them all again.",
    remedy: "Stream text as an artifact with append: true, and send it whole at the end.",
  },
  "LC-RESULT-IN-MSG": {
    consequence:
      "Messages are not delivered reliably and may be missing from the history: a client that fetches the task later may find no result.",
    remedy: "Send the result as an artifact; use messages only to talk about it.",
  },
  "LC-ERR-AS-DONE": {
    consequence:
      "Clients that go by the state take the failure for a result: other agents build on it, and no alert or retry follows.",
    remedy: "End the task as failed, with the error as the status message.",
  },
} as const satisfies Explanations;
