/** Token usage in the report, if the agent sends it. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { TokenCounts } from "../dialects/token-usage.ts";

export interface UsageReport extends TokenCounts {
  tasks: (TokenCounts & { taskId: string | null })[];
}

export function createUsageReport(
  { timeline, usage }: Interpretation,
  n: number,
): UsageReport | null {
  const current = usage.usageAt(n);
  if (!current) return null;
  const tasks = [...current.tasks].map(([task, tokens]) => ({
    taskId: timeline.tasks[task]?.id ?? null,
    ...tokens,
  }));
  return { ...current.all, tasks };
}
