/** Tokens in the report, where the agent tells of them. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { TokenCounts } from "../dialects/token-usage.ts";

export interface UsageReport extends TokenCounts {
  tasks: (TokenCounts & { taskId: string | null })[];
}

export function createUsageReport(
  { timeline, usage }: Interpretation,
  n: number,
): UsageReport | null {
  const told = usage.usageAt(n);
  if (!told) return null;
  const tasks = [...told.tasks].map(([task, tokens]) => ({
    taskId: timeline.tasks[task]?.id ?? null,
    ...tokens,
  }));
  return { ...told.all, tasks };
}
