/**
 * The baseline: a file of known problems, by rule and kind of exchange, so that a check fails only
 * for new ones. People review the file and can note why a problem stays.
 */

import type { Severity } from "../lint/rules/rule.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { getErrorMessage } from "../text/error-message.ts";
import { type CheckProblem, formatProblemKey, type ProblemKey } from "./check-problem.ts";

const BASELINE_FORMAT = 1;

export interface BaselineEntry extends ProblemKey {
  readonly severity: Severity;
  readonly message: string;
  /** Written by a person; kept when the file is written again. */
  readonly why: string | null;
}

/** Returns the entries, or the reason why the file cannot be read. */
export function parseBaseline(text: string): readonly BaselineEntry[] | string {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    return getErrorMessage(error);
  }
  if (!isObject(file) || !isArray(file.known)) return 'it has no "known" list';
  if (file.format !== BASELINE_FORMAT)
    return `its format is ${file.format} instead of ${BASELINE_FORMAT}`;
  const known: BaselineEntry[] = [];
  for (const [i, item] of file.known.entries()) {
    if (!isObject(item) || typeof item.rule !== "string" || typeof item.in !== "string") {
      return `known[${i}] lacks "rule" or "in"`;
    }
    const { rule, in: where, at, severity, message, why } = item;
    known.push({
      rule,
      in: where,
      at: typeof at === "string" ? at : null,
      severity: severity === "warning" || severity === "info" ? severity : "error",
      message: typeof message === "string" ? message : "",
      why: typeof why === "string" ? why : null,
    });
  }
  return known;
}

/** Formats problems as a baseline file. Problems of severity info are omitted: they never fail a check. */
export function formatBaseline(
  findings: readonly CheckProblem[],
  before: readonly BaselineEntry[],
): string {
  const whys = new Map(before.map((known) => [formatProblemKey(known), known.why]));
  const known = new Map<string, object>();
  for (const finding of findings) {
    if (finding.severity === "info") continue;
    const { rule, in: where, at, severity, message } = finding;
    const why = whys.get(formatProblemKey(finding)) ?? null;
    known.set(formatProblemKey(finding), {
      rule,
      in: where,
      ...(at !== null && { at }),
      severity,
      message,
      ...(why !== null && { why }),
    });
  }
  const list = [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return `${JSON.stringify({ format: BASELINE_FORMAT, known: list }, null, 2)}\n`;
}
