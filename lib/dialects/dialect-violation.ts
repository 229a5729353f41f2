/** Violations that the dialects detect, by rule. `lib/lint` defines what each rule means. */

export const DIALECT_RULE_IDS = [
  "CAI-PLAN-NEWID",
  "CAI-PLAN-RESEND",
  "CAI-PLAN-UNCLOSED",
  "CAI-PLAN-AUTO-DONE",
  "CAI-TOOL-UNPAIRED",
  "CAI-ERR-DONE",
  "CAI-FINAL-DIFF",
  "CAI-FOREIGN-APPEND",
  "KST-NO-ROOT",
  "KST-ID-DIFF",
  "KST-NO-ID",
  "KST-MSG-PRESENT",
  "KST-STATE",
  "KST-RANGE",
  "KST-UTF16",
  "KST-PATH",
  "KST-MISMATCH",
  "KST-NO-FINAL",
  "KST-LOST-DRAFT",
  "KST-EMPTY-FIRST",
  "KST-NOT-REQUESTED",
  "KST-BARE-OP",
  "KST-BAD-OP",
] as const;
export type DialectRuleId = (typeof DIALECT_RULE_IDS)[number];

/** A violated rule and the first event that shows it. */
export interface DialectViolation {
  readonly firstEvent: number;
  readonly rule: DialectRuleId;
}
