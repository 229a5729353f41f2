/**
 * Rules for edges between calls that passed a tap: which call was made on behalf of which other.
 *
 * An edge is recorded where the wire proves it, and inferred where it does not: then it names its rule
 * and how certain that is.
 */

import type { ProtocolEvent } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { Exchange } from "../exchange.ts";
import { isDiscovery } from "../exchange-queries.ts";
import type { TaskLane } from "../task.ts";
import type { CallTree } from "./call-tree.ts";
import { getPort } from "./port.ts";
import { findReportedSteps } from "./reported-steps.ts";
import {
  type CallConnection,
  type CallEdge,
  type EdgeCertainty,
  type EdgeRule,
  TappedCall,
} from "./tapped-call.ts";
import { findTraceContext } from "./trace-context.ts";

/** A shorter text, such as `yes`, occurs in others by chance. */
const MIN_TEXT_LENGTH = 12;

interface RuleOfEdges {
  readonly rule: EdgeRule;
  readonly certainty: EdgeCertainty;
  readonly because: string;
  connects(call: TappedCall, parent: TappedCall, tasks: readonly TaskLane[]): boolean;
}

/** What the wire proves. */
const RECORDED: readonly RuleOfEdges[] = [
  {
    rule: "reference-task",
    certainty: "certain",
    because: "Its message refers to a task of that call.",
    connects: ({ exchange }, parent, tasks) => {
      const references = exchange.request?.message?.referenceTaskIds ?? [];
      return (
        references.length > 0 &&
        parent.exchange.tasks.some(({ task }) => references.includes(tasks[task]?.id ?? ""))
      );
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
    connects: ({ contextId }, parent, tasks) =>
      contextId !== null && hasContext(parent, contextId, tasks),
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
    connects: ({ hop }, parent) => hop.caller.program === undefined && !parent.isDiscovery,
  },
];

/**
 * Connects a call that begins to one of those that are running; `null` if it was made for none of
 * them, as a call by a user. Whatever comes later is not known yet.
 */
function findConnection(
  call: TappedCall,
  running: readonly TappedCall[],
  tasks: readonly TaskLane[],
): CallConnection | null {
  const isPossible = (parent: TappedCall) => !haveSameCaller(call, parent);
  const connects = (rule: RuleOfEdges) => (parent: TappedCall) =>
    rule.connects(call, parent, tasks);
  for (const rule of RECORDED) {
    const all = running.filter(connects(rule));
    const [parent, ...others] = all.filter(isPossible);
    if (!parent) continue;
    if (others.length > 0 || all.length === 1) {
      return choose(rule, [parent, ...others], connects, "recorded");
    }
    const because = `${rule.because} Of several such calls, the calling program made the others.`;
    const edge = { kind: "inferred", rule: rule.rule, certainty: "near-certain", because } as const;
    return { parent, edge };
  }
  for (const rule of INFERRED) {
    const found = running.filter(isPossible).filter(connects(rule));
    // Anything may have been made meanwhile, if several calls were running.
    if (found.length === 0 || (rule.rule === "time" && found.length > 1)) continue;
    return choose(rule, found, connects, "inferred");
  }
  return null;
}

/** Did one program make both, which is not the agent that it called? Then neither is for the other. */
function haveSameCaller({ hop: { caller } }: TappedCall, { hop }: TappedCall): boolean {
  const { program } = caller;
  return (
    program !== undefined &&
    program.pid === hop.caller.program?.pid &&
    !program.listens.includes(getPort(hop.target))
  );
}

/**
 * May a call have been made for another? Of the same agent only if the agent itself made it: else
 * both are of its clients. If one program is the agent and its client, nothing tells them apart.
 */
function mayBeMadeFor(call: TappedCall, parent: TappedCall): boolean {
  if (parent.hop.target !== call.hop.target) return true;
  const { program } = call.hop.caller;
  if (!program?.listens.includes(getPort(parent.hop.target))) return false;
  return parent.hop.caller.program?.pid !== program.pid || parent.depth > 0;
}

/** The wire may prove that a call belongs to several others; which one made it is then inferred. */
function choose(
  { rule, certainty, because }: RuleOfEdges,
  candidates: readonly TappedCall[],
  connects: (rule: RuleOfEdges) => (parent: TappedCall) => boolean,
  kind: CallEdge["kind"],
): CallConnection | null {
  const latest = candidates.at(-1);
  if (!latest) return null;
  if (candidates.length === 1) return { parent: latest, edge: { kind, rule, certainty, because } };
  for (const second of INFERRED) {
    const left = candidates.filter(connects(second));
    if (left.length !== 1 || !left[0]) continue;
    const reason = `${because} Of several such calls: ${second.because}`;
    const edge = { kind: "inferred", rule, certainty: second.certainty, because: reason } as const;
    return { parent: left[0], edge };
  }
  const reason = `${because} Of several such calls, it is the latest.`;
  return {
    parent: latest,
    edge: { kind: "inferred", rule, certainty: "possible", because: reason },
  };
}

function hasContext(
  { contextId, exchange }: TappedCall,
  wanted: string,
  tasks: readonly TaskLane[],
): boolean {
  if (contextId === wanted) return true;
  const all = Number.POSITIVE_INFINITY;
  return exchange.tasks.some(({ task }) => tasks[task]?.contexts.valuesUntil(all).includes(wanted));
}

const TRACEABILITY: CallEdge = {
  kind: "recorded",
  rule: "traceability",
  certainty: "certain",
  because: "The agent that was being called reports it as a step of its work.",
};

/**
 * Connects calls that an agent reports in its response. Where more calls than steps fit, the report
 * does not tell which it means, and they stay as they are.
 */
export function connectReportedCalls(
  tree: CallTree,
  exchange: Exchange,
  event: ProtocolEvent,
  ordinal: number,
): void {
  const caller = tree.calls.length > 0 ? tree.find(exchange.index) : undefined;
  if (!caller) return;
  const steps = findReportedSteps(event).filter(({ id }) => !caller.reportedSteps.has(id));
  for (const { id } of steps) caller.reportedSteps.add(id);
  for (const url of new Set(steps.map((step) => step.url))) {
    const isMeant = (call: TappedCall) =>
      call.exchange.index > exchange.index &&
      mayBeMadeFor(call, caller) &&
      call.hop.via !== "direct" &&
      call.edgeAt(ordinal)?.kind !== "recorded" &&
      !call.isDiscovery &&
      isCallOf(call, url);
    const calls = tree.calls.filter(isMeant);
    if (calls.length > steps.filter((step) => step.url === url).length) continue;
    for (const call of calls) tree.connect(call, { parent: caller, edge: TRACEABILITY }, ordinal);
  }
}

/** Does a call reach the agent of this URL, by the tap's address or its own? */
function isCallOf({ hop, exchange }: TappedCall, url: string): boolean {
  const wanted = getPlace(url);
  const { listen, target, received } = hop;
  return (
    wanted !== null &&
    [`http://${listen}`, `http://${target}`, exchange.open.record.url, received?.url ?? ""].some(
      (one) => getPlace(one) === wanted,
    )
  );
}

/** Host and port, with one name for this machine. */
function getPlace(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, port, protocol } = new URL(url);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
  return `${isLocal ? "localhost" : hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** Adds an exchange that begins to the tree, if it passed a tap. */
export function addTappedCall(
  tree: CallTree,
  exchange: Exchange,
  tasks: readonly TaskLane[],
): void {
  const { open, request } = exchange;
  const { hop } = open.record;
  if (!hop) return;
  const call = new TappedCall(exchange, {
    hop,
    traceId: findTraceContext(exchange)?.traceId ?? null,
    text: request?.message ? joinPartTexts(request.message.parts).trim() : "",
    isDiscovery: isDiscovery(exchange),
  });
  const running = tree.add(call).filter((other) => mayBeMadeFor(call, other));
  // What Loupe sends itself is of its user, also while another message is being answered.
  const connection = hop.via === "direct" ? null : findConnection(call, running, tasks);
  if (connection) tree.connect(call, connection, call.firstEvent);
}
