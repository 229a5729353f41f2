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
  /** How long it worked without waiting for others, in calls that have ended, and to serve its card to their callers. */
  readonly workMs: number;
}

export interface AgentEdge {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  readonly failed: number;
  readonly running: number;
  /** The durations of those that have ended, and of looking up the card for them, added up. */
  readonly totalMs: number;
  /** How it is known which calls its calls were made for, from the surest. */
  readonly known: "recorded" | "by-hand" | "inferred";
}

export interface AgentMap {
  readonly nodes: readonly AgentNode[];
  readonly edges: readonly AgentEdge[];
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/**
 * `calls`: those of the report as of the same event. Fetching a card is no call, but the time of one that
 * an agent fetched counts, as where the time went does.
 */
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
  const lookups: { readonly call: TappedCall; readonly report: HopReport }[] = [];
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
    const parent = call.parentAt(n);
    if (call.isDiscovery) {
      if (parent) lookups.push({ call, report });
      continue;
    }
    const { from, to } = getCallEnds(tree, call, n);
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
    const callee = nodes.get(to);
    addTime(report, edge, callee);
    edge.known = getSurest(edge.known, report.edge);
    for (const counted of [edge, callee]) {
      if (!counted) continue;
      counted.calls++;
      if (report.durationMs === null) counted.running++;
      else if (!report.verdict.clean) counted.failed++;
    }
  }
  for (const { call, report } of lookups) {
    const { from, to } = getCallEnds(tree, call, n);
    addTime(report, edges.get(JSON.stringify([from, to])), nodes.get(to));
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** An agent whose card alone was fetched has neither. */
function addTime(
  { durationMs, waitingMs }: HopReport,
  edge: Growing<AgentEdge> | undefined,
  callee: Growing<AgentNode> | undefined,
): void {
  if (edge) edge.totalMs += durationMs ?? 0;
  if (callee) callee.workMs += (durationMs ?? 0) - (waitingMs ?? 0);
}

/** A call that was made for no other is known to be one of its caller. */
function getSurest(known: AgentEdge["known"], edge: CallEdge | null): AgentEdge["known"] {
  if (known === "recorded" || edge === null || edge.kind === "recorded") return "recorded";
  return edge.kind === "inferred" ? known : "by-hand";
}

const NO_CALLS = { calls: 0, failed: 0, running: 0 };
