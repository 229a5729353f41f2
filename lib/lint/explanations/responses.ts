/** What the rules about lists and refusals mean. */

import type { Explanations } from "./explanation.ts";

export const RESPONSE_EXPLANATIONS = {
  "LIST-TOKEN": {
    consequence:
      "A client that asks on until the token is empty never stops: without a token it asks for the first page again.",
    remedy: 'Always send nextPageToken, and "" on the last page.',
  },
  "LIST-ART": {
    consequence:
      "A client that keeps what it is told takes an empty list for a task without artifacts, and forgets those it knew.",
    remedy: "Leave artifacts out of listed tasks unless includeArtifacts is true.",
  },
  "LIST-SORT": {
    consequence:
      "A client that reads pages until it meets a task it knows stops too early and misses changes.",
    remedy: "Sort tasks by the timestamp of their status, the newest first.",
  },
  "ERR-CODE": {
    consequence:
      "Clients tell errors apart by their numbers: they treat this one as another, and do not do what would help.",
    remedy: "Send the code that this version has for the error; what a number means has changed.",
  },
  "ERR-SHAPE": {
    consequence:
      "Clients that read the error by its type fail there instead: one cannot tell what was refused, nor why.",
    remedy:
      'Send {"jsonrpc": "2.0", "id": …, "error": {"code": -32603, "message": "…"}}, with the id of the request, and what else there is in error.data.',
  },
  "ERR-DATA": {
    consequence:
      "Clients that read error.data as a list of typed details find neither the reason nor which field was wrong.",
    remedy:
      'Send a list: [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": …, "domain": "a2a-protocol.org"}].',
  },
  "ERR-INFO": {
    consequence:
      "Clients that tell errors apart by their reason know only the number, which other versions use for other errors.",
    remedy:
      'Add {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND", "domain": "a2a-protocol.org"} to error.data, with the reason of the error.',
  },
  "ERR-STATUS": {
    consequence:
      "Clients that go by the status take the error for another one, or try again in vain.",
    remedy:
      "Send the status that the table of §5.4 has for the error; those of 1.0.0 and of 1.0.1 are both accepted.",
  },
  "ERR-STATUS-OLD": {
    consequence: "Clients of 1.0.1 that go by the status alone take the error for another one.",
    remedy: "Send the status that §5.4 of 1.0.1 has, and an ErrorInfo with the reason.",
    dispute:
      "1.0.0 has 409, 415 and 502, and UNIMPLEMENTED over gRPC; 1.0.1 has 400, 400, 500 and FAILED_PRECONDITION for the same errors.",
  },
  "ERR-REST": {
    consequence:
      "The SDKs know an error by the ErrorInfo among its details: without it the Python SDK takes a task that is not there for a method that is not there.",
    remedy:
      'Send {"error": {"code", "status", "message", "details"}}, with the HTTP status as code and an ErrorInfo of the domain a2a-protocol.org.',
  },
  "ERR-PROBLEM": {
    consequence:
      "The SDKs look for error.details and find none, so they know the HTTP status and nothing else.",
    remedy: "Send the JSON of a google.rpc.Status, as §11.6 has it.",
    dispute:
      "§11.6 asks for the JSON of a google.rpc.Status, and the examples of §6.4 and §6.5 show application/problem+json.",
  },
  "ERR-OVER": {
    consequence:
      "A client that goes by −32004 to begin a new task does not; one that knows the Python SDK goes by −32602.",
    remedy: "Answer a message for a task that is over with UnsupportedOperation (−32004).",
    dispute:
      "The specification asks for UnsupportedOperation (−32004); the Python SDK answers InvalidParams (−32602), and the JavaScript SDK of 0.3 InvalidRequest (−32600).",
  },
} as const satisfies Explanations;
