/** Why something is read as it is, in words. */
import { FAMILIES } from "../../lib/dialects/families.ts";
import type { Ground } from "../../lib/dialects/item.ts";
import type { DialectReading } from "../../lib/dialects/reading.ts";
import { familyOf, USER_FAMILY } from "../../lib/dialects/user-rules.ts";

export function dialectLabel({ settings }: DialectReading, dialect: string): string {
  if (dialect === USER_FAMILY) return familyOf(settings.rules).label;
  return FAMILIES.find(({ id }) => id === dialect)?.label ?? dialect;
}

/** `Google ADK: part.metadata.adk_type = function_call (certain)` */
export function groundOf(reading: DialectReading, { dialect, why, sure }: Ground): string {
  return `${dialectLabel(reading, dialect)}: ${why} (${sure})`;
}
