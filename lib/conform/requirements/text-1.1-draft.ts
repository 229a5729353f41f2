/**
 * What the draft of 1.1 would require of agents (branch `dev-1.1` at 28491879): what 1.0.1 does, and
 * the generation of tasks. Information only: a draft changes, and no agent can be blamed for that.
 */

import { applyTextChanges, defineRequirementSet, type Requirement } from "./requirement.ts";
import { TEXT_1_0_1 } from "./text-1.0.1.ts";

const GENERATIONS: readonly Requirement[] = [
  {
    id: "GENERATION",
    clause: "§3.2.7",
    level: "MUST",
    text: "Counts every change of a task's state or artifacts by one in its generation, from 1 on.",
    checks: ["WIRE-RULES"],
    rules: ["STR-GAP"],
  },
  {
    id: "GENERATION-EVENTS",
    clause: "§3.2.7",
    level: "MUST",
    text: "Sends exactly one event for every generation, with that number.",
    checks: ["WIRE-RULES"],
    rules: ["STR-GAP"],
  },
  {
    id: "GENERATION-POLL",
    clause: "§3.2.7",
    level: "MUST",
    text: "Returns a task at once if it is newer than currentGeneration, or none is given.",
    untestable: "No check asks for a generation while the text is a draft.",
  },
  {
    id: "GENERATION-WAIT",
    clause: "§3.2.7",
    level: "SHOULD",
    text: "Holds a request for a task until it is newer than currentGeneration.",
    untestable: "No check asks for a generation while the text is a draft.",
  },
  {
    id: "GENERATION-MATCH",
    clause: "§3.2.2",
    level: "MUST",
    text: "Refuses a message with TaskGenerationMismatchError if its task has another generation.",
    untestable: "No check asks for a generation while the text is a draft.",
  },
  {
    id: "STATUS-TASK-GENERATION-MISMATCH",
    clause: "§5.4",
    level: "MUST",
    text: "Sends TaskGenerationMismatchError with the HTTP status 409 and the gRPC status ABORTED.",
    bindings: ["rest", "grpc"],
    untestable: "No check asks for a generation while the text is a draft.",
  },
];

export const TEXT_1_1_DRAFT = defineRequirementSet({
  text: "1.1-draft",
  url: "https://github.com/a2aproject/A2A/blob/28491879ff41a9c230fb51f3f7bd6096b80cc341/docs/specification.md",
  isScored: false,
  requirements: applyTextChanges(TEXT_1_0_1, { changed: [], added: GENERATIONS }),
});
