/**
 * The callback of the schema checks: they are pure functions that report the rule and the location.
 * They run for every event while a timeline grows, and again to show the locations of a violation.
 */

/** Reports the object that breaks the rule, and the member if one does. */
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

/** Whether a required text is missing or empty. ProtoJSON omits empty texts. */
export function isMissingText(value: unknown): boolean {
  return typeof value !== "string" || value === "";
}
