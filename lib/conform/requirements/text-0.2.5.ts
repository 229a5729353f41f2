/**
 * What 0.2.5 requires of agents. It has one transport, JSON-RPC, and sections 4 to 8 in the order of
 * 0.3.0: what both say alike is taken from there, one requirement after the other.
 *
 * Left out is what 0.2.5 does not say: several transports, signatures, lists of tasks, and what is
 * answered instead of an extended card. Of a part with data, it says both "an object" and "an object
 * or an array" (§6.5.3), so an array passes.
 */

import { OWN_CLAUSES } from "./0.2.5/own-clauses.ts";
import { defineRequirementSet, type Requirement, selectRequirements } from "./requirement.ts";
import { TEXT_0_3_0 } from "./text-0.3.0.ts";

const LIKE_0_3_0 = [
  "TLS",
  "TLS-MODERN",
  "AUTHENTICATION",
  "AUTHENTICATION-STATUS",
  "AUTHENTICATION-CHALLENGE",
  "AUTH-REQUIRED-STATE",
  "AUTH-REQUIRED-MESSAGE",
  "CARD-AVAILABLE",
  "CARD-CONTENT-TYPE",
  "CARD-PROTECTED",
  "SECRETS-HIDDEN",
  "CARD-FIELDS",
  "CARD-SCHEMES-DECLARED",
  "CARD-EXTENSIONS",
  "CARD-SCHEMES",
  "CARD-SKILLS",
  "CARD-SKILL-IDS",
  "MEMBER-NAMES",
  "TASK-FIELDS",
  "EVENTS-ORDERED",
  "TIMESTAMPS",
  "TASK-STATES",
  "MESSAGE-FIELDS",
  "MESSAGE-ROLES",
  "PART-KINDS",
  "ARTIFACT-FIELDS",
  "PUSH-DELIVERY",
  "ID-INVALID",
  "JSONRPC-ENVELOPE",
  "ID-ECHO",
  "ERRORS",
  "ERROR-CODE-AND-MESSAGE",
  "SEND-RESULT",
  "SEND-FINISHED",
  "CONTEXT-KEPT",
  "INPUT-REQUIRED",
  "TASK-GET",
  "HISTORY-LIMIT",
  "HISTORY-ZERO",
  "CANCEL",
  "STREAM-CONNECTION",
  "STREAM-NONE",
  "STREAM-TASK-FIRST",
  "EVENT-PAYLOAD",
  "STREAM-FINAL",
  "STREAM-CLOSES",
  "ARTIFACT-UPDATE-FIELDS",
  "ARTIFACT-APPEND",
  "SUBSCRIBE",
  "PUSH-CREATE",
  "PUSH-GET",
  "PUSH-LIST",
  "PUSH-DELETE",
  "EXTENDED-CARD-AUTHENTICATION",
  "METHOD-UNKNOWN",
  "JSON-MALFORMED",
  "REQUEST-INVALID",
  "PARAMS-INVALID",
  "ERROR-CODES",
  "SEND-UNKNOWN-TASK",
  "CANCEL-FINISHED",
  "PUSH-NONE",
  "SEND-MEDIA-TYPE",
  "INPUT-VALIDATED",
];

const onlyJsonRpc = (requirement: Requirement): Requirement => ({
  ...requirement,
  bindings: ["jsonrpc"],
});

export const TEXT_0_2_5 = defineRequirementSet({
  text: "0.2.5",
  url: "https://a2a-protocol.org/v0.2.5/specification/",
  isScored: true,
  requirements: [...selectRequirements(TEXT_0_3_0, LIKE_0_3_0), ...OWN_CLAUSES].map(onlyJsonRpc),
});
