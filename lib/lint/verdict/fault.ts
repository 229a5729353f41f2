/**
 * The agent at fault when a call that passed a tap failed because a call that was made for it failed.
 *
 * Guarantees: only failures that explain the call count. Each call of the chain failed before the call
 * that it was made for had ended, or had not finished when its caller gave up; none was made good by a
 * later call to the same agent. A caller that is gone is never explained by what it left behind.
 */

import { findCalleeName, getAgentNames } from "../../timeline/hops/agent-names.ts";
import type { EdgeCertainty, TappedCall } from "../../timeline/hops/tapped-call.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Fault, Verdict } from "./verdict-model.ts";

/** An edge that may be another one: several calls were running, or only texts agree. */
const UNSURE: ReadonlySet<EdgeCertainty | null | undefined> = new Set(["likely", "possible"]);

type GetVerdict = (call: TappedCall) => Verdict;

interface FaultContext {
  readonly n: number;
  readonly getVerdict: GetVerdict;
  /** Names of agents; only read where they are needed, as all calls have to be looked at. */
  getNames(): ReadonlyMap<string, string>;
}

/** `null` if no call that was made for this one explains its failure. */
export function findFault(
  timeline: Timeline,
  call: TappedCall,
  n: number,
  judge: GetVerdict,
): { readonly fault: Fault; readonly verdict: Verdict } | null {
  const verdicts = new Map<TappedCall, Verdict>();
  const getVerdict = (one: TappedCall) => {
    const verdict = verdicts.get(one) ?? judge(one);
    verdicts.set(one, verdict);
    return verdict;
  };
  let names: ReadonlyMap<string, string> | undefined;
  const getNames = () => {
    names ??= getAgentNames(timeline, n);
    return names;
  };
  const context = { n, getVerdict, getNames };
  const chain = findFailedChain(call, context);
  const first = chain[0];
  if (!first || first === call) return null;
  const [agent = "", ...calledBy] = chain.map((one) => findCalleeName(one, getNames()));
  const [by = "", ...forOthers] = calledBy;
  const isUnsure = chain.some((one) => UNSURE.has(one === call ? null : one.edgeAt(n)?.certainty));
  const called = isUnsure ? "likely called by" : "called by";
  const callers = [`${called} ${by}`, ...forOthers.map((name) => `for ${name}`)].join(" ");
  const what = describeUnfinished(chain, context) ?? describeFailure(first, context);
  const because = `${agent} ${what}, ${callers}.`;
  return {
    fault: { exchange: first.exchange.id, agent, calledBy, because },
    verdict: getVerdict(first),
  };
}

/** The call that failed first, and those that it was made for, up to the given one. */
function findFailedChain(call: TappedCall, context: FaultContext): TappedCall[] {
  const chains = listCauses(call, context).map((child) =>
    wasGivenUp(child, context)
      ? [...findWaiting(child, child.endTimeAt(context.n), context), child]
      : findFailedChain(child, context),
  );
  const [first = []] = chains.toSorted((a, b) => getEnd(a, context) - getEnd(b, context));
  return [...first, call];
}

const getEnd = ([first]: readonly TappedCall[], { n }: FaultContext): number =>
  first?.endTimeAt(n) ?? Number.NaN;

/** The calls of which one made this one fail. */
function listCauses(call: TappedCall, context: FaultContext): readonly TappedCall[] {
  const { n, getVerdict } = context;
  const end = call.endTimeAt(n);
  const calls = call.childrenAt(n);
  const failed = listFailedCalls(calls, context);
  const own = failed.filter((one) => !wasGivenUp(one, context) && !(one.endTimeAt(n) > end));
  const cited = own.length > 1 ? prefer(own, (one) => isCited(one, call, context)) : own;
  if (cited.length > 0) return prefer(cited, (one) => !hasGoneOn(calls, one, n));
  if (getVerdict(call).kind === "cut") return [];
  // A program sends its response before the system closes what it has given up.
  return failed.filter((one) => wasGivenUp(one, context) && !hasGoneOn(calls, one, n));
}

