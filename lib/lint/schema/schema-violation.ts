/**
 * What looks at the shape of one event's JSON: pure functions, which name the rule and the place.
 * They run on every event while a timeline grows, and once more to show somebody where.
 */

/** The object that breaks the rule, and its member where one of them does. */
export type ReportSchemaViolation = (
  rule: SchemaRuleName,
  owner: object,
  key?: string | number,
) => void;

export type SchemaRuleName =
  | "VER-KIND-IN-1"
  | "DM-STATE-UNKNOWN"
  | "DM-STATE-SPELL"
  | "DM-ENUM-INT"
  | "DM-ROLE"
  | "DM-MSG-REQ"
  | "DM-TASK-REQ"
  | "DM-STATUS-REQ"
  | "DM-ART-REQ"
  | "DM-PART-ONEOF"
  | "DM-PART-KIND"
  | "DM-PART-FILE"
  | "DM-PART-B64"
  | "DM-DATA-OBJ"
  | "DM-TIME"
  | "ART-FLAGS-INSIDE"
  | "ART-TOPLEVEL-0.1";

/** Is there no text where one must stand? ProtoJSON leaves out what is empty. */
export function isMissingText(value: unknown): boolean {
  return typeof value !== "string" || value === "";
}
