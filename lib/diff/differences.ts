/** In what two paired rows differ. The texts themselves are looked at by whoever shows them. */

import { formatPlural } from "../wire/plural.ts";
import type { ComparableRow, ContentSummary } from "./comparable-row.ts";
import { toComparableText } from "./row-content.ts";

/** What can differ; `pieces` is in how many events a row came. */
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
  "said",
  "task",
  "pieces",
  "findings",
] as const;
export type DiffAspect = (typeof DIFF_ASPECTS)[number];

export interface RowDifference {
  readonly of: DiffAspect;
  /** In a few words; empty where there is nothing to say. */
  readonly left: string;
  readonly right: string;
}

/** Shared by all rows that have none. */
const NO_DIFFERENCES: readonly RowDifference[] = [];

/** `tasks` says whether the rows belong to the same task, as far as the runs were compared. */
export function findDifferences(
  left: ComparableRow,
  right: ComparableRow,
  tasks: readonly [left: string, right: string] | null,
): readonly RowDifference[] {
  const found: RowDifference[] = [];
  const add = (of: DiffAspect, one: string, other: string) => {
    if (one !== other) found.push({ of, left: one, right: other });
  };
  const addSummed = (of: DiffAspect, one: ContentSummary, other: ContentSummary) => {
    if (one.fingerprint !== other.fingerprint)
      found.push({ of, left: one.label, right: other.label });
  };
  add(left.kind === "state" ? "state" : "name", left.name, right.name);
  if (left.text !== right.text || left.length !== right.length) {
    found.push({ of: "text", left: formatLength(left), right: formatLength(right) });
  }
  addSummed("parts", left.parts, right.parts);
  addSummed("plan", left.steps, right.steps);
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
  add("said", left.said, right.said);
  if (tasks) add("task", tasks[0], tasks[1]);
  add("pieces", String(left.pieces), String(right.pieces));
  add("findings", left.findings.join(", "), right.findings.join(", "));
  return found.length === 0 ? NO_DIFFERENCES : found;
}

function formatLength({ length }: ComparableRow): string {
  return formatPlural(length, "character");
}
