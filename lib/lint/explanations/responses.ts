/** Explanations of the rules about lists and error responses. */

import type { Explanations } from "./explanation.ts";

export const RESPONSE_EXPLANATIONS = {
  "LIST-TOKEN": {
    consequence:
      "A client that requests pages until the token is empty never stops: without a token it requests the first page again.",
    remedy: 'Always send nextPageToken, and "" on the last page.',
  },
  "LIST-ART": {
    consequence:
      "A client that stores what it receives takes an empty list for a task without artifacts, and forgets those it knew.",
    remedy: "Omit artifacts from listed tasks unless includeArtifacts is true.",
  },
  "LIST-SORT": {
    consequence:
      "A client that reads pages until it finds a task it knows stops too early and misses changes.",
    remedy: "Sort tasks by status timestamp, newest first.",
  },
  "ERR-CODE": {
    consequence:
      "Clients distinguish errors by code: they take this one for another and react wrongly.",
    remedy:
      "Send the code that this version defines for the error; the meanings of codes have changed.",
  },
  "ERR-SHAPE": {
    consequence:
      "Clients that parse the error by its type fail: they cannot tell what was refused, nor why.",
    remedy:
      'Send {"jsonrpc": "2.0", "id": …, "error": {"code": -32603, "message": "…"}}, with the id of the request, and anything else in error.data.',
  },
  "ERR-DATA": {
    consequence:
      "Clients that read error.data as a list of typed details find neither the reason nor the invalid field.",
    remedy:
      'Send a list: [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": …, "domain": "a2a-protocol.org"}].',
  },
  "ERR-INFO": {
    consequence:
      "Clients that distinguish errors by reason know only the code, which other versions use for other errors.",
    remedy:
      'Add {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND", "domain": "a2a-protocol.org"} to error.data, with the reason of the error.',
  },
  "ERR-STATUS": {
    consequence: "Clients that go by the status take the error for another one, or retry in vain.",
    remedy:
      "Send the status that the table in §5.4 defines for the error; those of 1.0.0 and of 1.0.1 are both accepted.",
  },
  "ERR-STATUS-OLD": {
    consequence: "1.0.1 clients that go by the status alone take the error for another one.",
    remedy: "Send the status that §5.4 of 1.0.1 defines, and an ErrorInfo with the reason.",
    dispute:
      "1.0.0 has 409, 415 and 502, and UNIMPLEMENTED over gRPC; 1.0.1 has 400, 400, 500 and FAILED_PRECONDITION for the same errors.",
  },
  "ERR-REST": {
    consequence:
      "The SDKs recognize an error by the ErrorInfo in its details: without it the Python SDK takes a missing task for a missing method.",
    remedy:
      'Send {"error": {"code", "status", "message", "details"}}, with the HTTP status as code and an ErrorInfo with the domain a2a-protocol.org.',
  },
  "ERR-PROBLEM": {
    consequence:
      "The SDKs look for error.details and find none, so they know only the HTTP status.",
    remedy: "Send a google.rpc.Status in JSON, as §11.6 requires.",
    dispute:
      "§11.6 asks for a google.rpc.Status in JSON, but the examples of §6.4 and §6.5 show application/problem+json.",
  },
  "ERR-OVER": {
    consequence:
      "A client that starts a new task on −32004 does not; one that knows the Python SDK goes by −32602.",
    remedy: "Respond to a message for a task that has ended with UnsupportedOperation (−32004).",
    dispute:
      "The specification asks for UnsupportedOperation (−32004); the Python SDK responds with InvalidParams (−32602), and the JavaScript SDK 0.3 with InvalidRequest (−32600).",
  },
} as const satisfies Explanations;
