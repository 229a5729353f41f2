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
    label: "append to unknown artifact",
    severity: "error",
    versions: VERSIONS_FROM_02,
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3",
    message:
      "append: true for an artifact that was never sent: some clients drop the chunk, some fail, some create the artifact.",
    at: APPEND,
  },
  {
    rule: "ART-APPEND-FIRST-0.1",
    label: "append to unknown artifact",
    severity: "error",
    versions: ["0.1"],
    spec: "0.1 §6.7",
    message: "append: true for an index under which no artifact was sent.",
    at: APPEND,
  },
  {
    rule: "ART-FORGOT-APPEND",
    label: "append missing",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message:
      "Three text fragments replace one another: append: true is likely missing, and only the last fragment is kept.",
    at: APPEND,
  },
  {
    rule: "ART-NO-LAST",
    label: "missing lastChunk",
    severity: "info",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message:
      "The task completed, but an artifact that was streamed in chunks was never marked lastChunk.",
    at: [["status", "state"], ["status"]],
  },
  {
    rule: "ART-SAME-CONTENT",
    label: "duplicate artifact text",
    severity: "info",
    spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7, 0.1 §6.7",
    message: "Two artifacts of a completed task contain the same text.",
    at: [["status", "state"], ["status"]],
  },
] as const satisfies readonly Rule[];

/** Rules that the fold checks. */
export const ARTIFACT_FLAG_RULES: readonly FlagRule[] = [
  {
    bit: OrderIssue.AfterLastChunk,
    rule: "ART-AFTER-LAST",
    label: "chunk after lastChunk",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "A chunk was sent after lastChunk: true.",
    at: APPEND,
  },
  {
    bit: OrderIssue.DuplicateChunk,
    rule: "ART-DUP",
    label: "duplicate chunk",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "The same chunk was sent twice in a row.",
    at: PARTS,
  },
  {
    bit: OrderIssue.ResentWhole,
    rule: "ART-RESEND",
    label: "text repeated",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "An appended chunk repeats the whole text so far.",
    at: PARTS,
  },
  {
    bit: OrderIssue.NameChanged,
    rule: "ART-ID-REUSE-NAME",
    label: "artifact renamed",
    severity: "warning",
    spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7, 0.1 §6.7",
    message: "The same artifactId was sent with a different name.",
    at: [["artifact", "name"], ["artifact"], ["artifacts"]],
  },
  {
    bit: OrderIssue.Replaced,
    rule: "ART-REPLACE",
    label: "artifact replaced",
    severity: "info",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "append: false replaced an existing artifact.",
    at: APPEND,
  },
  {
    bit: OrderIssue.ReplacedShorter,
    rule: "ART-REPLACE-SHRINK",
    label: "replaced with shorter text",
    severity: "warning",
    spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
    message: "The replacement is shorter and starts differently: append: true may be missing.",
    at: PARTS,
  },
];
