/**
 * The rules about agent cards, told like all others. What they weigh and where the specification
 * has them, they say themselves (`lib/protocol/card/rules/`); here is what each is about.
 */

import { CARD_RULES } from "../../protocol/card/lint.ts";
import { type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

type Versions = NonNullable<Rule["versions"]>;
const VERSIONS_02_TO_03: Versions = ["0.2", "0.3"];
const VERSIONS_03: Versions = ["0.3"];
const VERSIONS_FROM_03: Versions = ["0.3", "1.0", "1.1"];

type CardRuleText = readonly [label: string, message: string, versions?: Versions];

const CARD_RULE_TEXTS: Readonly<Record<string, CardRuleText>> = {
  "card/json": ["no JSON", "The card is not JSON."],
  "card/duplicate-key": ["said twice", "A member stands twice in one object of the card."],
  "card/required": ["member missing", "The card lacks a member that its version requires."],
  "card/empty": ["required, and empty", "A text that is required says nothing."],
  "card/type": ["wrong type", "A member of the card is of another type than its version has it."],
  "card/unknown-member": ["unknown member", "The card has a member that no version knows."],
  "card/other-version": ["of another version", "The card has a member of another version."],
  "card/interfaces": [
    "no interface",
    "The card names no place to call the agent at.",
    VERSIONS_FROM_1,
  ],
  "card/version-stated": [
    "version not stated",
    "The card does not say which version it speaks.",
    VERSIONS_02_TO_03,
  ],
  "card/interface-version": [
    "interface without version",
    "An interface does not say which version it speaks.",
    VERSIONS_FROM_1,
  ],
  "card/interface-version-form": [
    "odd version",
    "An interface's version is not written as major and minor, or is none that is known.",
    VERSIONS_FROM_1,
  ],
  "card/url-form": [
    "address of nobody",
    "An address to call is not absolute, or is such that no client calls it.",
  ],
  "card/url-plain": ["not encrypted", "An address to call is http, and not on this machine."],
  "card/url-unpublishable": [
    "address of elsewhere",
    "An address to call does not fit where the card came from.",
  ],
  "card/transport-conflict": [
    "one address, two transports",
    "One address is named with two transports.",
    VERSIONS_03,
  ],
  "card/transport-known": [
    "unknown transport",
    "A transport is none that the protocol knows.",
    VERSIONS_FROM_02,
  ],
  "card/preferred-transport": [
    "no preferredTransport",
    "The card does not say by which transport its url is called.",
    VERSIONS_03,
  ],
  "card/main-interface": [
    "main interface left out",
    "additionalInterfaces leaves out the main address.",
    VERSIONS_03,
  ],
  "card/two-endpoints": [
    "two endpoints",
    "url is none of supportedInterfaces: old and new clients call different places.",
    VERSIONS_FROM_1,
  ],
  "card/skills": ["no skills", "The card lists no skill."],
  "card/skill-id": ["skill id twice", "Two skills have the same id."],
  "card/skill-tags": ["skill without tags", "A skill has no tags.", VERSIONS_FROM_02],
  "card/mode-type": ["no media type", "An input or output mode is no media type."],
  "card/scheme-unknown": [
    "unknown scheme",
    "A security scheme is required that the card does not declare.",
    VERSIONS_FROM_02,
  ],
  "card/scheme-type": [
    "scheme of no type",
    "A security scheme is of no known type, or is written as in another version.",
    VERSIONS_FROM_02,
  ],
  "card/scheme-fields": [
    "scheme incomplete",
    "A security scheme lacks what it must say.",
    VERSIONS_FROM_02,
  ],
  "card/flow": [
    "doubtful flow",
    "An OAuth flow is none of its version, or from 1.0 on deprecated or one too many.",
    VERSIONS_FROM_02,
  ],
  "card/scope-unlisted": [
    "scope not listed",
    "A scope is required that no flow lists.",
    VERSIONS_FROM_02,
  ],
  "card/scheme-unused": [
    "scheme not used",
    "A security scheme is declared and never required.",
    VERSIONS_FROM_02,
  ],
  "card/extension-uri": [
    "extension without URI",
    "An extension has no URI of its own.",
    VERSIONS_FROM_02,
  ],
  "card/extension-required": [
    "data made required",
    "An extension is required that only adds data.",
    VERSIONS_FROM_02,
  ],
  "card/streaming-unannounced": [
    "streams unannounced",
    "The agent answered with a stream, and its card does not say that it can.",
  ],
  "card/link": ["broken link", "A link of the card is no absolute address."],
  "card/place": [
    "old place",
    "The card lies where only clients of older versions look.",
    VERSIONS_FROM_03,
  ],
  "card/content-type": ["not served as JSON", "The card is served as something else than JSON."],
  "card/signature": ["not signed", "The card is not signed.", VERSIONS_FROM_03],
  "card/signature-form": [
    "signature malformed",
    "A signature cannot be checked as it stands.",
    VERSIONS_FROM_03,
  ],
};

export const CARD_RULE_ENTRIES: readonly Rule[] = CARD_RULES.map(
  ({ id, severity, passed, spec }) => {
    const [label, message, versions] = CARD_RULE_TEXTS[id] ?? [id, passed];
    const level = severity === "note" ? "info" : severity;
    return { rule: id, label, severity: level, ...(versions && { versions }), spec, message };
  },
);
