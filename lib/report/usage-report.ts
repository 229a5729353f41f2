/** Tokens in the report, where the agent tells of them. */

import type { DialectReading } from "../dialects/reading.ts";
import type { Tokens } from "../dialects/usage.ts";

export interface UsageReport extends Tokens {
  tasks: (Tokens & { taskId: string | null })[];
}

export function usageReport({ timeline, usage }: DialectReading, n: number): UsageReport | null {
  const told = usage.at(n);
  if (!told) return null;
  const tasks = [...told.tasks].map(([task, tokens]) => ({
    taskId: timeline.tasks[task]?.id ?? null,
    ...tokens,
  }));
  return { ...told.all, tasks };
}
