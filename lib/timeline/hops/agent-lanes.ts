/** The calls of a run by the agent that was called: a lane for each, whose calls at the same time are above each other. */

import type { CallTree } from "./call-tree.ts";
import type { TappedCall } from "./tapped-call.ts";
import { listWaiting, type TimeSpan } from "./waiting.ts";

export interface CallBar extends TimeSpan {
  readonly call: TappedCall;
  /** From the top of the lane. */
  readonly row: number;
  readonly isRunning: boolean;
  /** When calls that were made for it were running. */
  readonly waiting: readonly TimeSpan[];
}

export interface AgentLane {
  /** The address of the agent. */
  readonly target: string;
  /** In the order they began. */
  readonly bars: readonly CallBar[];
  readonly rows: number;
}

export interface AgentLanes {
  readonly lanes: readonly AgentLane[];
  /** How many agents, and how many earlier calls, have no room. */
  readonly hiddenAgents: number;
  readonly hiddenCalls: number;
}

const NO_LANES: AgentLanes = { lanes: [], hiddenAgents: 0, hiddenCalls: 0 };

interface AgentLaneOptions {
  /** The newest event, and its time: calls that run last until then. */
  readonly n: number;
  readonly now: number;
  readonly maxLanes: number;
  readonly maxCalls: number;
}

/** Fetching cards does not count. Empty unless several agents were called. */
export function layOutAgentLanes(
  { calls }: CallTree,
  { n, now, maxLanes, maxCalls }: AgentLaneOptions,
): AgentLanes {
  const all = calls.filter(({ isDiscovery, begin }) => !isDiscovery && !Number.isNaN(begin));
  const shown = all.slice(-maxCalls);
  const byTarget = new Map<string, TappedCall[]>();
  for (const call of shown) {
    const own = byTarget.get(call.hop.target);
    if (own) own.push(call);
    else byTarget.set(call.hop.target, [call]);
  }
  if (byTarget.size < 2) return NO_LANES;
  const lanes = [...byTarget].slice(0, maxLanes).map(([target, own]) => {
    const bars = placeBars(own, n, now);
    return { target, bars, rows: Math.max(...bars.map(({ row }) => row)) + 1 };
  });
  return {
    lanes,
    hiddenAgents: byTarget.size - lanes.length,
    hiddenCalls: all.length - shown.length,
  };
}

function placeBars(calls: readonly TappedCall[], n: number, now: number): CallBar[] {
  /** Where each row is free from. */
  const ends: number[] = [];
  return calls.map((call) => {
    const end = call.endTimeAt(n);
    const isRunning = Number.isNaN(end);
    const to = Math.max(call.begin, isRunning ? now : end);
    const free = ends.findIndex((taken) => taken <= call.begin);
    const row = free < 0 ? ends.length : free;
    ends[row] = to;
    return { call, row, isRunning, from: call.begin, to, waiting: listWaiting(call, n, to) };
  });
}
