/** Rules about the URLs of a card: absolute, encrypted, and reachable by clients. */

import { findUrlIssue, isLoopback } from "../../../protocol/card/unreachable-url.ts";
import { getListedInterfaces, quoteValue } from "../../cards/card-rule.ts";
import type { MessageFactory } from "../../examples/message-factory.ts";
import type { ExampleJson } from "../../examples/recording-builder.ts";
import {
  AGENT_URL,
  createCardExample,
  createExampleCard,
  createInterface,
  createUnchanged,
  isVersionFrom1,
  recordCardLookup,
} from "../../examples/shared-examples.ts";
import { defineRule, type Rule } from "../rule.ts";

export const URL_RULES: readonly Rule[] = [
  defineRule({
    id: "card/url-form",
    severity: "error",
    title: "unusable URL",
    message: "An endpoint URL is not absolute, or no client can call it.",
    clients: "Clients that go by the card cannot call the agent.",
    remedy: "Write the whole URL, starting with https://.",
    spec: "A2A 1.0 §4.4.6, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(
      (factory) => createInterfaceMembers(factory, "/rpc"),
      (factory) => createInterfaceMembers(factory, `${AGENT_URL}rpc`),
    ),
    check: {
      passed: "Every URL can be called",
      find: (subject) =>
        getListedInterfaces(subject).flatMap(({ urlPath, url, transport }) => {
          if (typeof url !== "string" || url === "") return [];
          const flaw = findUrlFlaw(url, transport);
          return flaw === null ? [] : [{ path: urlPath, ...flaw }];
        }),
    },
  }),
  defineRule({
    id: "card/url-plain",
    severity: "warning",
    title: "not encrypted",
    message: "An endpoint URL uses http and is not on this machine.",
    clients: "Anyone on the network path can read messages and tokens, and change them.",
    remedy: "Serve the agent over https.",
    spec: "A2A 1.0 §7.1, 0.3 §4.1, 0.2 §4.1, 0.1 §4.1",
    breaks: (factory) =>
      recordCardLookup(
        createExampleCard(factory, createInterfaceMembers(factory, "http://other.example/")),
      ),
    nearly: (factory) =>
      recordCardLookup(
        createExampleCard(factory, createInterfaceMembers(factory, "http://localhost:9000/")),
        {
          at: "http://localhost:9000/.well-known/agent-card.json",
        },
      ),
    check: {
      passed: "Every URL on another machine is encrypted",
      find: (subject) =>
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
  }),
  defineRule({
    id: "card/url-unpublishable",
    severity: "warning",
    title: "unreachable URL",
    message: "An endpoint URL does not fit the location that the card came from.",
    clients:
      "Clients elsewhere call a host of their own, or one that does not exist: the card was written for a local machine, or behind a proxy.",
    remedy: "Publish the URL that clients use.",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3",
    ...createCardExample(
      (factory) => createInterfaceMembers(factory, "http://localhost:9000/"),
      createUnchanged,
    ),
    check: {
      passed: "Every URL fits the URL of the card",
      find: (subject) =>
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
  }),
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

/** The endpoint URL in the members of each version. */
function createInterfaceMembers(factory: MessageFactory, url: string): ExampleJson {
  if (!isVersionFrom1(factory)) return { url };
  return { supportedInterfaces: [createInterface(factory, { url })] };
}
