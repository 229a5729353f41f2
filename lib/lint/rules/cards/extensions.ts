/** Rules about what a card says of extensions, streaming and links, and how it is served. */

import { isObject, type JsonObject } from "../../../protocol/json.ts";
import { getObjectItems, quoteValue } from "../../cards/card-rule.ts";
import type { MessageFactory } from "../../examples/message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "../../examples/recording-builder.ts";
import {
  AGENT_URL,
  always,
  CITATION_URI,
  createBareTask,
  createCardExample,
  createExampleCard,
  createSendParams,
  recordCardLookup,
} from "../../examples/shared-examples.ts";
import { defineRule, type Rule, VERSIONS_FROM_02, VERSIONS_FROM_03 } from "../rule.ts";

export const EXTENSION_RULES: readonly Rule[] = [
  defineRule({
    id: "card/extension-uri",
    severity: "error",
    versions: VERSIONS_FROM_02,
    title: "extension without URI",
    message: "An extension has no URI of its own.",
    clients: "No client can request it: its URI is its name.",
    remedy: "Add the URI that the extension's specification gives.",
    spec: "A2A 1.0 §4.4.4, 0.3 §5.5.2.1, 0.2 §5.5.2.1",
    ...createCardExample(
      always(createExtensionMembers({ description: "Cites." })),
      always(createExtensionMembers({ uri: CITATION_URI })),
    ),
    check: {
      passed: "Every extension has a unique URI",
      applies: ({ version }) => version !== "0.1",
      find({ card, version }) {
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
  }),
  defineRule({
    id: "card/extension-required",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    title: "data extension required",
    message: "The card requires an extension that only adds data.",
    clients: "Clients that do not know it must stay away, although they would miss nothing.",
    remedy: 'Omit "required".',
    spec: "A2A extensions guide, “required”",
    ...createCardExample(
      always(createExtensionMembers({ uri: CITATION_URI, required: true })),
      always(
        createExtensionMembers({ uri: "https://extensions.example/payment/v1", required: true }),
      ),
    ),
    check: {
      passed: "No data-only extension is required",
      applies: ({ version }) => version !== "0.1",
      find: ({ card }) =>
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
  }),
  defineRule({
    id: "card/streaming-unannounced",
    severity: "warning",
    title: "undeclared streaming",
    message: "The agent responded with a stream, but its card does not say that it can.",
    clients:
      "Clients that go by the card never request a stream: the SDKs wait for the whole response.",
    remedy: 'Add "streaming": true to capabilities.',
    spec: "A2A 1.0 §3.3.4, 0.3 §5.5.2, 0.2 §5.5.2, 0.1 §5.5.2",
    breaks: (factory) => recordCardAndStream(factory, false),
    nearly: (factory) => recordCardAndStream(factory, true),
    check: {
      passed: "The card declares the streaming that was observed",
      applies: ({ facts }) => facts.streamed === true,
      find({ card }) {
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
  }),
  defineRule({
    id: "card/link",
    severity: "warning",
    title: "broken link",
    message: "A link in the card is not an absolute URL.",
    clients: "Users who want to know more cannot follow it.",
    remedy: "Write the whole URL, starting with https://.",
    spec: "A2A 1.0 §4.4.1, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(
      always({ documentationUrl: "docs/index.html" }),
      always({ documentationUrl: `${AGENT_URL}docs` }),
    ),
    check: {
      passed: "Every link is an absolute URL",
      find({ card }) {
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
  }),
  defineRule({
    id: "card/place",
    severity: "info",
    versions: VERSIONS_FROM_03,
    title: "old location",
    message: "The card is served where only clients of older versions look.",
    clients: "Clients of newer versions look at /.well-known/agent-card.json and find nothing.",
    remedy: "Serve the card at /.well-known/agent-card.json too.",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3",
    breaks: (factory) =>
      recordCardLookup(createExampleCard(factory), { at: `${AGENT_URL}.well-known/agent.json` }),
    nearly: (factory) => recordCardLookup(createExampleCard(factory)),
    check: {
      passed: "It is served where clients of its version look",
      applies: ({ facts }) => facts.url !== null,
      find({ version, facts }) {
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
  }),
  defineRule({
    id: "card/content-type",
    severity: "info",
    title: "not served as JSON",
    message: "The card is served with a content type other than JSON.",
    clients: "Strict clients refuse to read JSON from anything but application/json.",
    remedy: "Respond with Content-Type: application/json.",
    spec: "A2A 1.0 §8.2, 0.3 §5.3, 0.2 §5.3, 0.1 §5.3, RFC 8259 §11",
    breaks: (factory) => recordCardLookup(createExampleCard(factory), { type: "text/html" }),
    nearly: (factory) =>
      recordCardLookup(createExampleCard(factory), { type: "application/json; charset=utf-8" }),
    check: {
      passed: "It is served as JSON",
      applies: ({ facts }) => (facts.contentType ?? null) !== null,
      find({ facts }) {
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
  }),
];

/** Extensions that only add data and require nothing of clients, by the end of their URIs. */
const DATA_ONLY =
  /\/(?:timestamp|traceability|trajectory|citation|error|agent-detail|streaming|a2a-extension)(?:\/v[\d.]+)?\/?$/;

function getExtensions(card: JsonObject) {
  return isObject(card.capabilities) ? getObjectItems(card.capabilities, "extensions") : [];
}

function isLink(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function createExtensionMembers(extension: ExampleJson): ExampleJson {
  return {
    capabilities: { streaming: true, extensions: [extension] },
  };
}

/** A card, then a stream from the agent. */
function recordCardAndStream(factory: MessageFactory, streaming: boolean): RecordingBuilder {
  const at = "http://agent.example/";
  const found = recordCardLookup(createExampleCard(factory, { capabilities: { streaming } }, at), {
    at: `${at}.well-known/agent-card.json`,
  });
  return factory
    .addCall(found, "stream", createSendParams(factory), "x1")
    .addEvents(factory.response(createBareTask(factory)));
}
