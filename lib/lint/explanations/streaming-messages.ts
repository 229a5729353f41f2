/** What the rules about messages that are streamed as patches mean. */

import type { Explanations } from "./explanation.ts";

export const STREAMING_MESSAGE_EXPLANATIONS = {
  "KST-NO-ROOT": {
    consequence:
      "The Python client has no message to patch and fails; the browser's makes an empty one up.",
    remedy: "Begin each message with replace at the root, before anything else of it.",
  },
  "KST-ID-DIFF": {
    consequence:
      "Clients keep the draft under one id and look for the whole message under the other: the text is shown twice.",
    remedy: "Repeat the message's own message_id beside the patches.",
  },
  "KST-NO-ID": {
    consequence: "The whole message cannot be matched with its draft, so its text is shown twice.",
    remedy: "Give every streamed message a message_id and send it beside the patches.",
  },
  "KST-MSG-PRESENT": {
    consequence:
      "The browser's client looks only at the patches of such an event and loses the message.",
    remedy: "Send the whole message in a status of its own.",
  },
  "KST-STATE": {
    consequence:
      "The browser's client drops an event with patches before it looks at the state: the change of state is missed.",
    remedy: "Send patches with working only, and the change of state in a status of its own.",
  },
  "KST-RANGE": {
    consequence:
      "The Python client fails with a conflict; JavaScript's slice puts the text at the end.",
    remedy: "Count what was sent so far in code points, or leave pos out to append.",
  },
  "KST-UTF16": {
    consequence:
      "The Python client counts code points: after an emoji it fails or puts the text one place off, for every chunk that follows.",
    remedy: "Count code points: in JavaScript [...text].length, not text.length.",
  },
  "KST-PATH": {
    consequence:
      "The Python client fails at the patch, and the rest of the message is lost with it.",
    remedy: "Add a part or a member before inserting into it.",
  },
  "KST-MISMATCH": {
    consequence:
      "Clients take as many parts as were streamed for seen, and show the rest: what was streamed and what is kept are different texts.",
    remedy: "Build the whole message from what was streamed, and add to its end only.",
  },
  "KST-NO-FINAL": {
    consequence: "Clients without the extension never see the message, and no history holds it.",
    remedy:
      "Send the whole message, with the id of its draft, before the next one begins or the task ends.",
  },
  "KST-LOST-DRAFT": {
    consequence: "What people read while it was streamed is in no history, and gone with the page.",
    remedy: "Send what there is of the message before the status that ends the task.",
  },
  "KST-EMPTY-FIRST": {
    consequence:
      "The Python client fails at the third chunk, whose position is that of another part.",
    remedy: "Do not stream an empty first chunk, or count the part that it made.",
  },
  "KST-NOT-REQUESTED": {
    consequence:
      "A client that did not ask for the extension does not read patches: it sees nothing until the whole message comes.",
    remedy: "Send patches only where the request lists the extension's URI.",
  },
  "KST-BARE-OP": {
    consequence: "Clients that go through a list find none and fail, or drop the patch.",
    remedy: "Send message_update as a list, be it of one operation.",
  },
  "KST-BAD-OP": {
    consequence: "Clients fail at the operation, or leave it out without a word.",
    remedy: "Use replace, add, remove and str_ins, with path and value.",
  },
} as const satisfies Explanations;
