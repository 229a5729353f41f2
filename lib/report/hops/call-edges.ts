/**
 * Edges between calls that passed a tap: which call was made on behalf of which other.
 *
 * An edge is recorded where the wire proves it, and inferred where it does not: then it names its rule
 * and how certain that is. A call is only ever connected to one that had begun and had not ended, and
 * nothing that comes later changes an edge.
 */

import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { OpenHop } from "../../wire/record.ts";
import { findTraceContext } from "../trace-context.ts";
import { getPort } from "./agent-names.ts";

export type EdgeRule =
  | "trace"
  | "reference-task"
  | "caller-program"
  | "context-id"
  | "text"
  | "time";

export type EdgeCertainty = "certain" | "near-certain" | "likely" | "possible";

export interface CallEdge {
  readonly kind: "recorded" | "inferred";
  readonly rule: EdgeRule;
  readonly certainty: EdgeCertainty;
  readonly because: string;
}

/** A call, and the one it was made for; `null` if none is known, as for a call by a user. */
export interface ConnectedCall {
  readonly call: TappedCall;
  readonly parent: TappedCall | null;
  readonly edge: CallEdge | null;
}

/** What edges are found by. */
export interface TappedCall {
  readonly exchange: Exchange;
  readonly hop: OpenHop;
  readonly begin: number;
  readonly traceId: string | null;
  readonly contextId: string | null;
  readonly text: string;
}

/** A shorter text, such as `yes`, occurs in others by chance. */
const MIN_TEXT_LENGTH = 12;

interface RuleOfEdges {
  readonly rule: EdgeRule;
  readonly certainty: EdgeCertainty;
  readonly because: string;
  connects(call: TappedCall, parent: TappedCall, timeline: Timeline): boolean;
}

/** What the wire proves. */
const RECORDED: readonly RuleOfEdges[] = [
  {
    rule: "reference-task",
    certainty: "certain",
    because: "Its message refers to a task of that call.",
    connects: ({ exchange }, parent, timeline) => {
      const references = exchange.request?.message?.referenceTaskIds ?? [];
      if (references.length === 0) return false;
      const known = parent.exchange.tasks.filter(
        ({ firstEvent }) => firstEvent <= exchange.firstEvent,
      );
      return known.some(({ task }) => references.includes(timeline.tasks[task]?.id ?? ""));
    },
  },
  {
    rule: "trace",
    certainty: "certain",
    because: "Both carry the same W3C trace ID.",
    connects: ({ traceId }, parent) => traceId !== null && traceId === parent.traceId,
  },
];

/** From the most certain to the least. */
const INFERRED: readonly RuleOfEdges[] = [
  {
    rule: "caller-program",
    certainty: "near-certain",
    because: "The calling program listens on the port of the agent that was being called.",
    connects: ({ hop }, parent) =>
      hop.caller.program?.listens.includes(getPort(parent.hop.target)) === true,
  },
  {
    rule: "context-id",
    certainty: "likely",
    because: "Both have the same context ID.",
    connects: ({ contextId, exchange }, parent, timeline) =>
      contextId !== null && hasContext(parent, contextId, exchange.firstEvent, timeline),
  },
  {
    rule: "text",
    certainty: "likely",
    because: "Its message contains the text of that call.",
    connects: ({ text }, parent) =>
      parent.text.length >= MIN_TEXT_LENGTH && text.includes(parent.text),
  },
  {
    rule: "time",
    certainty: "possible",
    because: "It was made while that call was running, by an unknown program.",
    connects: ({ hop }) => hop.caller.program === undefined,
  },
];

/** All calls through taps up to event `n`, each with the call it was made for. */
export function connectCalls(timeline: Timeline, n: number): ConnectedCall[] {
  const connected: ConnectedCall[] = [];
  let running: TappedCall[] = [];
  for (const exchange of timeline.exchanges) {
    if (exchange.firstEvent > n) break;
    const call = describeCall(exchange);
    if (!call) continue;
    running = running.filter((other) => !hasEnded(other, call.begin));
    const others = running.filter(({ hop }) => hop.target !== call.hop.target);
    connected.push({ call, ...findParent(call, others, timeline) });
    running.push(call);
  }
  return connected;
}

function describeCall(exchange: Exchange): TappedCall | null {
  const { open, request } = exchange;
  const { hop } = open.record;
  if (!hop) return null;
  const message = request?.message;
  return {
    exchange,
    hop,
    begin: hop.firstByte ?? open.time,
    traceId: findTraceContext(exchange)?.traceId ?? null,
    contextId: message?.contextId ?? null,
    text: message ? joinPartTexts(message.parts).trim() : "",
  };
}

const hasEnded = ({ exchange: { end } }: TappedCall, time: number): boolean =>
  end !== null && end.time <= time;

function findParent(
  call: TappedCall,
  running: readonly TappedCall[],
  timeline: Timeline,
): Pick<ConnectedCall, "parent" | "edge"> {
  const connects = (rule: RuleOfEdges) => (parent: TappedCall) =>
    rule.connects(call, parent, timeline);
  for (const rule of RECORDED) {
    const proven = running.filter(connects(rule));
    if (proven.length > 0) return choose(rule, proven, connects, "recorded");
  }
  for (const rule of INFERRED) {
    const found = running.filter(connects(rule));
    // Anything may have been made meanwhile, if several calls were running.
    if (found.length === 0 || (rule.rule === "time" && found.length > 1)) continue;
    return choose(rule, found, connects, "inferred");
  }
  return { parent: null, edge: null };
}

/** The wire may prove that a call belongs to several others; which one made it is then inferred. */
function choose(
  { rule, certainty, because }: RuleOfEdges,
  candidates: readonly TappedCall[],
  connects: (rule: RuleOfEdges) => (parent: TappedCall) => boolean,
  kind: CallEdge["kind"],
): Pick<ConnectedCall, "parent" | "edge"> {
  const [only] = candidates;
  if (only && candidates.length === 1) {
    return { parent: only, edge: { kind, rule, certainty, because } };
  }
  for (const second of INFERRED) {
    const left = candidates.filter(connects(second));
    if (left.length !== 1 || !left[0]) continue;
    const reason = `${because} Of several such calls: ${second.because}`;
    const edge = { kind: "inferred", rule, certainty: second.certainty, because: reason } as const;
    return { parent: left[0], edge };
  }
  const reason = `${because} Of several such calls, it is the latest.`;
  return {
    parent: candidates.at(-1) ?? null,
    edge: { kind: "inferred", rule, certainty: "possible", because: reason },
  };
}

function hasContext(
  { contextId, exchange }: TappedCall,
  wanted: string,
  n: number,
  timeline: Timeline,
): boolean {
  if (contextId === wanted) return true;
  return exchange.tasks.some(
    ({ task, firstEvent }) =>
      firstEvent <= n && timeline.tasks[task]?.contexts.valuesUntil(n).includes(wanted),
  );
}
