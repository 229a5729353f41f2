/**
 * Muted rules, everywhere or for one agent. Muting only hides problems: verdicts and reports ignore
 * it.
 */

import { isCall } from "../timeline/exchange-queries.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface Mute {
  readonly rule: string;
  /** The origin of the agent; `null` means everywhere. */
  readonly agent: string | null;
}

export const NO_MUTES: readonly Mute[] = [];

/**
 * In a run with several agents a rule is muted only if it is muted for each of them, so that a mute
 * for one agent does not hide the problems of another.
 */
export function getRulesMutedForAgents(
  mutes: readonly Mute[],
  agents: readonly string[],
): ReadonlySet<string> {
  const isMuted = (rule: string, agent: string | null) =>
    mutes.some((mute) => mute.rule === rule && mute.agent === agent);
  const isMutedForAll = ({ rule }: Mute) =>
    isMuted(rule, null) || (agents.length > 0 && agents.every((agent) => isMuted(rule, agent)));
  return new Set(mutes.filter(isMutedForAll).map(({ rule }) => rule));
}

const NO_RULES: ReadonlySet<string> = new Set();

/** The rules that are muted in a run. */
export function getMutedRules(timeline: Timeline, mutes: readonly Mute[]): ReadonlySet<string> {
  return mutes.length === 0 ? NO_RULES : getRulesMutedForAgents(mutes, getAgentOrigins(timeline));
}

/** Adds a mute of a rule for some agents, or everywhere if `agents` is `null`. */
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

/** Unmutes a rule for these agents, and everywhere if it was muted everywhere. */
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

/** The origins of the agents that a run calls. Returns the same list until there is a new exchange. */
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
