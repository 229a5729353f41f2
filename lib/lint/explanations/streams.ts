/** Explanations of the rules about how a stream starts, continues and ends. */

import type { Explanations } from "./explanation.ts";

export const STREAM_EXPLANATIONS = {
  "STR-EMPTY": {
    consequence:
      "The Python SDK's 0.3 client fails at the missing first event with StopAsyncIteration; others end without a result and without an error.",
    remedy:
      "Send a task or a message before closing. If there is nothing to send, respond with an error instead of opening a stream.",
  },
  "STR-FIRST": {
    consequence:
      "A client has no task to apply the update to. On the agent's side the Python SDK refuses a status without a task since 1.0, and the JavaScript SDK drops it with a warning.",
    remedy: "Send the task itself before its first update.",
  },
  "STR-FIRST-0X": {
    consequence:
      "The Python SDK's client creates a task in the state unknown, without a history; a client that stores no tasks has none to apply the update to.",
    remedy: "Send the task itself first, as 1.0 requires.",
  },
  "STR-MSG-ONLY": {
    consequence:
      "The Python SDK's client stops reading at the message, so what follows is never seen; on the agent's side both SDKs refuse to send it.",
    remedy:
      "Respond either with one message and close, or with a task and its updates, and put messages into the statuses.",
  },
  "STR-MSG-IN-TASK": {
    consequence:
      "The Python SDK's 0.3 client fails with 'received a streamed Message from server after first response', and its 1.x client stops reading: the rest of the task is lost.",
    remedy: "Send it as the message of a status, or as an artifact.",
  },
  "STR-SUB-FIRST": {
    consequence:
      "A client that resubscribes to a task does not know its current state: what was sent while it was disconnected is missing until it fetches the task.",
    remedy: "Start the response to a subscription with the current task, including its artifacts.",
  },
  "STR-AFTER-TERM": {
    consequence:
      "Clients close at the terminal state and never see the event; those that continue to read change a task that other clients consider ended.",
    remedy:
      "Send everything before the terminal status. Only the task itself, as it ended, may follow once.",
  },
  "STR-NOCLOSE": {
    consequence:
      "Clients that read to the end of the stream show the run as in progress and hold a connection for nothing, until a timeout somewhere turns it into an error.",
    remedy: "Close the stream right after the terminal status.",
  },
  "STR-TRUNC": {
    consequence:
      "Clients wait for an end that does not come, or take what they have for the whole result.",
    remedy:
      "Send a last status before closing the stream; let clients fetch the task or subscribe to it again.",
  },
  "STR-NOFINAL": {
    consequence:
      "Clients and proxies that go by final, such as the Python SDK's event consumer, wait for more until the connection closes.",
    remedy: "Set final: true in the status that ends the task.",
  },
  "STR-AFTER-FINAL": {
    consequence:
      "Clients that go by final have closed by then: the Python SDK's event consumer stops at final: true and drops the rest.",
    remedy: "Send final: true with the very last event of the stream.",
  },
  "STR-FINAL-WORKING": {
    consequence:
      "The stream ends but the task does not: clients show it as running forever, unless they fetch it.",
    remedy: "Send final: true with a terminal or waiting state; otherwise keep the stream open.",
  },
  "STR-FINAL-IN-1": {
    consequence:
      "The Python SDK's 1.x client parses events strictly and fails with a ParseError at the unknown field; the JavaScript SDK ignores it.",
    remedy: "Omit final, and close the stream where it ends.",
  },
  "STR-TASK-SWITCH": {
    consequence:
      "The Python SDK's 0.3 client folds the event into the first task. On the agent's side the Python SDK refuses it as not matching, and the JavaScript SDK warns that tasks were switched.",
    remedy: "Repeat the ID of the stream's own task; send other tasks in streams of their own.",
  },
  "STR-CTX-SWITCH": {
    consequence:
      "A client that replies in the new context starts another conversation. On the agent's side the Python SDK fails with 'Context in event doesn't match'.",
    remedy: "Take the contextId from the task, even when another component sends the event.",
  },
  "STR-ORDER-DIFF": {
    consequence:
      "Two clients of one task build different texts and states from the same run, and neither can detect it.",
    remedy: "Feed all streams of a task from one queue.",
  },
  "STR-GAP": {
    consequence:
      "The client's copy of the task differs from the agent's; a client that checks fetches the task again.",
    remedy: "Send every change to every stream of the task, or start again with the whole task.",
  },
} as const satisfies Explanations;
