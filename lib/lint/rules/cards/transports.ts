/** Rules about the transports of a card: known, one per URL, and stated for the main URL. */

import { isArray } from "../../../protocol/json.ts";
import {
  type CardViolation,
  getListedInterfaces,
  getObjectItems,
  type ListedInterface,
  quoteValue,
} from "../../cards/card-rule.ts";
import {
  AGENT_URL,
  always,
  createCardExample,
  createInterfaceFactory,
  createUnchanged,
  isVersionFrom1,
} from "../../examples/shared-examples.ts";
import { defineRule, type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "../rule.ts";

export const TRANSPORT_RULES: readonly Rule[] = [
  defineRule({
    id: "card/transport-conflict",
    // 0.3 contradicts itself: §5.6.4 forbids it, and §5.6.2 allows several transports at one URL.
    severity: "info",
    versions: ["0.3"],
    title: "one URL, two transports",
    message: "One URL is listed with two transports.",
    clients: "Clients that speak both may call it with a transport that it does not understand.",
    remedy: "Give each transport its own URL, unless the URL really serves both.",
    dispute: "0.3 §5.6.4 forbids it, but §5.6.2 allows several transports at one URL.",
    spec: "A2A 0.3 §5.6.4, §5.6.2",
    ...createCardExample(
      always({ additionalInterfaces: [{ url: AGENT_URL, transport: "GRPC" }] }),
      always({ additionalInterfaces: [{ url: AGENT_URL, transport: "JSONRPC" }] }),
    ),
    check: {
      passed: "No URL is listed with two transports",
      applies: ({ version }) => version === "0.3",
      find: (subject) => findConflicts(getListedInterfaces(subject)),
    },
  }),
  defineRule({
    id: "card/transport-known",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    title: "unknown transport",
    message: "A transport is not one that the protocol defines.",
    clients:
      "The SDKs recognize JSONRPC, GRPC and HTTP+JSON in these spellings, and ignore others.",
    remedy: "Write one of the three, or a URI of your own.",
    spec: "A2A 1.0 §4.4.6, §5.8, 0.3 §5.5.5, 0.2 §5.5.5",
    ...createCardExample(
      (factory) =>
        isVersionFrom1(factory)
          ? createInterfaceFactory({ protocolBinding: "JSON-RPC" })(factory)
          : { preferredTransport: "http" },
      (factory) =>
        isVersionFrom1(factory)
          ? createInterfaceFactory({ protocolBinding: "https://transports.example/pigeon" })(
              factory,
            )
          : { preferredTransport: "HTTP+JSON" },
    ),
    check: {
      passed: "Every transport is known",
      find: (subject) =>
        getListedInterfaces(subject).flatMap(({ path, transport }) => {
          if (typeof transport !== "string" || transport === "") return [];
          if (KNOWN_TRANSPORTS.has(transport) || /^[a-z][a-z0-9+.-]*:/i.test(transport)) return [];
          const name = subject.version === "1.0" ? "protocolBinding" : "transport";
          const isMain = path.length === 1;
          const meant = suggestTransport(transport);
          return [
            {
              path: isMain ? ["preferredTransport"] : [...path, name],
              title: `${quoteValue(transport)} is not a known transport`,
              message: meant
                ? `Clients compare it with ${meant} and find no match.`
                : "Known transports are JSONRPC, GRPC and HTTP+JSON; since 1.0.1, a custom one should be a URI.",
              remedy: `Write ${meant ?? "one of the three, or a URI"}.`,
              // Every version allows custom transports.
              ...(!meant && { severity: "note" as const }),
            },
          ];
        }),
    },
  }),
  defineRule({
    id: "card/preferred-transport",
    severity: "warning",
    versions: ["0.3"],
    title: "no preferredTransport",
    message: "The card does not state which transport its url uses.",
    clients: "Clients take it for JSONRPC; over another transport their requests fail.",
    remedy: "Add preferredTransport.",
    spec: "A2A 0.3 §5.6.1",
    ...createCardExample(always({ preferredTransport: undefined }), createUnchanged),
    check: {
      passed: "It states the transport of its url",
      applies: ({ version, generation }) => version === "0.3" && generation.isStated,
      find({ card }) {
        if (card.preferredTransport !== undefined) return [];
        return [
          {
            path: ["preferredTransport"],
            title: "The card has no preferredTransport",
            message:
              "The text of 0.3 requires it, although the schema does not; JSONRPC is assumed.",
            remedy: 'Add "preferredTransport": "JSONRPC", or what url speaks.',
          },
        ];
      },
    },
  }),
  defineRule({
    id: "card/main-interface",
    severity: "info",
    versions: ["0.3"],
    title: "main interface missing",
    message: "additionalInterfaces does not list the main URL.",
    clients: "Clients that choose from the list do not find the main URL.",
    remedy: "List url with preferredTransport too.",
    spec: "A2A 0.3 §5.6.2",
    ...createCardExample(
      always({ additionalInterfaces: [{ url: `${AGENT_URL}grpc`, transport: "GRPC" }] }),
      always({ additionalInterfaces: [{ url: AGENT_URL, transport: "JSONRPC" }] }),
    ),
    check: {
      passed: "Its interface list includes the main interface",
      applies: ({ card, version }) => version === "0.3" && isArray(card.additionalInterfaces),
      find({ card }) {
        const listed = getObjectItems(card, "additionalInterfaces");
        if (listed.length === 0 || listed.some(({ item }) => item.url === card.url)) return [];
        return [
          {
            path: ["additionalInterfaces"],
            title: "additionalInterfaces omits the main URL",
            message: "It should repeat url with its transport, so that the list is complete.",
            remedy: "Add an entry for url and preferredTransport.",
          },
        ];
      },
    },
  }),
  defineRule({
    id: "card/two-endpoints",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    title: "two endpoints",
    message: "url is not in supportedInterfaces: old and new clients call different endpoints.",
    clients: "Clients of the two generations talk to different servers, unless that is intended.",
    remedy: "List url in supportedInterfaces with its version, or remove it.",
    spec: "A2A 1.0 §4.4.1",
    ...createCardExample(always({ url: `${AGENT_URL}old` }), always({ url: AGENT_URL })),
    check: {
      passed: "Clients of both generations are sent to listed URLs",
      applies: ({ card, version }) => version === "1.0" && card.url !== undefined,
      find({ card }) {
        const listed = getObjectItems(card, "supportedInterfaces");
        if (listed.length === 0 || listed.some(({ item }) => item.url === card.url)) return [];
        return [
          {
            path: ["url"],
            title: "url is not in supportedInterfaces",
            message:
              "Clients before 1.0 call url, newer clients supportedInterfaces: two endpoints.",
            remedy: "Add url to supportedInterfaces with its version, or remove it.",
          },
        ];
      },
    },
  }),
];

const KNOWN_TRANSPORTS: ReadonlySet<unknown> = new Set(["JSONRPC", "GRPC", "HTTP+JSON"]);

function findConflicts(places: readonly ListedInterface[]): CardViolation[] {
  const known = new Map<unknown, ListedInterface>();
  return places.flatMap((place) => {
    const { url, transport, version, path } = place;
    // One URL may serve several versions, but not several transports.
    const before = known.get(url);
    if (before === undefined) known.set(url, place);
    if (typeof url !== "string" || before === undefined) return [];
    if (before.transport === transport || (version ?? null) !== (before.version ?? null)) return [];
    return [
      {
        path,
        title: "One URL, two transports",
        message: `${quoteValue(url)} is ${quoteValue(before.transport)} and ${quoteValue(transport)} at once. §5.6.2 allows this; §5.6.4 forbids it.`,
        remedy: "Give each transport its own URL, unless this one really serves both.",
      },
    ];
  });
}

function suggestTransport(transport: string): string | null {
  const letters = transport.toUpperCase().replace(/[^A-Z]/g, "");
  if (letters === "JSONRPC") return "JSONRPC";
  if (letters === "GRPC") return "GRPC";
  return letters === "HTTPJSON" || letters === "REST" ? "HTTP+JSON" : null;
}
