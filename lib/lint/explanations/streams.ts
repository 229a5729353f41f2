/** What the rules about how a stream begins, goes on and ends mean. */

import type { Explanations } from "./explanation.ts";

export const STREAM_EXPLANATIONS = {
  "STR-EMPTY": {
    consequence:
      "The Python SDK's 0.3 client fails at the missing first event with StopAsyncIteration; others end without a result and without an error.",
    remedy:
      "Send a task or a message before closing. Where nothing can be said, answer with an error instead of opening a stream.",
  },
  "STR-FIRST": {
    consequence:
      "A client has no task to put the update into. On the agent's side the Python SDK refuses a status without a task since 1.0, and the JavaScript SDK drops it with a warning.",
    remedy: "Send the task itself before the first update of it.",
  },
  "STR-FIRST-0X": {
    consequence:
      "The Python SDK's client makes up a task in the state unknown, without a history; a client that keeps no tasks has none to put the update into.",
    remedy: "Send the task itself first, as 1.0 demands.",
  },
  "STR-MSG-ONLY": {
    consequence:
      "The Python SDK's client stops reading at the message, so what follows is never seen; on the agent's side both SDKs refuse to send it.",
    remedy:
      "Answer either with one message and close, or with a task and its updates, and put messages into the statuses.",
  },
  "STR-MSG-IN-TASK": {
    consequence:
      "The Python SDK's 0.3 client fails with 'received a streamed Message from server after first response', and its 1.x client stops reading: the rest of the task is lost.",
    remedy: "Say it as the message of a status, or as an artifact.",
  },
  "STR-SUB-FIRST": {
    consequence:
      "A client that takes a task up again does not know how it stands: what was told while it was away is missing until it asks for the task.",
    remedy: "Begin the answer to a subscription with the task as it is now, artifacts included.",
  },
  "STR-AFTER-TERM": {
    consequence:
      "Clients close at the terminal state and never see it; those that read on change a task that everybody takes for settled.",
    remedy:
      "Send everything before the terminal status. Only the task itself, as it ended, may follow once.",
  },
  "STR-NOCLOSE": {
    consequence:
      "Clients that read to the end of the stream show the run as going on, and hold a connection for nothing, until a timeout somewhere makes an error of it.",
    remedy: "Close the stream right after the terminal status.",
  },
  "STR-TRUNC": {
    consequence:
      "Clients wait for an end that does not come, or take what they have for the whole result.",
    remedy:
      "Send a last status before closing the stream; let clients ask for the task or subscribe to it again.",
  },
  "STR-NOFINAL": {
    consequence:
      "Clients and proxies that go by final, as the Python SDK's event consumer does, wait for more until the connection closes.",
    remedy: "Set final: true in the status that ends the task.",
  },
  "STR-AFTER-FINAL": {
    consequence:
      "Whoever goes by final has closed by then: the Python SDK's event consumer stops at final: true and drops the rest.",
    remedy: "Send final: true with the very last event of the stream.",
  },
  "STR-FINAL-WORKING": {
    consequence:
      "The stream is over and the task is not: clients show it as running for ever, unless they ask for it.",
    remedy:
      "Say final: true with a terminal state or with one that waits for the client; otherwise keep the stream open.",
  },
  "STR-FINAL-IN-1": {
    consequence:
      "The Python SDK's 1.x client reads events strictly and fails with a ParseError at the unknown field; the JavaScript SDK ignores it.",
    remedy: "Leave final out, and close the stream where it ends.",
  },
  "STR-TASK-SWITCH": {
    consequence:
      "The Python SDK's 0.3 client folds the event into the first task. On the agent's side the Python SDK refuses it as not matching, and the JavaScript SDK warns that tasks were switched.",
    remedy: "Repeat the id of the stream's own task; tell other tasks in streams of their own.",
  },
  "STR-CTX-SWITCH": {
    consequence:
      "A client that answers in the new context begins another conversation. On the agent's side the Python SDK fails with 'Context in event doesn't match'.",
    remedy: "Take the contextId from the task, also where another component sends the event.",
  },
  "STR-ORDER-DIFF": {
    consequence:
      "Two clients of one task fold different texts and states from the same run, and neither can know it.",
    remedy: "Feed all streams of a task from one queue.",
  },
  "STR-GAP": {
    consequence:
      "What the client holds of the task is not what the agent holds; one that checks asks for the task again.",
    remedy: "Send every change to every stream of the task, or begin anew with the whole task.",
  },
} as const satisfies Explanations;
