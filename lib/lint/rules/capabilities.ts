/** Rules about card capabilities, extensions, push notifications and secrets. */

import { type Rule, VERSIONS_0, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

const EXTENDED_MEMBERS = [
  ["metadata"],
  ["status", "message", "metadata"],
  ["artifact", "metadata"],
  ["extensions"],
] as const;

const STREAMS_ANYWAY =
  "The card says that the agent does not stream, but a streaming request was answered.";
const PUSHES_ANYWAY =
  "The card says that the agent sends no push notifications, but a request about them was answered.";

export const CAPABILITY_RULES = [
  {
    rule: "CAP-STREAM",
    label: "undeclared streaming",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.3.4",
    message: STREAMS_ANYWAY,
  },
  {
    rule: "CAP-STREAM-0X",
    label: "undeclared streaming",
    // Only 1.0 requires that such a request is refused.
    severity: "warning",
    versions: VERSIONS_0,
    spec: "0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    message: STREAMS_ANYWAY,
  },
  {
    rule: "CAP-PUSH",
    label: "undeclared push",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.3.4",
    message: PUSHES_ANYWAY,
  },
  {
    rule: "CAP-PUSH-0X",
    label: "undeclared push",
    severity: "warning",
    versions: VERSIONS_0,
    spec: "0.3 §7.5, 0.2 §7.5, 0.1 §7.5",
    message: PUSHES_ANYWAY,
  },
  {
    rule: "EXT-REQUIRED",
    label: "required, not requested",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.3.4",
    message: "The card requires an extension, but a client that did not request it was served.",
  },
  {
    rule: "EXT-UNREQUESTED",
    label: "extension not requested",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "Extensions guide, activation",
    message: "The event contains data of an extension that the client did not request.",
    at: EXTENDED_MEMBERS,
  },
  {
    rule: "EXT-NOECHO",
    label: "extension not confirmed",
    severity: "info",
    versions: VERSIONS_FROM_02,
    spec: "Extensions guide, activation",
    message:
      "The client requested an extension, but the response headers do not list it as active.",
  },
  {
    rule: "EXT-OLDHDR",
    label: "old header name",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.6",
    message: "X-A2A-Extensions is the name from before 1.0: it is now A2A-Extensions.",
  },
  {
    rule: "PUSH-SHAPE",
    label: "unwrapped notification",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §4.3.3",
    message: "A notification is not wrapped in a key that names its type.",
  },
  {
    rule: "PUSH-AUTH",
    label: "missing authentication",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §4.3.3",
    message: "A notification arrived without the authentication that its configuration asks for.",
  },
  {
    rule: "SEC-LEAK",
    label: "secret in clear text",
    severity: "warning",
    spec: "1.0 §13.4, 0.3 §10.2, 0.2 §10.2, 0.1 §10.2",
    message: "The log contains a secret in clear text: redact it before you share the log.",
  },
] as const satisfies readonly Rule[];
