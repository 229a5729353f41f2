/** Rules about the URLs of a card: absolute, encrypted, and reachable by clients. */

import { findUrlIssue, isLoopback } from "../unreachable-url.ts";
import { type CardRule, quoteValue } from "./card-rule.ts";
import { getListedInterfaces } from "./listed-interfaces.ts";

export const URL_RULES: readonly CardRule[] = [
  {
    id: "card/url-form",
    severity: "error",
    passed: "Every URL can be called",
    spec: "A2A 1.0 §4.4.6, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    check: (subject) =>
      getListedInterfaces(subject).flatMap(({ urlPath, url, transport }) => {
        if (typeof url !== "string" || url === "") return [];
        const flaw = findUrlFlaw(url, transport);
        return flaw === null ? [] : [{ path: urlPath, ...flaw }];
      }),
  },
  {
    id: "card/url-plain",
    severity: "warning",
    passed: "Every URL on another machine is encrypted",
    spec: "A2A 1.0 §7.1, 0.3 §4.1, 0.2 §4.1, 0.1 §4.1",
    check: (subject) =>
      getListedInterfaces(subject).flatMap(({ urlPath, url }) => {
        if (typeof url !== "string" || !/^http:/i.test(url) || !URL.canParse(url)) return [];
        const { hostname } = new URL(url);
        if (isLoopback(hostname) || findUrlIssue(url, subject.facts.url) !== null) return [];
        return [
          {
            path: urlPath,
            title: "URL without encryption",
            message: `${quoteValue(url)} uses http: anyone on the network path can read and change the traffic.`,
            remedy: "Serve the agent over https in production.",
          },
        ];
      }),
  },
  {
    id: "card/url-unpublishable",
    severity: "warning",
    passed: "Every URL fits the URL of the card",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3",
    check: (subject) =>
      getListedInterfaces(subject).flatMap(({ urlPath, url }) => {
        const doubt = typeof url === "string" ? findUrlIssue(url, subject.facts.url) : null;
        if (!doubt) return [];
        const { kind, why, corrected } = doubt;
        const mayBeMeant = kind === "port" || kind === "prefix";
        return [
          {
            path: urlPath,
            title: ISSUE_TITLES[kind],
            message: why,
            remedy: mayBeMeant
              ? `If this is not intended, publish ${corrected}.`
              : `Publish the URL that clients use; judging by the card's own URL: ${corrected}.`,
            corrected,
            ...(mayBeMeant && { severity: "note" as const }),
            ...(kind === "wildcard" && { severity: "error" as const }),
          },
        ];
      }),
  },
];

const ISSUE_TITLES = {
  wildcard: "Clients cannot call this URL",
  loopback: "Only the agent itself can call this URL",
  private: "URL in a private network",
  plain: "http, although the card came over https",
  port: "Different port than the card's",
  prefix: "Outside the card's path",
} as const;

/** Transports over HTTP; gRPC is often given as host and port, and others have their own schemes. */
const OVER_HTTP: ReadonlySet<unknown> = new Set([undefined, "JSONRPC", "HTTP+JSON"]);

/** Why a URL can never be called. */
function findUrlFlaw(
  url: string,
  transport: unknown,
): { title: string; message: string; remedy: string } | null {
  if (transport === "GRPC" && /^[^\s/]+:\d+$/.test(url)) return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isHttp = parsed !== null && /^https?:\/\//i.test(url);
  if (isHttp && (parsed.username !== "" || parsed.password !== "")) {
    return {
      title: "The URL contains a user name or password",
      message: "Anyone who reads the card has them, and fetch rejects such a URL.",
      remedy: "Remove them, and declare in securitySchemes how clients authenticate.",
    };
  }
  if (isHttp || (!OVER_HTTP.has(transport) && /^[a-z][a-z0-9+.-]*:\/\//i.test(url))) return null;
  const scheme = /^(?:javascript|data|blob|file|about|mailto|vbscript|wss?|ftp):/i.exec(url)?.[0];
  return scheme === undefined
    ? {
        title: `${quoteValue(url)} is not an absolute URL`,
        message: "Clients cannot tell what it is relative to.",
        remedy: "Write the full URL, starting with https://.",
      }
    : {
        title: `${quoteValue(url)} cannot be called`,
        message: `Agents are called over http or https, not ${scheme}.`,
        remedy: "Write the agent's URL, starting with https://.",
      };
}
