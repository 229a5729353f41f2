/** Rules about the extensions that a card declares, and other promises it makes or leaves out. */

import { isObject, type JsonObject } from "../../json.ts";
import { type CardRule, getObjectItems, quoteValue } from "./card-rule.ts";

/** Extensions that add data and ask nothing of a client, by the end of their URIs. */
const DATA_ONLY =
  /\/(?:timestamp|traceability|trajectory|citation|error|agent-detail|streaming|a2a-extension)(?:\/v[\d.]+)?\/?$/;

export const EXTENSION_RULES: readonly CardRule[] = [
  {
    id: "card/extension-uri",
    severity: "error",
    passed: "Every extension has a URI of its own",
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
            // The schema of 1.0 no longer marks it as required.
            ...(version === "1.0" && { severity: "warning" as const }),
            title: "An extension has no uri",
            message: "Nobody can ask for it: its URI is its name.",
            remedy: "Add the URI that the extension's specification gives.",
          },
        ];
      });
    },
  },
  {
    id: "card/extension-required",
    severity: "warning",
    passed: "No extension that only adds data is required",
    spec: "A2A extensions guide, “required”",
    applies: ({ version }) => version !== "0.1",
    check: ({ card }) =>
      getExtensions(card).flatMap(({ item, index }) => {
        const { uri, required } = item;
        if (required !== true || typeof uri !== "string" || !DATA_ONLY.test(uri)) return [];
        return [
          {
            path: ["capabilities", "extensions", index, "required"],
            title: "An extension that only adds data is required",
            message: `Clients that do not know ${quoteValue(uri)} must stay away, though they would lose nothing.`,
            remedy: 'Leave "required" out.',
          },
        ];
      }),
  },
  {
    id: "card/streaming-unannounced",
    severity: "warning",
    passed: "What it was seen to do, the card announces",
    spec: "A2A 1.0 §3.3.4, 0.3 §5.5.2, 0.2 §5.5.2, 0.1 §5.5.2",
    applies: ({ facts }) => facts.streamed === true,
    check({ card }) {
      const { capabilities } = card;
      if (isObject(capabilities) && capabilities.streaming === true) return [];
      return [
        {
          path: ["capabilities", "streaming"],
          title: "It streams, and its card does not say so",
          message:
            "This agent answered with a stream; clients that go by the card never ask for one.",
          remedy: 'Add "streaming": true to capabilities.',
        },
      ];
    },
  },
  {
    id: "card/link",
    severity: "warning",
    passed: "Every link is an absolute address",
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
            title: `${quoteValue(url)} is no link that can be followed`,
            message: "It must be an absolute address of http or https.",
            remedy: "Write the whole URL, beginning with https://.",
          },
        ];
      });
    },
  },
  {
    id: "card/place",
    severity: "note",
    passed: "It lies where clients of its version look",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3",
    applies: ({ facts }) => facts.url !== null,
    check({ version, facts }) {
      const isOld = /\/\.well-known\/agent\.json(?:[?#]|$)/.test(facts.url ?? "");
      if (!isOld || version === "0.1" || version === "0.2") return [];
      return [
        {
          path: [],
          title: "Served at the old place only",
          message: `Clients of ${version} look at /.well-known/agent-card.json, where there is none.`,
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
          message: "Strict clients refuse to read JSON from anything but application/json.",
          remedy: "Answer with Content-Type: application/json.",
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
