/**
 * The agent at fault when a call that passed a tap failed because a call that was made for it failed.
 *
 * Guarantees: only failures that explain the call count. Each call of the chain failed, none after the
 * call that it was made for had ended, and none was made good by a later call to the same agent.
 */

import { findCalleeName, getAgentNames } from "../../timeline/hops/agent-names.ts";
import type { EdgeCertainty, TappedCall } from "../../timeline/hops/tapped-call.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Fault, Verdict } from "./verdict-model.ts";

/** An edge that may be another one: several calls were running, or only texts agree. */
const UNSURE: ReadonlySet<EdgeCertainty | null | undefined> = new Set(["likely", "possible"]);

type GetVerdict = (call: TappedCall) => Verdict;

/** `null` if no call that was made for this one explains its failure. */
export function findFault(
  timeline: Timeline,
  call: TappedCall,
  n: number,
  getVerdict: GetVerdict,
): { readonly fault: Fault; readonly verdict: Verdict } | null {
  const chain = findFailedChain(call, n, getVerdict);
  const first = chain[0];
  if (!first || first === call) return null;
  const names = getAgentNames(timeline, n);
  const [agent = "", ...calledBy] = chain.map((one) => findCalleeName(one, names));
  const verdict = getVerdict(first);
  const [by = "", ...forOthers] = calledBy;
  const isUnsure = chain.some((one) => UNSURE.has(one === call ? null : one.edgeAt(n)?.certainty));
  const called = isUnsure ? "likely called by" : "called by";
  const callers = [`${called} ${by}`, ...forOthers.map((name) => `for ${name}`)].join(" ");
  const because = `${agent} ${describeFailure(first, verdict, n)}, ${callers}.`;
  return { fault: { exchange: first.exchange.id, agent, calledBy, because }, verdict };
}

/** The call that failed first, and those that it was made for, up to the given one. */
function findFailedChain(call: TappedCall, n: number, getVerdict: GetVerdict): TappedCall[] {
  const end = call.endTimeAt(n);
  const chains = listFailedChildren(call, n, getVerdict)
    .filter((child) => !(child.endTimeAt(n) > end))
    .map((child) => findFailedChain(child, n, getVerdict));
  const [first = []] = chains.toSorted((a, b) => getEnd(a, n) - getEnd(b, n));
  return [...first, call];
}

const getEnd = ([first]: readonly TappedCall[], n: number): number =>
  first?.endTimeAt(n) ?? Number.NaN;

function listFailedChildren(call: TappedCall, n: number, getVerdict: GetVerdict): TappedCall[] {
  const ended = call
    .childrenAt(n)
    .filter((child) => !child.isDiscovery && !Number.isNaN(child.endTimeAt(n)))
    .map((child) => ({ child, isClean: getVerdict(child).clean }));
  const madeGood = new Set<string>();
  const failed: TappedCall[] = [];
  for (const { child, isClean } of ended.toReversed()) {
    if (isClean) madeGood.add(child.hop.target);
    else if (!madeGood.has(child.hop.target)) failed.push(child);
  }
  return failed.reverse();
}

/** Statuses that gateways and overloaded servers send for an agent that does not answer. */
const NO_ANSWER_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

function describeFailure({ exchange }: TappedCall, verdict: Verdict, n: number): string {
  const { kind, by, reason } = verdict;
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
