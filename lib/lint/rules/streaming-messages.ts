/** Rules about messages streamed as patches, with the `/ui/streaming/v1` extension. */

import type { DialectRuleName } from "../../dialects/dialect-violation.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Rule } from "./rule.ts";

const SPEC = "kagenti streaming v1";
const VERSIONS: readonly Version[] = ["0.3", "1.0"];

type StreamingRule = Extract<DialectRuleName, `KST-${string}`>;

export const STREAMING_MESSAGE_RULES: Readonly<Record<StreamingRule, Omit<Rule, "rule">>> = {
  "KST-NO-ROOT": {
    label: "no root",
    severity: "error",
    versions: VERSIONS,
    spec: `${SPEC}, replace`,
    message:
      "A patch for a message whose root was never sent: the text that arrives is shown without its beginning.",
  },
  "KST-ID-DIFF": {
    label: "two message IDs",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, wire format`,
    message: "The message_id beside the patches differs from the one inside the message.",
  },
  "KST-NO-ID": {
    label: "no message_id",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, wire format`,
    message: "Patches name no message, so no complete message can be matched with them.",
  },
  "KST-MSG-PRESENT": {
    label: "patch and message",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, key properties`,
    message: "One status has both patches and a complete message: clients may overlook either.",
  },
  "KST-STATE": {
    label: "patch outside working",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, key properties`,
    message:
      "A status other than working has patches: a client that reads the patches may overlook the state.",
  },
  "KST-RANGE": {
    label: "position out of range",
    severity: "error",
    versions: VERSIONS,
    spec: `${SPEC}, str_ins`,
    message: "A position is outside its text: some clients fail. The text is put at the end.",
  },
  "KST-UTF16": {
    label: "UTF-16 position",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, str_ins`,
    message:
      "A position counts UTF-16 units, but the reference implementation counts code points: its client fails or inserts the text elsewhere.",
  },
  "KST-PATH": {
    label: "path not found",
    severity: "error",
    versions: VERSIONS,
    spec: "RFC 6902 §4",
    message: "A patch refers to something that does not exist or is of another kind.",
  },
  "KST-MISMATCH": {
    label: "message differs",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, message reconciliation`,
    message: "The complete message does not start with what was streamed of it: both are shown.",
  },
  "KST-NO-FINAL": {
    label: "never sent complete",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, key properties`,
    message:
      "A message was streamed but never sent complete: clients without the extension miss it.",
  },
  "KST-LOST-DRAFT": {
    label: "draft lost",
    severity: "warning",
    versions: VERSIONS,
    spec: `${SPEC}, accumulation cycles`,
    message: "The task ended before a streamed message was sent complete: only its draft remains.",
  },
  "KST-EMPTY-FIRST": {
    label: "empty first part",
    severity: "info",
    versions: VERSIONS,
    spec: `${SPEC}, str_ins`,
    message:
      "After an empty first text the patches name the wrong part, as the reference server does. The text is put into the last part.",
  },
  "KST-NOT-REQUESTED": {
    label: "not requested",
    severity: "warning",
    versions: VERSIONS,
    spec: "1.0 §3.2.6, Extensions guide",
    message: "Patches were sent although the request did not list the extension.",
  },
  "KST-BARE-OP": {
    label: "patch without list",
    severity: "info",
    versions: VERSIONS,
    spec: `${SPEC}, wire format`,
    message: "message_update is a single operation, not a list.",
  },
  "KST-BAD-OP": {
    label: "invalid operation",
    severity: "error",
    versions: VERSIONS,
    spec: `${SPEC}, patch operations`,
    message:
      "An operation that the streaming extension does not have, or that lacks a required member, was ignored.",
  },
};
