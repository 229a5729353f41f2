/** Summarizes in text what was redacted in a run. */

import { formatPlural } from "../text/plural.ts";
import type { SecretFinding } from "./secret-finding.ts";
import { SECRET_RULES } from "./secret-rules.ts";

/** States the kinds of the secrets and how often they occurred, never the secrets. */
export function summarizeRedaction(findings: readonly SecretFinding[]): string {
  const taken = findings.filter(({ count }) => count > 0);
  if (taken.length === 0) return "nothing found";
  return `${formatPlural(taken.length, "text")} (${formatKinds(taken)})`;
}

function formatKinds(findings: readonly SecretFinding[]): string {
  const counts = new Map<string, number>();
  for (const { rules, count } of findings) {
    const { title } = SECRET_RULES[rules[0] ?? "text"];
    counts.set(title, (counts.get(title) ?? 0) + count);
  }
  return Array.from(counts, ([title, count]) => `${title.toLowerCase()} ×${count}`).join(", ");
}
