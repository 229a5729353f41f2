/** §3 of 0.3.0: transports. */

import type { Requirement } from "../requirement.ts";

const NO_MEDIA_TYPE_CHECK = "No check looks at the media type of HTTP+JSON responses yet.";

const ALL: readonly Requirement[] = [
  {
    id: "TRANSPORT",
    clause: "§3.2",
    level: "SHOULD",
    text: "Serves JSON-RPC, gRPC or HTTP+JSON.",
    checks: ["INTERFACE-ANSWERS"],
  },
  {
    id: "EQUAL-OPERATIONS",
    clause: "§3.4.1",
    level: "MUST",
    text: "Offers the same operations over all of its transports.",
    checks: ["BINDINGS-SAME-ERRORS", "BINDINGS-SAME-TASK"],
  },
  {
    id: "EQUAL-RESULTS",
    clause: "§3.4.1",
    level: "MUST",
    text: "Returns the same results over all of its transports.",
    checks: ["BINDINGS-SAME-TASK"],
    dispute: "canceled-spelling",
  },
  {
    id: "EQUAL-ERRORS",
    clause: "§3.4.1",
    level: "MUST",
    text: "Returns the same errors over all of its transports.",
    checks: ["BINDINGS-SAME-ERRORS"],
  },
  {
    id: "EQUAL-AUTHENTICATION",
    clause: "§3.4.1",
    level: "MUST",
    text: "Accepts the security schemes of its card over all of its transports.",
    untestable: "Needs credentials for every scheme that the card lists.",
  },
  {
    id: "CARD-ALL-BINDINGS",
    clause: "§3.4.2",
    level: "MUST",
    text: "Lists all of its transports in its card.",
    untestable: "A transport that the card does not list cannot be found.",
  },
  {
    id: "EXTENSION-METHODS",
    clause: "§3.5.5",
    level: "MUST",
    text: "Gives methods of its own names that do not conflict with those of the specification.",
    untestable: "A method that no one documents cannot be found.",
  },
];

const JSON_RPC: readonly Requirement[] = [
  {
    id: "JSONRPC-CONTENT-TYPE",
    clause: "§3.2.1",
    level: "MUST",
    text: "Sends responses as application/json.",
    bindings: ["jsonrpc"],
    checks: ["WIRE-RULES"],
    rules: ["FRM-RPC-CTYPE"],
    dispute: "jsonrpc-content-type",
  },
  {
    id: "CONTENT-TYPE-WRONG",
    clause: "§3.2.1",
    level: "MAY",
    text: "Refuses a request that is not sent as JSON.",
    bindings: ["jsonrpc"],
    checks: ["CONTENT-TYPE-WRONG"],
    dispute: "request-content-type",
  },
  {
    id: "JSONRPC-STREAM",
    clause: "§3.3.1",
    level: "MUST",
    text: "Sends streams as server-sent events, each with a JSON-RPC response.",
    bindings: ["jsonrpc"],
    checks: ["STREAM"],
    rules: ["FRM-CTYPE", "FRM-BADJSON", "FRM-SEPARATOR", "FRM-DONE", "FRM-CLOUDEVENT"],
  },
  {
    id: "OPERATION-NAMES",
    clause: "§3.5.1",
    level: "MUST",
    text: "Serves methods under names such as message/send.",
    bindings: ["jsonrpc"],
    checks: ["INTERFACE-ANSWERS"],
    rules: ["CAP-INTERFACE"],
  },
];

const GRPC: readonly Requirement[] = [
  {
    id: "GRPC-SERVICE",
    clause: "§3.2.2",
    level: "MUST",
    text: "Serves A2AService as the proto file defines it.",
    bindings: ["grpc"],
    checks: ["INTERFACE-ANSWERS", "WIRE-RULES"],
    rules: ["GRPC-BROKEN"],
  },
  {
    id: "GRPC-ERRORS",
    clause: "§3.2.2",
    level: "MUST",
    text: "Maps A2A errors to the gRPC statuses of the proto file.",
    bindings: ["grpc"],
    untestable: "The proto file of this text defines no statuses.",
  },
  {
    id: "GRPC-TLS",
    clause: "§3.2.2",
    level: "MUST",
    text: "Serves gRPC over TLS.",
    bindings: ["grpc"],
    untestable: "Nothing shows whether a deployment is a production one.",
  },
  {
    id: "GRPC-METHOD-UNKNOWN",
    clause: "§3.2.2",
    level: "SHOULD",
    text: "Answers an unknown method with UNIMPLEMENTED, as gRPC does.",
    bindings: ["grpc"],
    checks: ["METHOD-UNKNOWN"],
  },
  {
    id: "GRPC-STREAM",
    clause: "§3.3.2",
    level: "MUST",
    text: "Sends streams as server streaming calls.",
    bindings: ["grpc"],
    checks: ["STREAM"],
  },
];

const HTTP_JSON: readonly Requirement[] = [
  {
    id: "REST-PATHS",
    clause: "§3.2.3",
    level: "MUST",
    text: "Serves every operation at its path, with its HTTP method.",
    bindings: ["rest"],
    checks: ["INTERFACE-ANSWERS"],
    rules: ["CAP-INTERFACE"],
    dispute: "subscribe-verb",
  },
  {
    id: "REST-CONTENT-TYPE",
    clause: "§3.2.3",
    level: "MUST",
    text: "Sends responses as application/json.",
    bindings: ["rest"],
    untestable: NO_MEDIA_TYPE_CHECK,
  },
  {
    id: "REST-STATUS",
    clause: "§3.2.3",
    level: "MUST",
    text: "Sends no error with a status of success.",
    bindings: ["rest"],
    checks: ["ERROR-STATUS"],
    dispute: "rest-errors-0.3",
  },
  {
    id: "REST-METHOD-UNKNOWN",
    clause: "§3.2.3",
    level: "SHOULD",
    text: "Answers an unknown path with 404.",
    bindings: ["rest"],
    checks: ["METHOD-UNKNOWN"],
    dispute: "rest-errors-0.3",
  },
  {
    id: "REST-INPUT-INVALID",
    clause: "§3.2.3",
    level: "SHOULD",
    text: "Answers malformed JSON and invalid parameters with 400.",
    bindings: ["rest"],
    checks: ["JSON-MALFORMED", "PARAMS-INVALID"],
    dispute: "rest-errors-0.3",
  },
  {
    id: "REST-ERROR-BODY",
    clause: "§3.2.3",
    level: "MUST",
    text: "Sends all errors in one JSON format.",
    bindings: ["rest"],
    untestable: "The text leaves the format to the agent.",
    dispute: "rest-errors-0.3",
  },
  {
    id: "REST-STREAM",
    clause: "§3.3.3",
    level: "MUST",
    text: "Sends streams as server-sent events.",
    bindings: ["rest"],
    checks: ["STREAM"],
    rules: ["FRM-CTYPE", "FRM-BADJSON", "FRM-SEPARATOR", "FRM-DONE", "FRM-CLOUDEVENT"],
  },
];

export const TRANSPORTS: readonly Requirement[] = [...ALL, ...JSON_RPC, ...GRPC, ...HTTP_JSON];
