/** Rules about declared extensions, streaming, links, and how the card is served. */

import { isObject, type JsonObject } from "../../json.ts";
import { type CardRule, getObjectItems, quoteValue } from "./card-rule.ts";

/** Extensions that only add data and require nothing of clients, by the end of their URIs. */
const DATA_ONLY =
  /\/(?:timestamp|traceability|trajectory|citation|error|agent-detail|streaming|a2a-extension)(?:\/v[\d.]+)?\/?$/;

export const EXTENSION_RULES: readonly CardRule[] = [
  {
    id: "card/extension-uri",
    severity: "error",
    passed: "Every extension has a unique URI",
    spec: "A2A 1.0 §4.4.4, 0.3 §5.5.2.1, 0.2 §5.5.2.1",
    applies: ({ version }) => version !== "0.1",
    check({ card, version }) {
      const known = new Set<unknown>();
      return getExtensions(card).flatMap(({ item, index }) => {
        const { uri } = item;
        const isTwice = known.has(uri);
        known.add(uri);
        const path = ["capabilities", "extensions", index, "uri"];
        if (typeof uri === "string" && uri !== "") {
          if (!isTwice) return [];
          return [
            {
              path,
              severity: "warning" as const,
              title: `${quoteValue(uri)} is declared twice`,
              message: "Clients keep only one of the declarations.",
              remedy: "Remove one of them.",
            },
          ];
        }
        return [
          {
            path,
            // The 1.0 schema no longer marks it as required.
            ...(version === "1.0" && { severity: "warning" as const }),
            title: "An extension has no uri",
            message: "Clients cannot request it: an extension is identified by its URI.",
            remedy: "Add the URI from the extension's specification.",
          },
        ];
      });
    },
  },
  {
    id: "card/extension-required",
    severity: "warning",
    passed: "No data-only extension is required",
    spec: "A2A extensions guide, “required”",
    applies: ({ version }) => version !== "0.1",
    check: ({ card }) =>
      getExtensions(card).flatMap(({ item, index }) => {
        const { uri, required } = item;
        if (required !== true || typeof uri !== "string" || !DATA_ONLY.test(uri)) return [];
        return [
          {
            path: ["capabilities", "extensions", index, "required"],
            title: "A data-only extension is required",
            message: `Clients that do not support ${quoteValue(uri)} must not use this agent, although they would lose nothing.`,
            remedy: 'Remove "required".',
          },
        ];
      }),
  },
  {
    id: "card/streaming-unannounced",
    severity: "warning",
    passed: "The card declares the streaming that was observed",
    spec: "A2A 1.0 §3.3.4, 0.3 §5.5.2, 0.2 §5.5.2, 0.1 §5.5.2",
    applies: ({ facts }) => facts.streamed === true,
    check({ card }) {
      const { capabilities } = card;
      if (isObject(capabilities) && capabilities.streaming === true) return [];
      return [
        {
          path: ["capabilities", "streaming"],
          title: "The agent streams, but its card does not say so",
          message:
            "This agent responded with a stream; clients that rely on the card never request one.",
          remedy: 'Add "streaming": true to capabilities.',
        },
      ];
    },
  },
  {
    id: "card/link",
    severity: "warning",
    passed: "Every link is an absolute URL",
    spec: "A2A 1.0 §4.4.1, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    check({ card }) {
      const { provider, documentationUrl, iconUrl } = card;
      const links = [
        { path: ["documentationUrl"], url: documentationUrl },
        { path: ["iconUrl"], url: iconUrl },
        { path: ["provider", "url"], url: isObject(provider) ? provider.url : undefined },
      ];
      return links.flatMap(({ path, url }) => {
        if (typeof url !== "string" || url === "" || isLink(url)) return [];
        return [
          {
            path,
            title: `${quoteValue(url)} is not a link that can be opened`,
            message: "It must be an absolute http or https URL.",
            remedy: "Write the full URL, starting with https://.",
          },
        ];
      });
    },
  },
  {
    id: "card/place",
    severity: "note",
    passed: "It is served where clients of its version look",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3",
    applies: ({ facts }) => facts.url !== null,
    check({ version, facts }) {
      const isOld = /\/\.well-known\/agent\.json(?:[?#]|$)/.test(facts.url ?? "");
      if (!isOld || version === "0.1" || version === "0.2") return [];
      return [
        {
          path: [],
          title: "Served only at the old path",
          message: `Clients of ${version} look at /.well-known/agent-card.json and find nothing there.`,
          remedy: "Serve the card at /.well-known/agent-card.json too.",
        },
      ];
    },
  },
  {
    id: "card/content-type",
    severity: "note",
    passed: "It is served as JSON",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3, RFC 8259 §11",
    applies: ({ facts }) => (facts.contentType ?? null) !== null,
    check({ facts }) {
      const type = facts.contentType ?? "";
      if (/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) return [];
      return [
        {
          path: [],
          title: `Served as ${quoteValue(type)}`,
          message: "Strict clients accept JSON only as application/json.",
          remedy: "Respond with Content-Type: application/json.",
        },
      ];
    },
  },
];

function getExtensions(card: JsonObject) {
  return isObject(card.capabilities) ? getObjectItems(card.capabilities, "extensions") : [];
}

function isLink(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
