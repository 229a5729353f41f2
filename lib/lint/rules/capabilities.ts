/** Rules about what was agreed on: capabilities of the card, extensions, notifications, secrets. */

import { type Rule, VERSIONS_0, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

const EXTENDED_MEMBERS = [
  ["metadata"],
  ["status", "message", "metadata"],
  ["artifact", "metadata"],
  ["extensions"],
] as const;

const STREAMS_ANYWAY =
  "The card says that the agent does not stream, and a call for a stream was answered.";
const PUSHES_ANYWAY =
  "The card says that the agent pushes no notifications, and a call about them was answered.";

export const CAPABILITY_RULES = [
  {
    rule: "CAP-STREAM",
    label: "streams unannounced",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.3.4",
    message: STREAMS_ANYWAY,
  },
  {
    rule: "CAP-STREAM-0X",
    label: "streams unannounced",
    // Only 1.0 says that such a call must be refused.
    severity: "warning",
    versions: VERSIONS_0,
    spec: "0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    message: STREAMS_ANYWAY,
  },
  {
    rule: "CAP-PUSH",
    label: "push unannounced",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.3.4",
    message: PUSHES_ANYWAY,
  },
  {
    rule: "CAP-PUSH-0X",
    label: "push unannounced",
    severity: "warning",
    versions: VERSIONS_0,
    spec: "0.3 §7.5, 0.2 §7.5, 0.1 §7.5",
    message: PUSHES_ANYWAY,
  },
  {
    rule: "EXT-REQUIRED",
    label: "required, not asked",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.3.4",
    message: "The card requires an extension, and a client that did not ask for it was served.",
  },
  {
    rule: "EXT-UNREQUESTED",
    label: "extension not asked",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    spec: "Extensions guide, activation",
    message: "Data of an extension that the client did not ask for.",
    at: EXTENDED_MEMBERS,
  },
  {
    rule: "EXT-NOECHO",
    label: "not confirmed",
    severity: "info",
    versions: VERSIONS_FROM_02,
    spec: "Extensions guide, activation",
    message: "The answer's headers do not say that an extension is active that was asked for.",
  },
  {
    rule: "EXT-OLDHDR",
    label: "old header name",
    severity: "info",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §3.2.6",
    message: "X-A2A-Extensions is the name of before 1.0: now it is A2A-Extensions.",
  },
  {
    rule: "PUSH-SHAPE",
    label: "bare notification",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §4.3.3",
    message: "A notification has no key around it that says what it is.",
  },
  {
    rule: "PUSH-AUTH",
    label: "unproven notification",
    severity: "error",
    versions: VERSIONS_FROM_1,
    spec: "1.0 §4.3.3",
    message: "A notification came without the authentication that its configuration asks for.",
  },
  {
    rule: "SEC-LEAK",
    label: "secret in clear",
    severity: "warning",
    spec: "1.0 §13.4, 0.3 §10.2, 0.2 §10.2, 0.1 §10.2",
    message: "The log holds a secret in clear: take it out before handing the log on.",
  },
] as const satisfies readonly Rule[];
