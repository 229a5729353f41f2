/** Names of tapped agents, by target: those of the cards that passed the tap. */

import { readCard } from "../../protocol/card/card.ts";
import { getExchangeCard } from "../../timeline/cards.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { HopCaller } from "../../wire/record.ts";

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
export function findCallerName(
  { program }: HopCaller,
  names: ReadonlyMap<string, string>,
): string | null {
  const found = [...names].filter(([target]) => program?.listens.includes(getPort(target)));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** The port of `host:port`. */
export const getPort = (address: string): number =>
  Number(address.slice(address.lastIndexOf(":") + 1));
