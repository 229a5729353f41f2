/**
 * Finds the aspects in which two paired rows differ. Text is compared by hash, not segment by
 * segment.
 */

import { formatPlural } from "../text/plural.ts";
import type { ComparableRow, ContentSummary } from "./comparable-row.ts";
import { toComparableText } from "./row-content.ts";

/** The aspects that can differ; `pieces` is the number of events of a row. */
export const DIFF_ASPECTS = [
  "state",
  "name",
  "text",
  "parts",
  "plan",
  "tool state",
  "agent",
  "arguments",
  "result",
  "attachments",
  "task",
  "pieces",
  "findings",
] as const;
export type DiffAspect = (typeof DIFF_ASPECTS)[number];

export interface RowDifference {
  readonly of: DiffAspect;
  /** The value on each side in a few words; may be empty. */
  readonly left: string;
  readonly right: string;
}

/** Shared by all rows without differences. */
const NO_DIFFERENCES: readonly RowDifference[] = [];

/** `tasks`: the names of the rows' tasks if they belong to different tasks, else `null`. */
export function findDifferences(
  left: ComparableRow,
  right: ComparableRow,
  tasks: readonly [left: string, right: string] | null,
): readonly RowDifference[] {
  const found: RowDifference[] = [];
  const add = (of: DiffAspect, one: string, other: string) => {
    if (one !== other) found.push({ of, left: one, right: other });
  };
  const addSummary = (of: DiffAspect, one: ContentSummary, other: ContentSummary) => {
    if (one.fingerprint !== other.fingerprint)
      found.push({ of, left: one.label, right: other.label });
  };
  add(left.kind === "state" ? "state" : "name", left.name, right.name);
  if (left.text !== right.text || left.length !== right.length) {
    found.push({ of: "text", left: formatLength(left), right: formatLength(right) });
  }
  addSummary("parts", left.parts, right.parts);
  addSummary("plan", left.steps, right.steps);
  add("tool state", left.tool?.state ?? "", right.tool?.state ?? "");
  add("agent", left.tool?.agent ?? "", right.tool?.agent ?? "");
  add(
    "arguments",
    toComparableText(left.tool?.args ?? null),
    toComparableText(right.tool?.args ?? null),
  );
  add(
    "result",
    toComparableText(left.tool?.result ?? null),
    toComparableText(right.tool?.result ?? null),
  );
  add("attachments", left.attachments, right.attachments);
  if (tasks) add("task", tasks[0], tasks[1]);
  add("pieces", String(left.pieces), String(right.pieces));
  add("findings", left.findings.join(", "), right.findings.join(", "));
  return found.length === 0 ? NO_DIFFERENCES : found;
}

function formatLength({ length }: ComparableRow): string {
  return formatPlural(length, "character");
}
