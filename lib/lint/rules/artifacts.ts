/** Rules about how artifacts are streamed. */

import { OrderIssue } from "../../timeline/timeline.ts";
import { type FlagRule, type Rule, VERSIONS_FROM_02 } from "./rule.ts";

const IDS = [
  ["artifact", "artifactId"],
  ["artifact", "artifact_id"],
  ["artifact", "index"],
  ["artifact"],
] as const;
const PARTS = [["artifact", "parts"], ["artifact"]] as const;
const APPEND = [["append"], ["artifact", "append"], ...IDS] as const;

export const ARTIFACT_RULES = [
  {
    rule: "ART-APPEND-UNKNOWN",
    label: "append to nothing",
    severity: "error",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3",
    message:
      "append: true for an artifact never seen before: some clients drop it, some fail, some create it.",
    at: APPEND,
  },
  {
    rule: "ART-APPEND-FIRST-0.1",
    label: "append to nothing",
    severity: "error",
    versions: ["0.1"],
    spec: "0.1 §6.7",
    message: "append: true for an index that no artifact was sent under.",
    at: APPEND,
  },
  {
    rule: "ART-FORGOT-APPEND",
    label: "append forgotten",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message:
      "Three fragments of a text replace one another: append: true was likely forgotten, and only the last one is kept.",
    at: APPEND,
  },
  {
    rule: "ART-NO-LAST",
    label: "never marked last",
    severity: "info",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message:
      "The task completed, and an artifact that it streamed in pieces was never marked lastChunk.",
    at: [["status", "state"], ["status"]],
  },
  {
    rule: "ART-SAME-CONTENT",
    label: "same text twice",
    severity: "info",
    spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7, 0.1 §6.7",
    message: "Two artifacts of a completed task hold the same text.",
    at: [["status", "state"], ["status"]],
  },
] as const satisfies readonly Rule[];

/** What the fold notices in passing. */
export const ARTIFACT_FLAG_RULES: readonly FlagRule[] = [
  {
    bit: OrderIssue.AfterLastChunk,
    rule: "ART-AFTER-LAST",
    label: "after last chunk",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "A chunk after lastChunk: true.",
    at: APPEND,
  },
  {
    bit: OrderIssue.DuplicateChunk,
    rule: "ART-DUP",
    label: "same chunk twice",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "The same chunk twice in a row.",
    at: PARTS,
  },
  {
    bit: OrderIssue.ResentWhole,
    rule: "ART-RESEND",
    label: "text sent again",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "An appended chunk repeats the whole text so far.",
    at: PARTS,
  },
  {
    bit: OrderIssue.NameChanged,
    rule: "ART-ID-REUSE-NAME",
    label: "renamed",
    severity: "warning",
    spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7, 0.1 §6.7",
    message: "The same artifactId with another name.",
    at: [["artifact", "name"], ["artifact"], ["artifacts"]],
  },
  {
    bit: OrderIssue.Replaced,
    rule: "ART-REPLACE",
    label: "replaced",
    severity: "info",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "append: false replaced a known artifact.",
    at: APPEND,
  },
  {
    bit: OrderIssue.ReplacedShorter,
    rule: "ART-REPLACE-SHRINK",
    label: "replaced by less",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "A replacement is shorter and shares no beginning: perhaps a forgotten append flag.",
    at: PARTS,
  },
];
