"use client";
/** What is muted in the open run; the same set as long as nothing about that changes. */
import { useMemo } from "react";
import type { Muted } from "../../lib/lint/heard.ts";
import { agentsOf, mutedFor } from "../../lib/lint/muting.ts";
import { useRun, useView } from "../session.tsx";

const NOBODY: readonly string[] = [];

/** The origins of the agents that the run calls. */
export function useAgents(): readonly string[] {
  return useRun(({ timeline, version }) => (version < 0 ? NOBODY : agentsOf(timeline)));
}

export function useMuted(): Muted {
  const mutes = useView((view) => view.mutes);
  const agents = useAgents();
  return useMemo(() => mutedFor(mutes, agents), [mutes, agents]);
}
