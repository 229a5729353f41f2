/** What a rule means to those who break it: kept apart from the rule, for whoever wants to know. */

export interface Explanation {
  /** What real clients do. */
  readonly consequence: string;
  /** What the agent's author does about it. */
  readonly remedy: string;
  /** Where the specification contradicts itself or its own tests: then nobody is accused. */
  readonly dispute?: string;
}

export type Explanations = Readonly<Record<string, Explanation>>;
