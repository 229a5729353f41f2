/** Where the time of the users' calls went, as of an event, and its sentence. */

import { formatPlural } from "../../text/plural.ts";
import type { TappedCall } from "../../timeline/hops/tapped-call.ts";
import { splitTime } from "../../timeline/hops/time-split.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";

export interface HopTimeReport {
  /** How long the calls of users took, added up. */
  totalMs: number;
  /** How many calls of users that is. */
  calls: number;
  /** Those that took the most come first. What ran at the same time as others counts once. */
  agents: AgentTime[];
}

interface AgentTime {
  target: string;
  /** That of the card that passed the tap. */
  name: string | null;
  takenMs: number;
}

/** `calls`: those that had begun at event `n`. Fetching cards does not count. */
export function createHopTimeReport(
  timeline: Timeline,
  calls: readonly TappedCall[],
  names: ReadonlyMap<string, string>,
  n: number,
): HopTimeReport {
  const now = n < 0 ? Number.NaN : timeline.events.time.at(n);
  const { callTree } = timeline;
  const roots = calls.filter(
    ({ isDiscovery, exchange }) => !isDiscovery && callTree.isUserCall(exchange, n),
  );
  const parts = new Map<string, number>();
  let total = 0;
  for (const root of roots) {
    const end = root.endTimeAt(n);
    const until = Number.isNaN(end) ? now : end;
    if (!(until > root.begin)) continue;
    splitTime(root, n, until, parts);
    total += until - root.begin;
  }
  const agents = [...parts].map(([target, time]) => ({
    target,
    name: names.get(target) ?? null,
    takenMs: toReportTime(time) ?? 0,
  }));
  return {
    totalMs: toReportTime(total) ?? 0,
    calls: roots.length,
    agents: agents.filter(({ takenMs }) => takenMs > 0).toSorted((a, b) => b.takenMs - a.takenMs),
  };
}

/** More agents than these are summed up. */
const MAX_NAMED = 4;

/** `Of 3.38 s, Planner took 2.13 s, Weather 628 ms`; `null` if no time passed. */
export function formatHopTime(
  { totalMs, calls, agents }: HopTimeReport,
  formatDuration: (ms: number) => string,
): string | null {
  if (agents.length === 0) return null;
  const named = agents.slice(0, MAX_NAMED).map(({ name, target, takenMs }, i) => {
    return `${name ?? target}${i === 0 ? " took" : ""} ${formatDuration(takenMs)}`;
  });
  const rest = agents.slice(MAX_NAMED);
  if (rest.length > 0) {
    const time = rest.reduce((sum, { takenMs }) => sum + takenMs, 0);
    named.push(`${formatPlural(rest.length, "other agent")} ${formatDuration(time)}`);
  }
  const whole = `${formatDuration(totalMs)}${calls > 1 ? ` in ${formatPlural(calls, "call")}` : ""}`;
  return `Of ${whole}, ${named.join(", ")}`;
}
