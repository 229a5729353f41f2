/** What 0.2.6 requires of agents: tables were replaced by `types.ts`, which says each thing once. */

import { applyTextChanges, defineRequirementSet, type Requirement } from "./requirement.ts";
import { TEXT_0_2_5 } from "./text-0.2.5.ts";

const FILES: Requirement = {
  id: "PART-FILES",
  clause: "§6.6",
  level: "MUST",
  text: "Sends a file either as bytes or as a URI.",
  bindings: ["jsonrpc"],
  checks: ["WIRE-RULES"],
  rules: ["DM-PART-FILE"],
};

const UPDATES: Requirement = {
  id: "UPDATE-FIELDS",
  clause: "§7.2.2",
  level: "MUST",
  text: "Gives every status update the ids of its task and context, a status, and final.",
  bindings: ["jsonrpc"],
  checks: ["WIRE-RULES"],
  rules: ["DM-STATUS-REQ", "DM-FLAG"],
};

const ADDED: readonly Requirement[] = [
  {
    id: "RESULTS-IN-ARTIFACTS",
    clause: "§6.1",
    level: "SHOULD",
    text: "Returns the results of a completed task as artifacts.",
    untestable: "Nothing shows whether a message of this text is a result.",
  },
  {
    id: "PART-DATA",
    clause: "§6.5.3",
    level: "MUST",
    text: "Sends data as an object.",
    bindings: ["jsonrpc"],
    checks: ["WIRE-RULES"],
    rules: ["DM-DATA-OBJ"],
  },
];

export const TEXT_0_2_6 = defineRequirementSet({
  text: "0.2.6",
  url: "https://a2a-protocol.org/v0.2.6/specification/",
  isScored: true,
  requirements: applyTextChanges(TEXT_0_2_5, { changed: [FILES, UPDATES], added: ADDED }),
});
