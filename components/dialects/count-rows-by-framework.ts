/** Counts the rows that each framework's conventions apply to, as their kind or as an attachment. */
import type { Interpretation } from "../../lib/dialects/interpretation.ts";

export function countRowsByFramework({ items }: Interpretation): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const frameworks = new Set<string>();
  for (const item of items) {
    if (item.mergedInto) continue;
    frameworks.clear();
    for (const { dialect } of item.reasons) frameworks.add(dialect);
    for (const { dialect } of item.attachments) frameworks.add(dialect);
    for (const framework of frameworks) rows.set(framework, (rows.get(framework) ?? 0) + 1);
  }
  return rows;
}
