/** The words of the dialects: what a row can be, what a signal can mean, how sure one can be. */

export const ITEM_KINDS = [
  "message",
  "state",
  "plan",
  "tool",
  "result",
  "thought",
  "artifact",
  "error",
  "http",
  "other",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export type Confidence = "certain" | "likely" | "guess";

/** What a signal says of the thing it is found on. */
export type Meaning =
  /** A plan: text or data that stands for the whole, growing or replacing what was before. */
  | "plan"
  | "plan-update"
  /** A notice that a tool begins, says something, or ends. */
  | "tool-start"
  | "tool-output"
  | "tool-end"
  /** A tool told whole, again and again, as far as it is. */
  | "tool-update"
  /** A call or its result in a data part. */
  | "tool-call"
  | "tool-result"
  /** The answer: as it grows, as a whole, as the error it really is, as an empty end. */
  | "result"
  | "result-whole"
  | "result-error"
  | "result-end"
  | "thought"
  | "message"
  /** A growing message, by patches or by fragments that a whole one supersedes. */
  | "draft"
  | "fragment"
  /** What stays where it is and is shown for what it is. */
  | "steps"
  | "form"
  | "approval"
  | "sign-in"
  | "secrets"
  | "citations"
  | "failure"
  | "usage"
  | "author"
  | "trace"
  | "surface"
  | "payment"
  | "details";

/** The kind that a meaning makes of what it is found on; `null` leaves it as it is. */
export const KIND_BY_MEANING: Readonly<Record<Meaning, ItemKind | null>> = {
  plan: "plan",
  "plan-update": "plan",
  "tool-start": "tool",
  "tool-output": "tool",
  "tool-end": "tool",
  "tool-update": "tool",
  "tool-call": "tool",
  "tool-result": "tool",
  result: "result",
  "result-whole": "result",
  "result-error": "error",
  "result-end": "result",
  thought: "thought",
  message: "message",
  draft: "message",
  fragment: null,
  steps: null,
  form: null,
  approval: null,
  "sign-in": null,
  secrets: null,
  citations: null,
  failure: null,
  usage: null,
  author: null,
  trace: null,
  surface: null,
  payment: null,
  details: null,
};
