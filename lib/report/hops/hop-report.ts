/** Calls between agents in the report: who called whom, on behalf of which call, what failed first, and where the time went. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { getExchangeVerdict } from "../../lint/verdict/exchange-verdict.ts";
import type { Verdict } from "../../lint/verdict.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import { findCallingAgent, getAgentNames } from "../../timeline/hops/agent-names.ts";
import type { CallEdge, TappedCall } from "../../timeline/hops/tapped-call.ts";
import { measureWaiting } from "../../timeline/hops/waiting.ts";
import type { HopCaller, HopMode } from "../../wire/record.ts";
import { toReportTime } from "../exchange-report.ts";
import { createHopTimeReport, type HopTimeReport } from "./time-report.ts";

export interface HopsReport {
  calls: HopReport[];
  /**
   * The call that failed before all others, after those that it was made for; `null` if none failed.
   * One that its caller closed counts only if no other failed, or if the first gave up because of it.
   */
  failedFirst: string[] | null;
  time: HopTimeReport;
}

export interface HopReport {
  exchange: string;
  via: HopMode;
  /** `name` is that of the agent whose port the calling program listens on, or whose call it was for. */
  from: HopCaller & { name: string | null };
  /** `name` is that of the card that passed the tap. */
  to: { target: string; name: string | null };
  /** The exchange it was made for, and how that is known. */
  parent: string | null;
  edge: CallEdge | null;
  /** `error`: the name and code of the error in the response. */
  verdict: Pick<Verdict, "kind" | "clean" | "because" | "by" | "error" | "caveats">;
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
  const { timeline } = interpretation;
  const { calls } = timeline.callTree;
  const begun = calls.slice(0, countUpToEvent(calls, n));
  if (begun.length === 0) return undefined;
  const names = getAgentNames(timeline, n);
  const reports = begun.map((call) => createHopReport(call, names, interpretation, n));
  const failed = begun.flatMap((call, i) => {
    const verdict = reports[i]?.verdict;
    const isOver = call.exchange.endAt(n) !== null && !call.isDiscovery;
    return isOver && verdict && hasFailed(verdict) ? [{ call, verdict }] : [];
  });
  const [first] = failed.toSorted(
    (a, b) =>
      // A program that ends closes what it has called, in any order.
      Number(a.verdict.by === "client") - Number(b.verdict.by === "client") ||
      a.call.endTimeAt(n) - b.call.endTimeAt(n),
  );
  return {
    calls: reports,
    failedFirst: first ? listChain(findCulprit(first.call, begun, interpretation, n), n) : null,
    time: createHopTimeReport(timeline, begun, names, n),
  };
}

/** The call that had not finished, if the one that failed first gave up waiting for it. */
function findCulprit(
  first: TappedCall,
  calls: readonly TappedCall[],
  interpretation: Interpretation,
  n: number,
): TappedCall {
  const { timeline } = interpretation;
  const { fault } = getExchangeVerdict(timeline, first.exchange, n, interpretation);
  return calls.find(({ exchange }) => exchange.id === fault?.exchange) ?? first;
}

/** What Loupe ended says nothing about the agent. */
const hasFailed = ({ clean, by }: HopReport["verdict"]): boolean => !clean && by !== "loupe";

function createHopReport(
  call: TappedCall,
  names: ReadonlyMap<string, string>,
  interpretation: Interpretation,
  n: number,
): HopReport {
  const { exchange, hop } = call;
  const end = exchange.endAt(n);
  const { timeline } = interpretation;
  const { kind, clean, because, by, error, caveats } = getExchangeVerdict(
    timeline,
    exchange,
    n,
    interpretation,
  );
  return {
    exchange: exchange.id,
    via: hop.via,
    from: { ...hop.caller, name: findCallingAgent(call, names, n) },
    to: { target: hop.target, name: names.get(hop.target) ?? null },
    parent: call.parentAt(n)?.exchange.id ?? null,
    edge: call.edgeAt(n),
    verdict: { kind, clean, because, by, caveats, ...(error !== undefined && { error }) },
    durationMs: end ? toReportTime(end.time - call.begin) : null,
    waitingMs: end ? toReportTime(measureWaiting(call, n, end.time)) : null,
  };
}

/** From the call of a user to this one. */
function listChain(last: TappedCall, n: number): string[] {
  const chain: string[] = [];
  for (let at: TappedCall | null = last; at; at = at.parentAt(n)) chain.unshift(at.exchange.id);
  return chain;
}
