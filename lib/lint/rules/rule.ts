/** A rule: a bit that the decoder or the fold sets, and what it means to somebody. */

export type Severity = "error" | "warning" | "info";

export interface Rule {
  readonly bit: number;
  readonly rule: string;
  /** Two to four words, for a tag. */
  readonly label: string;
  readonly severity: Severity;
  /** Where the specification says so. */
  readonly spec: string;
  readonly message: string;
}
