/** §5 of 0.3.0: the agent card. The text says nothing about caching. */

import type { Requirement } from "../requirement.ts";

const DISCOVERY: readonly Requirement[] = [
  {
    id: "CARD-AVAILABLE",
    clause: "§5.1",
    level: "MUST",
    text: "Has a card that clients can read.",
    checks: ["CARD-RULES"],
    rules: ["card/json"],
  },
  {
    id: "CARD-WELL-KNOWN",
    clause: "§5.3",
    level: "SHOULD",
    text: "Serves its card at /.well-known/agent-card.json.",
    checks: ["CARD-WELL-KNOWN"],
    rules: ["card/place"],
  },
  {
    id: "CARD-CONTENT-TYPE",
    clause: "§5.3",
    level: "MAY",
    text: "Serves its card with a JSON media type; the text names none.",
    checks: ["CARD-CONTENT-TYPE"],
    rules: ["card/content-type"],
  },
  {
    id: "CARD-PROTECTED",
    clause: "§5.4",
    level: "MUST",
    text: "Serves a card with sensitive content only to those who may know it.",
    untestable: "What is sensitive is up to the agent.",
  },
];

const MEMBERS: readonly Requirement[] = [
  {
    id: "CARD-FIELDS",
    clause: "§5.5",
    level: "MUST",
    text: "Has all required members in its card, of the right types.",
    checks: ["CARD-RULES"],
    rules: ["card/json", "card/required", "card/type", "card/url-form"],
    dispute: "card-0.3-fields",
  },
  {
    id: "CARD-SCHEMES-DECLARED",
    clause: "§5.5",
    level: "SHOULD",
    text: "Requires only security schemes that its card describes.",
    checks: ["CARD-RULES"],
    rules: ["card/scheme-unknown"],
  },
  {
    id: "CARD-EXTENSIONS",
    clause: "§5.5.2.1",
    level: "MUST",
    text: "Names every extension by its URI.",
    checks: ["CARD-RULES"],
    rules: ["card/extension-uri"],
  },
  {
    id: "CARD-SCHEMES",
    clause: "§5.5.3",
    level: "MUST",
    text: "Describes every security scheme completely.",
    checks: ["CARD-RULES"],
    rules: ["card/scheme-type", "card/scheme-fields"],
  },
  {
    id: "CARD-SKILLS",
    clause: "§5.5.4",
    level: "MUST",
    text: "Gives every skill an id, a name, a description and tags.",
    checks: ["CARD-RULES"],
    rules: ["card/required", "card/skill-tags"],
  },
  {
    id: "CARD-SKILL-IDS",
    clause: "§5.5.4",
    level: "SHOULD",
    text: "Gives every skill an id of its own.",
    checks: ["CARD-RULES"],
    rules: ["card/skill-id"],
  },
  {
    id: "CARD-TRANSPORT-NAMES",
    clause: "§5.5.5",
    level: "SHOULD",
    text: "Names its transports as the specification does.",
    checks: ["CARD-RULES"],
    rules: ["card/transport-known"],
  },
  {
    id: "SIGNATURE-HEADER",
    clause: "§5.5.6",
    level: "MUST",
    text: "Signs its card with a protected header and a signature as RFC 7515 defines them.",
    checks: ["CARD-RULES"],
    rules: ["card/signature-form"],
    dispute: "signature-canonicalization",
  },
];

const INTERFACES: readonly Requirement[] = [
  {
    id: "CARD-MAIN-URL",
    clause: "§5.6.1",
    level: "MUST",
    text: "Serves the preferred transport at the main URL.",
    checks: ["INTERFACE-ANSWERS"],
    rules: ["CAP-INTERFACE"],
  },
  {
    id: "CARD-PREFERRED-TRANSPORT",
    clause: "§5.6.1",
    level: "SHOULD",
    text: "States the preferred transport.",
    checks: ["CARD-RULES"],
    rules: ["card/preferred-transport"],
    dispute: "preferred-transport",
  },
  {
    id: "CARD-INTERFACES-TRUE",
    clause: "§5.6.2",
    level: "MUST",
    text: "Serves every additional interface at its URL and over its transport.",
    checks: ["INTERFACE-ANSWERS"],
    rules: ["CAP-INTERFACE"],
  },
  {
    id: "CARD-INTERFACES-COMPLETE",
    clause: "§5.6.2",
    level: "SHOULD",
    text: "Lists the main URL among its additional interfaces too.",
    checks: ["CARD-RULES"],
    rules: ["card/main-interface"],
  },
  {
    id: "CARD-INTERFACE-URLS",
    clause: "§5.6.4",
    level: "SHOULD",
    text: "Serves one transport at one URL.",
    checks: ["CARD-RULES"],
    rules: ["card/transport-conflict"],
    dispute: "reused-urls",
  },
];

export const CARDS: readonly Requirement[] = [...DISCOVERY, ...MEMBERS, ...INTERFACES];
