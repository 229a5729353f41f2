"use client";
/** Hook with the calls between agents of a run as of the playhead, computed once for all that show them. */
import { useMemo } from "react";
import { type AgentMap, createAgentMap } from "../../lib/report/hops/agent-map.ts";
import { createHopsReport, type HopsReport } from "../../lib/report/hops/hop-report.ts";
import type { ShownSummary } from "./use-run-summary.ts";

export interface ShownHops {
  readonly hops: HopsReport;
  readonly map: AgentMap;
}

/** `null` if no call passed a tap, or if only a part of the run is in view. */
export function useHops({ interpretation, summary, playhead }: ShownSummary): ShownHops | null {
  return useMemo(() => {
    const isRun = summary.scope === "all" && summary.task === null;
    const hops = isRun ? createHopsReport(interpretation, playhead) : undefined;
    if (!hops) return null;
    return { hops, map: createAgentMap(interpretation.timeline, playhead, hops.calls) };
  }, [interpretation, summary, playhead]);
}
