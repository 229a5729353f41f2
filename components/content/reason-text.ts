/** Formats the reason for an interpretation. */
import { FRAMEWORKS } from "../../lib/dialects/frameworks.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { DialectReason } from "../../lib/dialects/item.ts";
import { createUserFramework, USER_FRAMEWORK_ID } from "../../lib/dialects/user-rules.ts";

export function getDialectLabel({ settings }: Interpretation, dialect: string): string {
  if (dialect === USER_FRAMEWORK_ID) return createUserFramework(settings.rules).label;
  return FRAMEWORKS.find(({ id }) => id === dialect)?.label ?? dialect;
}

/** `Google ADK: part.metadata.adk_type = function_call (certain)` */
export function formatReason(
  interpretation: Interpretation,
  { dialect, why, confidence }: DialectReason,
): string {
  return `${getDialectLabel(interpretation, dialect)}: ${why} (${confidence})`;
}
