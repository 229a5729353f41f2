/** Explanations of the rules about requests, contexts and tasks. */

import type { Explanations } from "./explanation.ts";

export const CALL_EXPLANATIONS = {
  "VER-NOHEADER": {
    consequence:
      "The Python SDK responds with VersionNotSupported (−32009); so does the JavaScript SDK, unless the agent's card has a 0.3 interface.",
    remedy:
      "Fix the client, not the agent: send A2A-Version: 1.0 with every request, or A2A-Version=1.0 in the URL.",
  },
  "VER-PATCH": {
    consequence:
      "The JavaScript SDK looks for exactly this text among the versions in its card and responds with VersionNotSupported (−32009); the Python SDK compares only the major number.",
    remedy: "Fix the client, not the agent: send only major and minor, such as 1.0.",
  },
  "VER-METHOD": {
    consequence:
      "An agent that speaks 1.0 has no such method: both SDKs respond with MethodNotFound (−32601), unless they serve 0.3 at the same URL.",
    remedy:
      "Fix the client, not the agent: call SendMessage, GetTask and so on, or send the version whose method names you use.",
  },
  "VER-OLDHEADER": {
    consequence:
      "The Python SDK responds with VersionNotSupported (−32009); the JavaScript SDK passes the call to its 0.3 handler, if enabled, which has no such method.",
    remedy: "Fix the client: send the version whose methods it calls.",
    dispute:
      "Agents must follow the header (1.0 §3.6.2), yet the 1.0 specification itself calls its methods with A2A-Version: 0.3 in the examples of §9.2, §10.2 and §11.2.",
  },
  "HIST-LEN": {
    consequence:
      "Clients that request few messages have little room: they receive, store and pay for all of them. The SDKs' servers truncate the history.",
    remedy: "Send at most historyLength messages, the newest ones.",
  },
  "HIST-ZERO": {
    consequence:
      "The client asked for no history and receives it anyway. The SDKs' servers omit it.",
    remedy: "Omit history when historyLength is 0.",
  },
  "CTX-MISSING": {
    consequence:
      "A client that continues the conversation has no ID for it: its next message starts a new one.",
    remedy: "Give every task the contextId it belongs to; generate one if the client sent none.",
    dispute:
      "A contextId that the agent generates must be in its response (1.0 §3.4.1), but a task need not have one: 0.2, 0.3 and the release candidate of 1.0 require it in every task, 1.0 requires it only in updates.",
  },
  "CTX-REPLACED": {
    consequence:
      "The client keeps naming a context that the agent has nothing for, and finds none of its tasks there.",
    remedy: "Use the client's contextId, or refuse the message with an error.",
  },
  "CTX-MISMATCH": {
    consequence:
      "Client and agent file the same task under two contexts. The SDKs' servers refuse such a message.",
    remedy: "Refuse a message whose contextId is not that of the task it names.",
  },
  "CTX-SILENT-NEW": {
    consequence:
      "A client that goes by the ID it sent waits for a task that will send nothing more. The SDKs' servers refuse such a message.",
    remedy:
      "Refuse a message for a task that has ended; the client can start a new task in the same context.",
  },
  "TSK-CLIENT-ID": {
    consequence:
      "Two clients that make up the same ID share a task. Other agents refuse it: the SDKs' servers respond with TaskNotFound (−32001).",
    remedy:
      "The client should name only tasks that the agent created; the agent should respond with TaskNotFound to any other.",
  },
  "REF-UNKNOWN": {
    consequence:
      "The agent cannot use what it cannot find: the JavaScript SDK logs a warning and drops the reference, the Python SDK drops it silently.",
    remedy: "Fix the client: refer to tasks by the IDs that the agent assigned.",
  },
} as const satisfies Explanations;
