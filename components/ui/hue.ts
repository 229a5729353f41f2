// Color names of the UI: one per row kind and one per severity.
export type Hue =
  | "plan"
  | "tool"
  | "result"
  | "state"
  | "message"
  | "artifact"
  | "other"
  | "ok"
  | "warning"
  | "error"
  | "accent";