function prefer<T>(all: readonly T[], isBetter: (one: T) => boolean): readonly T[] {
  const better = all.filter(isBetter);
  return better.length > 0 ? better : all;
}

/** The caller closed the connection. */
function wasGivenUp(call: TappedCall, { getVerdict }: FaultContext): boolean {
  const { kind, by } = getVerdict(call);
  return kind === "cut" && by === "client";
}

/** A shorter reason occurs in others by chance. */
const MIN_REASON_LENGTH = 12;

/** Does the call give this one as the reason for its failure? */
function isCited(child: TappedCall, call: TappedCall, context: FaultContext): boolean {
  const reason = context.getVerdict(call).reason ?? "";
  const cited = context.getVerdict(child).reason ?? "";
  return (
    reason.includes(findCalleeName(child, context.getNames())) ||
    (cited.length >= MIN_REASON_LENGTH && reason.includes(cited))
  );
}

/** Did the caller go on to another agent after a call had failed? `calls`: all that it made. */
function hasGoneOn(calls: readonly TappedCall[], failed: TappedCall, n: number): boolean {
  const other = calls.findLast(({ hop }) => hop.target !== failed.hop.target);
  return other !== undefined && other.begin > failed.endTimeAt(n);
}

/** What a call was waiting for at that time, the innermost first. */
function findWaiting(call: TappedCall, time: number, context: FaultContext): TappedCall[] {
  const running = call
    .childrenAt(context.n)
    .find(
      (child) => !child.isDiscovery && child.begin <= time && !(child.endTimeAt(context.n) < time),
    );
  return running ? [...findWaiting(running, time, context), running] : [];
}

function listFailedCalls(
  calls: readonly TappedCall[],
  { n, getVerdict }: FaultContext,
): TappedCall[] {
  const ended = calls
    .filter((child) => !child.isDiscovery && !Number.isNaN(child.endTimeAt(n)))
    .map((child) => ({ child, verdict: getVerdict(child) }));
  const madeGood = new Set<string>();
  const failed: TappedCall[] = [];
  for (const { child, verdict } of ended.toReversed()) {
    if (verdict.clean) madeGood.add(child.hop.target);
    // What Loupe ended says nothing about the agent.
    else if (verdict.by !== "loupe" && !madeGood.has(child.hop.target)) failed.push(child);
  }
  return failed.reverse();
}

/** Of a call that was running when the caller of another, which waited for it, gave up. */
function describeUnfinished(
  [first, ...rest]: readonly TappedCall[],
  context: FaultContext,
): string | null {
  const at = rest.findIndex((one) => wasGivenUp(one, context));
  const [givenUp, caller] = rest.slice(at);
  if (!first || at < 0 || !givenUp || !caller) return null;
  const [name, to] = [caller, givenUp].map((one) => findCalleeName(one, context.getNames()));
  return `had not finished when ${name} closed its connection to ${to}`;
}

/** Statuses that gateways and overloaded servers send for an agent that does not answer. */
const NO_ANSWER_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

function describeFailure(call: TappedCall, { n, getVerdict }: FaultContext): string {
  const { exchange } = call;
  const { kind, by, reason } = getVerdict(call);
  const status = exchange.headAt(n)?.status ?? null;
  const quoted = reason ? ` (“${reason}”)` : "";
  switch (kind) {
    case "http-error":
      if (status === null) return `responded with an error${quoted}`;
      return NO_ANSWER_STATUSES.has(status)
        ? `did not answer (${status})`
        : `responded with HTTP ${status}${quoted}`;
    case "cut":
      if (by === "client") return "had not finished when its caller closed the connection";
      return exchange.headAt(n) ? "lost the connection" : "did not answer";
    case "rpc-error":
      return `responded with an error${quoted}`;
    case "rejected":
      return `rejected the task${quoted}`;
    case "ended-while-working":
      return "ended its stream while it was working";
    case "timeout":
      return "did not answer in time";
    case "canceled":
      return `canceled the task${quoted}`;
    case "failed":
      return `failed${quoted}`;
    default:
      return `did not answer as the protocol defines (${kind})`;
  }
}
