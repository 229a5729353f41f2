"use client";
/** What is muted in the open run; the same set as long as nothing about that changes. */
import { useMemo } from "react";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import { getAgentOrigins, getRulesMutedForAgents } from "../../lib/lint/muting.ts";
import { useRun, useView } from "../session.tsx";

const NOBODY: readonly string[] = [];

/** The origins of the agents that the run calls. */
export function useAgents(): readonly string[] {
  return useRun(({ timeline, version }) => (version < 0 ? NOBODY : getAgentOrigins(timeline)));
}

export function useMuted(): MutedRules {
  const mutes = useView((view) => view.mutes);
  const agents = useAgents();
  return useMemo(() => getRulesMutedForAgents(mutes, agents), [mutes, agents]);
}
