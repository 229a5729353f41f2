/** Calls between agents in the report: who called whom, on behalf of which call, and what failed first. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { getExchangeVerdict } from "../../lint/verdict/exchange-verdict.ts";
import type { Verdict } from "../../lint/verdict.ts";
import { isDiscovery } from "../../timeline/exchange-queries.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { HopCaller, TapMode } from "../../wire/record.ts";
import { toReportTime } from "../exchange-report.ts";
import { findCallerName, findCardName } from "./agent-names.ts";
import { type CallEdge, type ConnectedCall, connectCalls, type TappedCall } from "./call-edges.ts";

export interface HopsReport {
  calls: HopReport[];
  /** The call that failed before all others, after those that it was made for; `null` if none failed. */
  failedFirst: string[] | null;
}

export interface HopReport {
  exchange: string;
  via: TapMode;
  /** `name` is that of the agent whose port the calling program listens on. */
  from: HopCaller & { name: string | null };
  /** `name` is that of the card that passed the tap. */
  to: { target: string; name: string | null };
  /** The exchange it was made for, and how that is known. */
  parent: string | null;
  edge: CallEdge | null;
  verdict: Pick<Verdict, "kind" | "clean" | "because" | "by">;
  /** Milliseconds; `null` while it runs. */
  durationMs: number | null;
  /** For how much of it calls that were made for it were running. */
  waitingMs: number | null;
}

/** `undefined` if no call passed a tap. */
export function createHopsReport(
  interpretation: Interpretation,
  n: number,
): HopsReport | undefined {
  const connected = connectCalls(interpretation.timeline, n);
  if (connected.length === 0) return undefined;
  const names = readAgentNames(interpretation.timeline, n);
  const calls = connected.map((one) => createHopReport(one, names, interpretation, n));
  addWaiting(calls, connected, n);
  const failed = connected.filter(
    ({ call: { exchange } }, i) =>
      calls[i]?.verdict.clean === false && exchange.endAt(n) !== null && !isDiscovery(exchange),
  );
  const endOf = ({ call }: ConnectedCall) => call.exchange.endAt(n)?.time ?? Number.NaN;
  const [first] = failed.toSorted((a, b) => endOf(a) - endOf(b));
  return { calls, failedFirst: first ? listChain(first, connected) : null };
}

function createHopReport(
  { call, parent, edge }: ConnectedCall,
  names: ReadonlyMap<string, string>,
  interpretation: Interpretation,
  n: number,
): HopReport {
  const { exchange, hop } = call;
  const end = exchange.endAt(n);
  const { timeline } = interpretation;
  const { kind, clean, because, by } = getExchangeVerdict(timeline, exchange, n, interpretation);
  return {
    exchange: exchange.id,
    via: hop.via,
    from: { ...hop.caller, name: findCallerName(hop.caller, names) },
    to: { target: hop.target, name: names.get(hop.target) ?? null },
    parent: parent?.exchange.id ?? null,
    edge,
    verdict: { kind, clean, because, by },
    durationMs: end ? toReportTime(end.time - call.begin) : null,
    waitingMs: null,
  };
}

function addWaiting(calls: readonly HopReport[], connected: readonly ConnectedCall[], n: number) {
  const spans = new Map<TappedCall, Span[]>();
  for (const { call, parent } of connected) {
    if (!parent) continue;
    const span = [call.begin, call.exchange.endAt(n)?.time ?? Number.NaN] as const;
    const others = spans.get(parent);
    if (others) others.push(span);
    else spans.set(parent, [span]);
  }
  for (const [i, { call }] of connected.entries()) {
    const end = call.exchange.endAt(n);
    const report = calls[i];
    if (!end || !report) continue;
    report.waitingMs = toReportTime(measureUnion(spans.get(call) ?? [], end.time));
  }
}

/** From the call of a user to this one. */
function listChain(last: ConnectedCall, all: readonly ConnectedCall[]): string[] {
  const parents = new Map(all.map(({ call, parent }) => [call, parent]));
  const chain: string[] = [];
  for (let at: TappedCall | null = last.call; at; at = parents.get(at) ?? null) {
    chain.unshift(at.exchange.id);
  }
  return chain;
}

type Span = readonly [from: number, to: number];

/** For how long any of the spans lasted, up to `limit`. One that has not ended lasts until then. */
function measureUnion(spans: readonly Span[], limit: number): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const end = Number.isNaN(to) ? limit : Math.min(to, limit);
    total += Math.max(0, end - Math.max(from, until));
    until = Math.max(until, end);
  }
  return total;
}

function readAgentNames(timeline: Timeline, n: number): Map<string, string> {
  const names = new Map<string, string>();
  for (const exchange of timeline.exchanges) {
    const target = exchange.open.record.hop?.target;
    if (exchange.firstEvent > n || target === undefined) continue;
    const name = findCardName(timeline, exchange, n);
    if (name !== null) names.set(target, name);
  }
  return names;
}
