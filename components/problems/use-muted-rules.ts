"use client";
/** What is muted in the open run; the same set as long as nothing about that changes. */
import { useMemo } from "react";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import { getAgentOrigins, getRulesMutedForAgents } from "../../lib/lint/muting.ts";
import { useRun, useView } from "../session.tsx";

const NO_AGENTS: readonly string[] = [];

/** The origins of the agents that the run calls. */
export function useRunAgents(): readonly string[] {
  return useRun(({ timeline, version }) => (version < 0 ? NO_AGENTS : getAgentOrigins(timeline)));
}

export function useMutedRules(): MutedRules {
  const mutes = useView((view) => view.mutes);
  const agents = useRunAgents();
  return useMemo(() => getRulesMutedForAgents(mutes, agents), [mutes, agents]);
}
