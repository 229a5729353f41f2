/** What a text of the specification requires of agents, and which check measures it. */

/** The texts that Loupe grades against. The draft is information only. */
export const SPEC_TEXTS = ["0.3.0", "1.0.0", "1.0.1", "1.1-draft"] as const;
export type SpecText = (typeof SPEC_TEXTS)[number];

export type RequirementLevel = "MUST" | "SHOULD" | "MAY";

interface RequirementBase {
  /** Unique in its text, and never reused: `TASK-GET-UNKNOWN`. */
  readonly id: string;
  /** `§7.3`. */
  readonly clause: string;
  readonly level: RequirementLevel;
  /** What an agent does, in one sentence: `Answers an unknown task with TaskNotFoundError`. */
  readonly text: string;
  /** The same requirement in the compatibility kit and in ACTS. */
  readonly tck?: readonly string[];
  readonly acts?: readonly string[];
  /** The entry of the ledger, where kit, SDKs and text differ. */
  readonly dispute?: string;
}

/** A requirement that is measured from outside by one check or more, or the reason why it is not. */
export type Requirement = RequirementBase &
  ({ readonly checks: readonly string[] } | { readonly untestable: string });

export interface RequirementSet {
  readonly text: SpecText;
  /** The permanent address of the text. */
  readonly url: string;
  /** False if results are information only. */
  readonly isScored: boolean;
  readonly requirements: readonly Requirement[];
}
