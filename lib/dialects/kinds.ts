/** Vocabulary of the dialects: item kinds, the meanings of detectors, and confidence levels. */

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

/** What a detector says about its match. */
export type Meaning =
  /** A plan: text or data of the whole plan, which grows or replaces the previous one. */
  | "plan"
  | "plan-update"
  /** A notice that a tool starts, reports, or ends. */
  | "tool-start"
  | "tool-output"
  | "tool-end"
  /** The whole state of a tool call so far, sent repeatedly. */
  | "tool-update"
  /** A call or its result in a data part. */
  | "tool-call"
  | "tool-result"
  /** The result: growing, whole, really an error, or an empty end. */
  | "result"
  | "result-whole"
  | "result-error"
  | "result-end"
  | "thought"
  | "message"
  /** A growing message, by patches or by fragments that a whole message supersedes. */
  | "draft"
  | "fragment"
  /** Values that become attachments. */
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

/** The item kind that a meaning results in; `null` keeps the kind. */
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
