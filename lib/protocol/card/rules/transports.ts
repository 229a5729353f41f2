/** Rules about transports: known, one per URL, and stated for the main URL. */

import { isArray } from "../../json.ts";
import { type CardRule, type CardViolation, getObjectItems, quoteValue } from "./card-rule.ts";
import { getListedInterfaces, type ListedInterface } from "./listed-interfaces.ts";

const KNOWN_TRANSPORTS: ReadonlySet<unknown> = new Set(["JSONRPC", "GRPC", "HTTP+JSON"]);

export const TRANSPORT_RULES: readonly CardRule[] = [
  {
    id: "card/transport-conflict",
    // 0.3 contradicts itself: §5.6.4 forbids it, and §5.6.2 allows several transports at one URL.
    severity: "note",
    applies: ({ version }) => version === "0.3",
    passed: "No URL is listed with two transports",
    spec: "A2A 0.3 §5.6.4, §5.6.2",
    check: (subject) => findConflicts(getListedInterfaces(subject)),
  },
  {
    id: "card/transport-known",
    severity: "warning",
    passed: "Every transport is known",
    spec: "A2A 1.0 §4.4.6, §5.8, 0.3 §5.5.5, 0.2 §5.5.5",
    check: (subject) =>
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
  {
    id: "card/preferred-transport",
    severity: "warning",
    passed: "It states the transport of its url",
    spec: "A2A 0.3 §5.6.1",
    applies: ({ version, generation }) => version === "0.3" && generation.isStated,
    check({ card }) {
      if (card.preferredTransport !== undefined) return [];
      return [
        {
          path: ["preferredTransport"],
          title: "The card has no preferredTransport",
          message: "The text of 0.3 requires it, although the schema does not; JSONRPC is assumed.",
          remedy: 'Add "preferredTransport": "JSONRPC", or what url speaks.',
        },
      ];
    },
  },
  {
    id: "card/main-interface",
    severity: "note",
    passed: "Its interface list includes the main interface",
    spec: "A2A 0.3 §5.6.2",
    applies: ({ card, version }) => version === "0.3" && isArray(card.additionalInterfaces),
    check({ card }) {
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
  {
    id: "card/two-endpoints",
    severity: "warning",
    passed: "Clients of both generations are sent to listed URLs",
    spec: "A2A 1.0 §4.4.1",
    applies: ({ card, version }) => version === "1.0" && card.url !== undefined,
    check({ card }) {
      const listed = getObjectItems(card, "supportedInterfaces");
      if (listed.length === 0 || listed.some(({ item }) => item.url === card.url)) return [];
      return [
        {
          path: ["url"],
          title: "url is not in supportedInterfaces",
          message: "Clients before 1.0 call url, newer clients supportedInterfaces: two endpoints.",
          remedy: "Add url to supportedInterfaces with its version, or remove it.",
        },
      ];
    },
  },
];

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
