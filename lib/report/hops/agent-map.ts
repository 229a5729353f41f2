/** Agents and who called whom, as of an event: how often, how long, and how it ended. */

import { getAgentNames } from "../../timeline/hops/agent-names.ts";
import { getCallEnds, getEndLabel } from "../../timeline/hops/call-ends.ts";
import type { CallEdge, TappedCall } from "../../timeline/hops/tapped-call.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { HopReport } from "./hop-report.ts";

export interface AgentNode {
  readonly key: string;
  readonly name: string;
  /** 0 for who is called by nobody; what is called is deeper than who calls it, without cycles. */
  readonly layer: number;
  /** How often it was called. */
  readonly calls: number;
  readonly failed: number;
  readonly running: number;
  /** How long it worked without waiting for others, in calls that have ended. */
  readonly workMs: number;
}

export interface AgentEdge {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  readonly failed: number;
  readonly running: number;
  /** The durations of those that have ended, added up. */
  readonly totalMs: number;
  /** How it is known which calls its calls were made for, from the surest. */
  readonly known: "recorded" | "by-hand" | "inferred";
}

export interface AgentMap {
  readonly nodes: readonly AgentNode[];
  readonly edges: readonly AgentEdge[];
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** `calls`: those of the report as of the same event. Fetching cards does not count. */
export function createAgentMap(
  timeline: Timeline,
  n: number,
  calls: readonly HopReport[],
): AgentMap {
  const tree = timeline.callTree;
  const names = getAgentNames(timeline, n);
  const nodes = new Map<string, Growing<AgentNode>>();
  const edges = new Map<string, Growing<AgentEdge>>();
  /** Of the agent that each call reached. */
  const layers = new Map<TappedCall | null, number>();
  const addNode = (key: string, layer: number) => {
    const known = nodes.get(key);
    if (known) known.layer = Math.max(known.layer, layer);
    else {
      const name = getEndLabel(key, names);
      nodes.set(key, { key, name, layer, ...NO_CALLS, workMs: 0 });
    }
  };
  for (const [i, call] of tree.calls.entries()) {
    const report = calls[i];
    if (!report) break;
    if (call.isDiscovery) continue;
    const { from, to } = getCallEnds(tree, call, n);
    const parent = call.parentAt(n);
    const layer = layers.get(parent) ?? 0;
    // An agent that calls itself is not below itself.
    const calleeLayer = from === to ? layer : layer + 1;
    layers.set(call, calleeLayer);
    addNode(from, layer);
    addNode(to, calleeLayer);
    const key = JSON.stringify([from, to]);
    const edge = edges.get(key) ?? {
      from,
      to,
      ...NO_CALLS,
      totalMs: 0,
      known: "inferred" as const,
    };
    edges.set(key, edge);
    edge.totalMs += report.durationMs ?? 0;
    const callee = nodes.get(to);
    if (callee) callee.workMs += (report.durationMs ?? 0) - (report.waitingMs ?? 0);
    edge.known = getSurest(edge.known, report.edge);
    for (const counted of [edge, callee]) {
      if (!counted) continue;
      counted.calls++;
      if (report.durationMs === null) counted.running++;
      else if (!report.verdict.clean) counted.failed++;
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** A call that was made for no other is known to be one of its caller. */
function getSurest(known: AgentEdge["known"], edge: CallEdge | null): AgentEdge["known"] {
  if (known === "recorded" || edge === null || edge.kind === "recorded") return "recorded";
  return edge.kind === "inferred" ? known : "by-hand";
}

const NO_CALLS = { calls: 0, failed: 0, running: 0 };
