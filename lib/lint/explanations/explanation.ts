/** The explanation of a rule: what breaking it causes and how to fix it. Separate from the rule, because most views need only its message. */

export interface Explanation {
  /** What real clients do. */
  readonly consequence: string;
  /** How the agent's author fixes it. */
  readonly remedy: string;
  /** Where the specification contradicts itself or its own tests; such a rule is no error. */
  readonly dispute?: string;
}

export type Explanations = Readonly<Record<string, Explanation>>;
