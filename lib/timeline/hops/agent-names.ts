/** Names of tapped agents, by target: those of the cards that passed the tap. */

import { readCard } from "../../protocol/card/card.ts";
import type { HopCaller } from "../../wire/record.ts";
import { getExchangeCard } from "../cards.ts";
import type { Exchange } from "../exchange.ts";
import type { Timeline } from "../timeline.ts";
import { getPort } from "./port.ts";
import type { TappedCall } from "./tapped-call.ts";

/** The name in the card that an exchange returned up to event `n`; `null` if it returned none. */
export function findCardName(timeline: Timeline, exchange: Exchange, n: number): string | null {
  const card = getExchangeCard(timeline, exchange);
  if (!card || card.event > n) return null;
  try {
    return readCard(JSON.parse(card.text))?.name ?? null;
  } catch {
    // Not JSON after all: the agent keeps its address as its name.
    return null;
  }
}

/** The agent that called: its program listens where that agent is called. */
function findCallerName({ program }: HopCaller, names: ReadonlyMap<string, string>): string | null {
  const found = [...names].filter(([target]) => program?.listens.includes(getPort(target)));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** The agent that was called: the name on its card, else its address. */
export const findCalleeName = (
  { hop: { target } }: { readonly hop: Pick<TappedCall["hop"], "target"> },
  names: ReadonlyMap<string, string>,
): string => names.get(target) ?? target;

/**
 * Who called: the agent whose port the calling program listens on, or that of the call it was made
 * for; else the program, else its address.
 */
export function findCallerLabel(
  call: TappedCall,
  names: ReadonlyMap<string, string>,
  n: number,
): string {
  const { program, address, port } = call.hop.caller;
  return (
    findCallingAgent(call, names, n) ??
    program?.name ??
    call.parentAt(n)?.hop.target ??
    `${address}:${port}`
  );
}

/** Who called whom. */
export const getCallTitle = (
  call: TappedCall,
  names: ReadonlyMap<string, string>,
  n: number,
): string => `${findCallerLabel(call, names, n)} → ${findCalleeName(call, names)}`;

/** The name of the agent that called, if it is known to be one. */
export function findCallingAgent(
  call: TappedCall,
  names: ReadonlyMap<string, string>,
  n: number,
): string | null {
  const parent = call.parentAt(n);
  return findCallerName(call.hop.caller, names) ?? names.get(parent?.hop.target ?? "") ?? null;
}

const NAMES = new WeakMap<Exchange, string | null>();

/** The names of all agents that were called up to event `n`, by target. */
export function getAgentNames(timeline: Timeline, n: number): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { exchange, hop } of timeline.callTree.calls) {
    if (exchange.firstEvent > n) break;
    const name = findKnownCardName(timeline, exchange, n);
    if (name !== null) names.set(hop.target, name);
  }
  return names;
}

/** Cards are read once, when they are complete. */
function findKnownCardName(timeline: Timeline, exchange: Exchange, n: number): string | null {
  const isComplete = (exchange.end?.firstEvent ?? Number.POSITIVE_INFINITY) <= n;
  const known = isComplete ? NAMES.get(exchange) : undefined;
  if (known !== undefined) return known;
  const name = findCardName(timeline, exchange, n);
  if (isComplete) NAMES.set(exchange, name);
  return name;
}
