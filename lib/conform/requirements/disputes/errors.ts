/** Disputes about errors, statuses and media types. */

import type { Dispute } from "../dispute.ts";

export const ERROR_DISPUTES: readonly Dispute[] = [
  {
    id: "error-statuses",
    title: "Six error mappings of 1.0.0 changed in 1.0.1",
    spec: "§5.4 of 1.0.0 maps errors to 409, 415 and 502, and three of them to UNIMPLEMENTED; 1.0.1 has 400, 400, 500 and FAILED_PRECONDITION. §3.6 says that a patch does not change compatibility, and a card cannot state one.",
    kits: "The TCK grades by its copy of 1.0.0, so it fails agents that follow 1.0.1. ACTS tests little more than the status of an unknown task.",
    sdks: "The Python SDK moved to the new table; the Java SDK kept UNIMPLEMENTED and closed the report.",
    discussions: [
      "a2aproject/A2A#1627",
      "a2aproject/a2a-tck#231",
      "a2aproject/a2a-tck#240",
      "a2aproject/a2a-python#1055",
      "a2aproject/a2a-python#1166",
      "a2aproject/a2a-java#1051",
      "a2aproject/a2a-rs#57",
    ],
    grading:
      "By the table of the chosen text. The status of the other release is a warning, not a fail: an agent that states 1.0 cannot say which release it means. Any other status is a fail.",
  },
  {
    id: "error-info",
    title: "Whether error.data of JSON-RPC needs an ErrorInfo",
    spec: "§9.5 of 1.0.0 requires a google.rpc.ErrorInfo in a list, but its first example shows an object instead of the list. 1.0.1 requires only that each detail has an @type, and recommends the ErrorInfo. For gRPC (§10.6) and HTTP+JSON (§11.6) both require it.",
    kits: "The TCK requires it over all bindings.",
    sdks: "The Python SDK sends it since it follows 1.0.1.",
    discussions: [
      "a2aproject/A2A#1627",
      "a2aproject/a2a-tck#240",
      "a2aproject/a2a-python#1058",
      "a2aproject/a2a-rs#114",
    ],
    grading:
      "Over JSON-RPC a missing ErrorInfo is a fail by 1.0.0 and a warning by 1.0.1; over gRPC and HTTP+JSON it is a fail by both. That error.data is a list is a SHOULD in 1.0.0, because of its example.",
  },
  {
    id: "unspecific-errors",
    title: "Requirements that name an error, with tests that accept any",
    spec: "§3.1.5, §3.1.6, §3.3.4 and §3.6.2 name the error to return.",
    kits: "Six tests of the TCK passed with any error; ACTS tests the names.",
    discussions: ["a2aproject/a2a-tck#206"],
    grading:
      "By the name of the error wherever the text requires it, so Loupe may fail an agent that an old kit passed.",
  },
  {
    id: "error-codes-0.3",
    title: "Whether 0.3.0 requires the codes of A2A errors",
    spec: "§8.2 recommends its codes (SHOULD), and §11.1.5 requires the codes of §8 (MUST). §8.1, the codes of JSON-RPC itself, has no such weakening.",
    kits: "The TCK for 0.3 treats all codes as mandatory.",
    discussions: ["a2aproject/a2a-python#413", "a2aproject/a2a-dotnet#162"],
    grading:
      "An answer that is no error is a fail, another A2A code a warning: the text contradicts itself. The codes of §8.1 are required.",
  },
  {
    id: "finished-task-code",
    title: "How a message or subscription for a task that has ended is refused",
    spec: "§3.1.1 and §3.1.6 of 1.0 list UnsupportedOperationError (-32004), without the word MUST. 0.3.0 says that an error results, and not which.",
    kits: "TCK and ACTS require -32004.",
    sdks: "Python and Go answer a message with -32602, and Go a subscription with -32001; their maintainers treat both as defects. JavaScript 0.3 answered with -32600.",
    discussions: [
      "a2aproject/a2a-python#1205",
      "a2aproject/a2a-python#1207",
      "a2aproject/a2a-go#438",
    ],
    grading:
      "An agent that accepts the message or the subscription fails; one that refuses with another error gets a warning.",
  },
  {
    id: "unsupported-media-type",
    title: "A part of a media type that the agent does not list",
    spec: "§3.1.1 lists ContentTypeNotSupportedError for a media type that the agent does not support. It does not say that an agent supports only what its card lists.",
    kits: "CORE-SEND-003 of the TCK forgot the expected error and demanded success; nobody who follows the text could pass. CORE-SEND-004 of ACTS demands the error.",
    sdks: "Most servers do not look at media types; the Rust SDK makes it an option.",
    discussions: [
      "a2aproject/a2a-tck#202",
      "a2aproject/a2a-tck#213",
      "a2aproject/a2a-rs#270",
      "a2aproject/a2a-rs#278",
    ],
    grading:
      "An agent that accepts the part may support more than it lists: that is not measured. One that refuses it with another error gets a warning, but not for invalid parameters.",
  },
  {
    id: "request-content-type",
    title: "A JSON body that is sent as text/plain",
    spec: "§9.1 of 1.0 and §3.2.1 of 0.3.0 say how clients send requests; nothing says what a server does with others. ContentTypeNotSupportedError is about parts of messages.",
    kits: "The TCK expects ContentTypeNotSupportedError, and sent text that was no JSON at all until that was mended.",
    sdks: "Frameworks before the SDKs decide: 415, a parse error, or acceptance.",
    discussions: ["a2aproject/a2a-tck#216", "a2aproject/a2a-tck#220"],
    grading: "Information only: no agent fails or is warned for what the text leaves open.",
  },
  {
    id: "rest-content-type",
    title: "The media type of HTTP+JSON",
    spec: "§11.1 of 1.0.0 says application/json, but its examples and §14.1.1 use application/a2a+json; 1.0.1 recommends application/a2a+json.",
    kits: "The TCK required application/json; REST-CT-001 of ACTS was named for the header and asserted something else until it could look at headers.",
    discussions: [
      "a2aproject/A2A#1639",
      "a2aproject/A2A#1748",
      "a2aproject/A2A#2227",
      "a2aproject/a2a-tck#238",
      "a2aproject/a2a-tck#240",
    ],
    grading: "Both types are accepted; by 1.0.1 application/json is a warning.",
  },
  {
    id: "jsonrpc-content-type",
    title: "The media type of JSON-RPC responses",
    spec: "0.3.0 requires application/json (§3.2.1). 1.0 states it without the word MUST (§9.1), and its examples of JSON-RPC agree.",
    kits: "JSONRPC-CT-001 of ACTS took a valid body for a valid header, so it could not fail; it is being rewritten. The TCK requires application/json.",
    sdks: "The Go SDK once sent text/plain.",
    discussions: ["a2aproject/A2A#2227", "a2aproject/a2a-go#264"],
    grading: "By the header itself: a fail by 0.3.0, a warning by 1.0.",
  },
  {
    id: "problem-details",
    title: "The form of HTTP+JSON errors",
    spec: "§11.6 of 1.0 asks for a google.rpc.Status in JSON, with a required ErrorInfo. The examples of §6.4 and §6.5, which are only illustrations, show application/problem+json, as the release candidates required.",
    kits: "REST-PD-001 of ACTS demanded problem details and failed every agent that follows the text; it is being corrected. The TCK demands a google.rpc.Status.",
    sdks: "The Java SDK sent problem details, in a form of its own.",
    discussions: [
      "a2aproject/A2A#1600",
      "a2aproject/A2A#2227",
      "a2aproject/a2a-java#727",
      "a2aproject/a2a-java#730",
    ],
    grading:
      "A body of another form is a warning. A missing ErrorInfo is a fail, because that sentence of §11.6 has the word MUST.",
  },
  {
    id: "rest-errors-0.3",
    title: "Errors over HTTP+JSON in 0.3.0",
    spec: "§3.2.3 requires suitable statuses and a consistent format, and defines neither.",
    sdks: "Those of ADK and .NET do not understand each other's errors.",
    discussions: ["a2aproject/A2A#1105", "a2aproject/A2A#975", "a2aproject/A2A#976"],
    grading:
      "Only an error with a status of success is a fail. The usual statuses are a SHOULD; the form of the body is not graded.",
  },
  {
    id: "push-none-code",
    title: "The error for push operations that are not declared",
    spec: "§3.3.4 of 1.0 requires PushNotificationNotSupportedError (-32003).",
    kits: "CORE-CAP-001 of ACTS expects UnsupportedOperationError for the same request; the TCK accepted any error.",
    discussions: ["a2aproject/A2A#1882", "a2aproject/a2a-tck#206"],
    grading: "By the text: -32003. An agent that satisfies this test of ACTS fails.",
  },
  {
    id: "extended-card-none",
    title: "The error for an extended card that is not declared",
    spec: "§3.3.4 of 1.0 requires UnsupportedOperationError (-32004) if the card declares none, and -32007 only if one is declared but missing. 0.3.0 knows only -32007 (§8.2), and names no case for it.",
    kits: "TCK and ACTS follow the text.",
    sdks: ".NET and Java sent -32007 and were corrected.",
    discussions: ["a2aproject/a2a-dotnet#475", "a2aproject/a2a-java#733", "a2aproject/a2a-tck#206"],
    grading:
      "By 1.0, -32007 is a fail. By 0.3.0 every refusal passes, that of an unknown method too: the operation is optional.",
  },
];
