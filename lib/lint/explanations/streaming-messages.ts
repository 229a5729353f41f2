/** Explanations of the rules about messages streamed as patches. */

import type { Explanations } from "./explanation.ts";

export const STREAMING_MESSAGE_EXPLANATIONS = {
  "KST-NO-ROOT": {
    consequence:
      "The Python client has no message to patch and fails; the browser client creates an empty one.",
    remedy: "Start each message with replace at the root, before any other patch.",
  },
  "KST-ID-DIFF": {
    consequence:
      "Clients store the draft under one ID and look for the complete message under the other: the text is shown twice.",
    remedy: "Repeat the message's own message_id beside the patches.",
  },
  "KST-NO-ID": {
    consequence:
      "The complete message cannot be matched with its draft, so its text is shown twice.",
    remedy: "Give every streamed message a message_id and send it beside the patches.",
  },
  "KST-MSG-PRESENT": {
    consequence:
      "The browser client reads only the patches of such an event and loses the message.",
    remedy: "Send the complete message in a separate status.",
  },
  "KST-STATE": {
    consequence:
      "The browser client drops an event with patches before it looks at the state: the state change is missed.",
    remedy: "Send patches with working only, and the state change in a separate status.",
  },
  "KST-RANGE": {
    consequence:
      "The Python client fails with a conflict; slice in JavaScript puts the text at the end.",
    remedy: "Count the text sent so far in code points, or omit pos to append.",
  },
  "KST-UTF16": {
    consequence:
      "The Python client counts code points: after an emoji it fails or inserts the text one position off, for every following chunk.",
    remedy: "Count code points: in JavaScript [...text].length, not text.length.",
  },
  "KST-PATH": {
    consequence: "The Python client fails at the patch, and the rest of the message is lost.",
    remedy: "Add a part or a member before you insert into it.",
  },
  "KST-MISMATCH": {
    consequence:
      "Clients skip as many parts as were streamed and show the rest: the streamed and the stored text differ.",
    remedy: "Build the complete message from what was streamed, and add only at its end.",
  },
  "KST-NO-FINAL": {
    consequence: "Clients without the extension never see the message, and no history contains it.",
    remedy:
      "Send the complete message, with the ID of its draft, before the next one starts or the task ends.",
  },
  "KST-LOST-DRAFT": {
    consequence:
      "What users read while it was streamed is in no history and disappears with the page.",
    remedy: "Send the message as far as it exists before the status that ends the task.",
  },
  "KST-EMPTY-FIRST": {
    consequence:
      "The Python client fails at the third chunk, whose position belongs to another part.",
    remedy: "Don't stream an empty first chunk, or count the part that it created.",
  },
  "KST-NOT-REQUESTED": {
    consequence:
      "A client that did not request the extension does not read patches: it shows nothing until the complete message arrives.",
    remedy: "Send patches only if the request lists the extension's URI.",
  },
  "KST-BARE-OP": {
    consequence: "Clients that iterate over a list find none and fail, or drop the patch.",
    remedy: "Send message_update as a list, even for one operation.",
  },
  "KST-BAD-OP": {
    consequence: "Clients fail at the operation, or ignore it silently.",
    remedy: "Use replace, add, remove and str_ins, with path and value.",
  },
} as const satisfies Explanations;
