/** What the rules about the states of a task mean. */

import type { Explanations } from "./explanation.ts";

export const LIFECYCLE_EXPLANATIONS = {
  "LC-TERM-CHANGE": {
    consequence:
      "Clients have reported the end and let go of the task: some show the first end, some the last one.",
    remedy: "Let a task that is over be, and begin a new one in the same context.",
  },
  "LC-BACK-SUBMITTED": {
    consequence:
      "Clients that show progress go back to 'waiting to begin', and timers for the beginning start again.",
    remedy: "Stay in working; often a stored task from the beginning was sent again by mistake.",
  },
  "LC-INPUT-NOMSG": {
    consequence: "People are asked for an answer, and no client can show them the question.",
    remedy: "Put the question into the message of the status that waits for it.",
  },
  "LC-AUTH-NOMSG": {
    consequence:
      "A client cannot tell which credentials are needed, nor where to get them: the task waits until it is canceled.",
    remedy:
      "Say in the status's message what is needed, unless an extension that both sides agreed on says it.",
  },
  "LC-NOOP-FLOOD": {
    consequence:
      "Every one of them is stored, pushed and drawn: clients that show each status are buried, and nobody learns anything.",
    remedy: "Send a status when something changed; keep the line open with comments of the stream.",
  },
  "LC-TOKEN-STATUS": {
    consequence:
      "The SDKs keep each fragment as a message of its own in the task's history: clients show hundreds of bubbles, and asking for the task brings them all again.",
    remedy: "Stream a text as an artifact with append: true, and give it whole at the end.",
  },
  "LC-RESULT-IN-MSG": {
    consequence:
      "Messages are not delivered reliably and may be in no history: a client that asks for the task later may find no result.",
    remedy: "Send the result as an artifact; keep messages for what is said about it.",
  },
  "LC-ERR-AS-DONE": {
    consequence:
      "Whoever goes by the state takes the failure for a result: other agents build on it, and no alarm and no retry comes.",
    remedy: "End the task as failed, with the error as the status's message.",
  },
} as const satisfies Explanations;
