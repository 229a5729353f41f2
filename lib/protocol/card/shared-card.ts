/**
 * A card that serves the whole host of an address, such as the one at its root: whether it is that of
 * the agent at the address, and how to name it if it is another's.
 */

import { shorten } from "../../text/graphemes.ts";
import { tryParseJson } from "../json.ts";
import { getAddressPath, getCardCandidates, parseAgentAddress } from "./candidates.ts";
import { type AgentCard, readCard, resolveEndpoint } from "./card.ts";

/**
 * Whether the card lists an interface at or below the path of the address. The hosts may differ:
 * behind a proxy, cards list another one.
 */
export function listsAddress(card: AgentCard, cardUrl: string, address: string): boolean {
  const asked = parseAgentAddress(address);
  if ("error" in asked) return false;
  const path = getAddressPath(asked);
  return card.interfaces.some((one) => {
    const endpoint = resolveEndpoint(one, cardUrl, "");
    if (typeof endpoint === "string") return false;
    const listed = getAddressPath(new URL(endpoint.url));
    return listed === path || listed.startsWith(`${path}/`);
  });
}

/** Whether a card that was found for an address by its place and interfaces is another agent's. */
export function isCardOfAnother(card: AgentCard, cardUrl: string, address: string): boolean {
  const candidates = getCardCandidates(address);
  if ("error" in candidates || !candidates.shared.has(cardUrl)) return false;
  return !listsAddress(card, cardUrl, address);
}

/** A card found elsewhere on the host than at the address, in words for the user. */
export interface OfferedCard {
  readonly name: string;
  /** The path at which there is no card. */
  readonly path: string;
  /** Where the card is instead: "at the root of this host". */
  readonly place: string;
  /** The address that connects to the agent of the card. */
  readonly address: string;
}

const MAX_NAME_LENGTH = 80;

export function describeOfferedCard(
  address: string,
  { url, text }: { readonly url: string; readonly text: string },
): OfferedCard {
  const asked = parseAgentAddress(address);
  const { origin, pathname, search } = new URL(url);
  const isAtRoot = /^\/\.well-known\/agent(?:-card)?\.json$/.test(pathname) && search === "";
  return {
    name: shorten(readCard(tryParseJson(text))?.name ?? "an agent", MAX_NAME_LENGTH),
    path: "error" in asked ? address : getAddressPath(asked),
    place: isAtRoot ? "at the root of this host" : `at ${pathname}${search}`,
    address: isAtRoot ? origin : url,
  };
}
