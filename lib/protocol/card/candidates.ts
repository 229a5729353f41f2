/**
 * Where an agent's card may be, given whatever the user pasted.
 *
 * Guarantees: pure; every candidate is an absolute http or https URL without credentials, none is
 * listed twice, and all are of the one origin the user meant.
 */

import { shorten } from "../../wire/graphemes.ts";

export type CardCandidates = { urls: readonly string[] } | { error: string };

/** The path of 0.3 and 1.0 first, then the one of 0.1 and 0.2. */
const WELL_KNOWN = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

/** Some servers of several agents put the agent's id between. */
const CARD_URL = /\/\.well-known\/(?:[^/?#]+\/)?agent(?:-card)?\.json(?:[?#]|$)/;

/** Is it an address at which nothing but a card is served? */
export function isCardUrl(url: string): boolean {
  return CARD_URL.test(url);
}

/** Is a card what somebody looks for there? A path that ends so is never an endpoint. */
export function mayServeCard(url: string): boolean {
  return /^[^?#]*\.json(?:[?#]|$)/.test(url);
}

/** Where hosted agents serve the card that their REST binding calls "extended". */
const REST_CARDS = ["/v1/card", "/a2a/v1/card", "/extendedAgentCard"];

export function getCardCandidates(pasted: string): CardCandidates {
  const url = parseAgentAddress(pasted);
  return "error" in url ? url : { urls: [...new Set(listCandidateUrls(url))] };
}

/** An address as people write it; without a scheme it is completed by what is usual there. */
export function parseAgentAddress(pasted: string): URL | { error: string } {
  const address = pasted.trim();
  if (address === "") return { error: "Enter the URL of an agent." };
  if (/\s/.test(address)) return { error: "A URL cannot contain spaces." };

  const text = hasScheme(address) ? address : addScheme(address);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return { error: `${quote(address)} is not a valid URL.` };
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return { error: `Agents are called over http or https, not ${url.protocol}` };
  }
  if (url.username !== "" || url.password !== "") {
    return { error: "Remove the credentials from the URL and send them in a header instead." };
  }
  url.hash = "";
  return url;
}

function listCandidateUrls(url: URL): string[] {
  if (url.pathname.endsWith(".json")) return [url.href];
  const prefix = url.pathname.replace(/\/+$/, "");
  const at = (path: string) => new URL(path, url.origin).href;
  return [
    ...WELL_KNOWN.map((path) => at(prefix + path)),
    ...pathsById(prefix).map(at),
    ...WELL_KNOWN.map(at),
    ...REST_CARDS.map((path) => at(prefix + path)),
    url.href,
  ];
}

/** Where servers of several agents, each at `/a2a/{id}`, have their cards: Mastra, Agent Server. */
function pathsById(prefix: string): string[] {
  const [, base = "", id] = /^(.*)\/a2a\/([^/]+)$/.exec(prefix) ?? [];
  if (id === undefined || /^v\d/.test(id)) return [];
  return [
    `${base}/.well-known/${id}/agent-card.json`,
    `${base}/.well-known/${id}/agent.json`,
    `${base}/.well-known/agent-card.json?assistant_id=${id}`,
  ];
}

/** `localhost:9999` has no scheme, though a URL parser would call it `localhost:`. */
function hasScheme(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address);
}

function addScheme(address: string): string {
  const bare = address.replace(/^\/\//, "");
  const probe = `https://${bare}`;
  if (!URL.canParse(probe)) return probe;
  const { hostname, port } = new URL(probe);
  return port !== "" || isLocalHost(hostname) ? `http://${bare}` : probe;
}

/** This machine or the network it stands in, where agents are seldom given certificates. */
function isLocalHost(host: string): boolean {
  return (
    /^(localhost|.+\.localhost|.+\.local|.+\.internal)$/.test(host) ||
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /^\[(::1|f[cd][0-9a-f]{2}:.*)\]$/.test(host)
  );
}

function quote(text: string): string {
  return JSON.stringify(shorten(text, 80));
}
