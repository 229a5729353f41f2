/** What was taken out of a run, in words. */

import { formatPlural } from "../wire/plural.ts";
import type { Finding } from "./finding.ts";
import { RULES } from "./rules.ts";

/** Never what it was, but of which kind and how often. */
export function takenInWords(findings: readonly Finding[]): string {
  const taken = findings.filter(({ count }) => count > 0);
  if (taken.length === 0) return "nothing was found";
  return `${formatPlural(taken.length, "text")} (${kinds(taken)})`;
}

function kinds(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { rules, count } of findings) {
    const { title } = RULES[rules[0] ?? "text"];
    counts.set(title, (counts.get(title) ?? 0) + count);
  }
  return Array.from(counts, ([title, count]) => `${title.toLowerCase()} ×${count}`).join(", ");
}
