"use client";
/** The rules that are muted in the open run. The set keeps its identity until they change. */
import { useMemo } from "react";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import { getAgentOrigins, getRulesMutedForAgents } from "../../lib/lint/muting.ts";
import { useRun, useView } from "../session.tsx";

/** The origins of the agents called in the run. */
export function useRunAgents(): readonly string[] {
  return useRun(({ version }) => getAgentOrigins(version.timeline));
}

export function useMutedRules(): MutedRules {
  const mutes = useView((view) => view.mutes);
  const agents = useRunAgents();
  return useMemo(() => getRulesMutedForAgents(mutes, agents), [mutes, agents]);
}
