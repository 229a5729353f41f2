/** What the rules about calls, contexts and tasks mean. */

import type { Explanations } from "./explanation.ts";

export const CALL_EXPLANATIONS = {
  "VER-NOHEADER": {
    consequence:
      "The Python SDK answers VersionNotSupported (−32009); the JavaScript SDK does too, unless the agent's card has an interface of 0.3.",
    remedy:
      "The client is at fault, not the agent: it sends A2A-Version: 1.0 with every request, or A2A-Version=1.0 in the address.",
  },
  "VER-PATCH": {
    consequence:
      "The JavaScript SDK looks for exactly this text among the versions of its card and answers VersionNotSupported (−32009); the Python SDK looks at the major number alone.",
    remedy: "The client is at fault, not the agent: it sends major and minor alone, such as 1.0.",
  },
  "VER-METHOD": {
    consequence:
      "An agent that speaks 1.0 has no such method: both SDKs answer MethodNotFound (−32601), unless they serve 0.3 at the same place.",
    remedy:
      "The client is at fault, not the agent: it calls SendMessage, GetTask and so on, or says the version whose names it uses.",
  },
  "VER-OLDHEADER": {
    consequence:
      "The Python SDK answers VersionNotSupported (−32009); the JavaScript SDK hands the call to its part for 0.3, where that is switched on, which has no such method.",
    remedy: "The client says the version whose methods it calls.",
    dispute:
      "Agents must go by the header (1.0 §3.6.2), and yet the specification of 1.0 itself calls its methods with A2A-Version: 0.3 in the examples of §9.2, §10.2 and §11.2.",
  },
  "HIST-LEN": {
    consequence:
      "Clients that ask for few messages have little room: they receive, keep and pay for all of them. The SDKs' servers cut the history off.",
    remedy: "Send at most historyLength messages, the newest ones.",
  },
  "HIST-ZERO": {
    consequence:
      "The client asked to be spared the history and receives it all the same. The SDKs' servers leave it out.",
    remedy: "Leave history out where historyLength is 0.",
  },
  "CTX-MISSING": {
    consequence:
      "A client that goes on in the same conversation has nothing to name it by: its next message begins another one.",
    remedy:
      "Give every task the contextId that it belongs to, one of your own where the client sent none.",
    dispute:
      "A contextId that the agent made must be in its answer (1.0 §3.4.1), but a task need have none: 0.2, 0.3 and the candidate of 1.0 require it in every task, 1.0 requires it in updates only.",
  },
  "CTX-REPLACED": {
    consequence:
      "The client goes on naming a context in which the agent knows of nothing, and looks for its tasks there in vain.",
    remedy: "Take the client's contextId, or refuse the message with an error.",
  },
  "CTX-MISMATCH": {
    consequence:
      "Client and agent file the same task under two contexts. The SDKs' servers refuse such a message.",
    remedy: "Refuse a message whose contextId is not that of the task it names.",
  },
  "CTX-SILENT-NEW": {
    consequence:
      "A client that goes by the id it sent waits for a task that will say no more. The SDKs' servers refuse such a message.",
    remedy: "Refuse a message for a task that is over; the client begins a new one in its context.",
  },
  "TSK-CLIENT-ID": {
    consequence:
      "Two clients that make up the same id share a task. Other agents refuse it: the SDKs' servers answer TaskNotFound (−32001).",
    remedy:
      "The client names only tasks that the agent made; the agent answers TaskNotFound for any other.",
  },
  "REF-UNKNOWN": {
    consequence:
      "The agent cannot take account of what it cannot find: the JavaScript SDK writes a warning and leaves the reference out, the Python SDK leaves it out in silence.",
    remedy: "The client names tasks by the ids that the agent gave them.",
  },
} as const satisfies Explanations;
