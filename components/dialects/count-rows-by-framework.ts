/** How many rows of a run each family has a say in: what they are, or what is shown beside them. */
import type { Interpretation } from "../../lib/dialects/interpretation.ts";

export function countRowsByFramework({ items }: Interpretation): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const said = new Set<string>();
  for (const item of items) {
    if (item.mergedInto) continue;
    said.clear();
    for (const { dialect } of item.reasons) said.add(dialect);
    for (const { dialect } of item.attachments) said.add(dialect);
    for (const family of said) rows.set(family, (rows.get(family) ?? 0) + 1);
  }
  return rows;
}
