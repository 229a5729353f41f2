/**
 * Candidate URLs of an agent card, derived from user input.
 *
 * Guarantees: pure; every candidate is an absolute http or https URL without credentials; there
 * are no duplicates; all have the origin of the input.
 */

import { shorten } from "../../text/graphemes.ts";

type CardCandidates =
  | {
      urls: readonly string[];
      /** Those that serve the whole host: a card there may be that of another agent. */
      shared: ReadonlySet<string>;
    }
  | { error: string };

/** The path of 0.3 and 1.0, then the path of 0.1 and 0.2. */
const WELL_KNOWN = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

/** Some servers with several agents insert the agent's id. */
const CARD_URL = /\/\.well-known\/(?:[^/?#]+\/)?agent(?:-card)?\.json(?:[?#]|$)/;

/** Whether a URL can only be that of a card. */
export function isCardUrl(url: string): boolean {
  return CARD_URL.test(url);
}

/** Whether a URL may be that of a card; a path that ends in `.json` is never an endpoint. */
export function mayServeCard(url: string): boolean {
  return /^[^?#]*\.json(?:[?#]|$)/.test(url);
}

/** Paths at which hosted agents serve the extended card of their REST binding. */
const REST_CARDS = ["/v1/card", "/a2a/v1/card", "/extendedAgentCard"];

export function getCardCandidates(pasted: string): CardCandidates {
  const url = parseAgentAddress(pasted);
  if ("error" in url) return url;
  const candidates = listCandidates(url);
  return {
    urls: [...new Set(candidates.map((candidate) => candidate.url))],
    shared: new Set(
      candidates.filter(({ isShared }) => isShared).map((candidate) => candidate.url),
    ),
  };
}

/** The first URL to try for an address; `null` for an invalid address. */
export function getFirstCandidateUrl(address: string): string | null {
  const candidates = getCardCandidates(address);
  return "urls" in candidates ? (candidates.urls[0] ?? null) : null;
}

/** Parses a URL as users enter it; a missing scheme is completed with the usual one. */
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

function listCandidates(url: URL): { url: string; isShared: boolean }[] {
  const own = (path: string) => ({ url: new URL(path, url.origin).href, isShared: false });
  if (url.pathname.endsWith(".json")) return [{ url: url.href, isShared: false }];
  const prefix = getAddressPath(url);
  const shared = (path: string) => ({ ...own(path), isShared: prefix !== "" });
  const { base, id } = parseAgentId(prefix);
  return [
    ...WELL_KNOWN.map((path) => own(prefix + path)),
    ...(id === null
      ? []
      : [
          own(`${base}/.well-known/${id}/agent-card.json`),
          own(`${base}/.well-known/${id}/agent.json`),
          // A server that ignores the query serves the card of its host here.
          shared(`${base}/.well-known/agent-card.json?assistant_id=${id}`),
        ]),
    ...WELL_KNOWN.map(shared),
    ...REST_CARDS.map((path) => own(prefix + path)),
    { url: url.href, isShared: false },
  ];
}

/** Without a slash at its end; empty for an address without a path. */
export function getAddressPath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "");
}

/** The id of an agent on a server with several at `/a2a/{id}`: Mastra, Agent Server. */
function parseAgentId(prefix: string): { base: string; id: string | null } {
  const [, base = "", id = null] = /^(.*)\/a2a\/([^/]+)$/.exec(prefix) ?? [];
  return { base, id: id !== null && /^v\d/.test(id) ? null : id };
}

/** `localhost:9999` has no scheme, although a URL parser would read `localhost:` as one. */
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

/** This machine or its local network, where agents rarely have certificates. */
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
