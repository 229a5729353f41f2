// The hues a thing can carry: one per kind on the timeline and one per severity.
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
