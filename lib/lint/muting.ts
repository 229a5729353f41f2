/**
 * Rules that somebody does not want to hear of, everywhere or of one agent. What is muted is out of
 * the way, never out of the run: verdicts and reports do not know of it.
 */

import type { Timeline } from "../timeline/timeline.ts";
import { isCall } from "../timeline/timeline-queries.ts";

export interface Mute {
  readonly rule: string;
  /** The origin of the agent; `null` for everywhere. */
  readonly agent: string | null;
}

export const NO_MUTES: readonly Mute[] = [];

/**
 * Of a run that several agents take part in, a rule is muted only when it is for each of them:
 * what one of them breaks is not hidden by what was said of another.
 */
export function getRulesMutedForAgents(
  mutes: readonly Mute[],
  agents: readonly string[],
): ReadonlySet<string> {
  const isMuted = (rule: string, agent: string | null) =>
    mutes.some((mute) => mute.rule === rule && mute.agent === agent);
  const isSilent = ({ rule }: Mute) =>
    isMuted(rule, null) || (agents.length > 0 && agents.every((agent) => isMuted(rule, agent)));
  return new Set(mutes.filter(isSilent).map(({ rule }) => rule));
}

const NO_RULES: ReadonlySet<string> = new Set();

/** The rules that are not heard of in a run. */
export function getMutedRules(timeline: Timeline, mutes: readonly Mute[]): ReadonlySet<string> {
  return mutes.length === 0 ? NO_RULES : getRulesMutedForAgents(mutes, getAgentOrigins(timeline));
}

/** With a rule muted for some agents, or everywhere where none is named. */
export function addMute(
  mutes: readonly Mute[],
  rule: string,
  agents: readonly string[] | null,
): Mute[] {
  const others = mutes.filter(
    (mute) => mute.rule !== rule || (agents !== null && !agents.includes(mute.agent ?? "")),
  );
  const added = (agents ?? [null]).map((agent): Mute => ({ rule, agent }));
  return [...others, ...added];
}

/** With a rule heard again of these agents; that it was muted everywhere is over as well. */
export function removeMute(
  mutes: readonly Mute[],
  rule: string,
  agents: readonly string[],
): Mute[] {
  return mutes.filter(
    (mute) => mute.rule !== rule || (mute.agent !== null && !agents.includes(mute.agent)),
  );
}

interface CachedAgents {
  readonly exchanges: number;
  readonly agents: readonly string[];
}

const cachedAgents = new WeakMap<Timeline, CachedAgents>();

/** The origins of the agents that a run calls; the same list as long as it has no new exchange. */
export function getAgentOrigins(timeline: Timeline): readonly string[] {
  const { exchanges } = timeline;
  const last = cachedAgents.get(timeline);
  if (last?.exchanges === exchanges.length) return last.agents;
  const urls = new Set(exchanges.filter(isCall).map(({ open }) => open.record.url));
  const agents = [...new Set([...urls].map(getOrigin))].filter((origin) => origin !== "");
  cachedAgents.set(timeline, { exchanges: exchanges.length, agents });
  return agents;
}

function getOrigin(url: string): string {
  try {
    const { origin, protocol, host } = new URL(url);
    return origin === "null" ? `${protocol}//${host}` : origin;
  } catch {
    return "";
  }
}
