/** An entry of the ledger: where a text, the test kits and the SDKs differ about one thing. */

export interface Dispute {
  readonly id: string;
  readonly title: string;
  /** What the texts say, with their clauses. */
  readonly spec: string;
  /** What the compatibility kit (TCK) and ACTS test. */
  readonly kits?: string;
  readonly sdks?: string;
  /** Public threads, as `owner/repository#number`; empty if none is known. */
  readonly discussions: readonly string[];
  /** How Loupe grades, and why. */
  readonly grading: string;
}
