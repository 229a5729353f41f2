/** Detects reports of ACTS by their content; the test files of ACTS are not reports. */

import { isObject, tryParseJson } from "../../protocol/json.ts";

/** A report has some hundred tests; larger files are none. */
export const MAX_ACTS_REPORT_BYTES = 16 << 20;

/** True if the text means to be a report, even if it cannot be read as one. */
export function looksLikeActsReport(text: string): boolean {
  const value = text.includes("acts_version")
    ? tryParseJson(text.replace(/^\ufeff/, ""))
    : undefined;
  if (!isObject(value) || value.acts_version === undefined) return false;
  return ["summary", "transport", "sdk"].some((name) => value[name] !== undefined);
}
