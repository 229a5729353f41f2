/** In what two paired rows differ. The texts themselves are looked at by whoever shows them. */

import { formatPlural } from "../wire/plural.ts";
import { written } from "./content.ts";
import type { DiffRow, Summed } from "./row.ts";

/** What can differ; `pieces` is in how many events a row came. */
export const ASPECTS = [
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
export type Aspect = (typeof ASPECTS)[number];

export interface Difference {
  readonly of: Aspect;
  /** In a few words; empty where there is nothing to say. */
  readonly left: string;
  readonly right: string;
}

/** Shared by all rows that have none. */
const NONE: readonly Difference[] = [];

/** `tasks` says whether the rows belong to the same task, as far as the runs were compared. */
export function differencesOf(
  left: DiffRow,
  right: DiffRow,
  tasks: readonly [left: string, right: string] | null,
): readonly Difference[] {
  const found: Difference[] = [];
  const add = (of: Aspect, one: string, other: string) => {
    if (one !== other) found.push({ of, left: one, right: other });
  };
  const addSummed = (of: Aspect, one: Summed, other: Summed) => {
    if (one.print !== other.print) found.push({ of, left: one.words, right: other.words });
  };
  add(left.kind === "state" ? "state" : "name", left.name, right.name);
  if (left.text !== right.text || left.length !== right.length) {
    found.push({ of: "text", left: characters(left), right: characters(right) });
  }
  addSummed("parts", left.parts, right.parts);
  addSummed("plan", left.steps, right.steps);
  add("tool state", left.tool?.state ?? "", right.tool?.state ?? "");
  add("agent", left.tool?.agent ?? "", right.tool?.agent ?? "");
  add("arguments", written(left.tool?.args ?? null), written(right.tool?.args ?? null));
  add("result", written(left.tool?.result ?? null), written(right.tool?.result ?? null));
  add("said", left.said, right.said);
  if (tasks) add("task", tasks[0], tasks[1]);
  add("pieces", String(left.pieces), String(right.pieces));
  add("findings", left.findings.join(", "), right.findings.join(", "));
  return found.length === 0 ? NONE : found;
}

function characters({ length }: DiffRow): string {
  return formatPlural(length, "character");
}
