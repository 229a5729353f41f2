/**
 * Rules about agent cards, as entries like all other rules. Severity and specification clause come
 * from `lib/protocol/card/rules/`; labels and messages are here.
 */

import { CARD_RULES } from "../../protocol/card/lint.ts";
import { type Rule, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

type Versions = NonNullable<Rule["versions"]>;
const VERSIONS_02_TO_03: Versions = ["0.2", "0.3"];
const VERSIONS_03: Versions = ["0.3"];
const VERSIONS_FROM_03: Versions = ["0.3", "1.0", "1.1"];

type CardRuleText = readonly [label: string, message: string, versions?: Versions];

const CARD_RULE_TEXTS: Readonly<Record<string, CardRuleText>> = {
  "card/json": ["invalid JSON", "The card is not valid JSON."],
  "card/duplicate-key": ["duplicate member", "A member appears twice in one object of the card."],
  "card/required": ["member missing", "The card lacks a member that its version requires."],
  "card/empty": ["required but empty", "A required text is empty."],
  "card/type": [
    "wrong type",
    "A member of the card has a different type than its version defines.",
  ],
  "card/unknown-member": ["unknown member", "The card has a member that no version defines."],
  "card/other-version": ["member of other version", "The card has a member of another version."],
  "card/interfaces": [
    "no interface",
    "The card lists no URL to call the agent at.",
    VERSIONS_FROM_1,
  ],
  "card/version-stated": [
    "version not stated",
    "The card does not state which version it uses.",
    VERSIONS_02_TO_03,
  ],
  "card/interface-version": [
    "interface without version",
    "An interface does not state which version it uses.",
    VERSIONS_FROM_1,
  ],
  "card/interface-version-form": [
    "invalid version",
    "An interface's version is not written as major and minor, or is unknown.",
    VERSIONS_FROM_1,
  ],
  "card/url-form": ["unusable URL", "An endpoint URL is not absolute, or no client can call it."],
  "card/url-plain": ["not encrypted", "An endpoint URL uses http and is not on this machine."],
  "card/url-unpublishable": [
    "unreachable URL",
    "An endpoint URL does not fit the location that the card came from.",
  ],
  "card/transport-conflict": [
    "one URL, two transports",
    "One URL is listed with two transports.",
    VERSIONS_03,
  ],
  "card/transport-known": [
    "unknown transport",
    "A transport is not one that the protocol defines.",
    VERSIONS_FROM_02,
  ],
  "card/preferred-transport": [
    "no preferredTransport",
    "The card does not state which transport its url uses.",
    VERSIONS_03,
  ],
  "card/main-interface": [
    "main interface missing",
    "additionalInterfaces does not list the main URL.",
    VERSIONS_03,
  ],
  "card/two-endpoints": [
    "two endpoints",
    "url is not in supportedInterfaces: old and new clients call different endpoints.",
    VERSIONS_FROM_1,
  ],
  "card/skills": ["no skills", "The card lists no skills."],
  "card/skill-id": ["duplicate skill ID", "Two skills have the same ID."],
  "card/skill-tags": ["skill without tags", "A skill has no tags.", VERSIONS_FROM_02],
  "card/mode-type": ["not a media type", "An input or output mode is not a media type."],
  "card/scheme-unknown": [
    "unknown scheme",
    "The card requires a security scheme that it does not declare.",
    VERSIONS_FROM_02,
  ],
  "card/scheme-type": [
    "unknown scheme type",
    "A security scheme has no known type, or is written as in another version.",
    VERSIONS_FROM_02,
  ],
  "card/scheme-fields": [
    "scheme incomplete",
    "A security scheme lacks a required member.",
    VERSIONS_FROM_02,
  ],
  "card/flow": [
    "questionable flow",
    "An OAuth flow is not defined in its version, or from 1.0 on is deprecated or one too many.",
    VERSIONS_FROM_02,
  ],
  "card/scope-unlisted": [
    "scope not listed",
    "The card requires a scope that no flow lists.",
    VERSIONS_FROM_02,
  ],
  "card/scheme-unused": [
    "scheme not used",
    "A security scheme is declared but never required.",
    VERSIONS_FROM_02,
  ],
  "card/extension-uri": [
    "extension without URI",
    "An extension has no URI of its own.",
    VERSIONS_FROM_02,
  ],
  "card/extension-required": [
    "data extension required",
    "The card requires an extension that only adds data.",
    VERSIONS_FROM_02,
  ],
  "card/streaming-unannounced": [
    "undeclared streaming",
    "The agent responded with a stream, but its card does not say that it can.",
  ],
  "card/link": ["broken link", "A link in the card is not an absolute URL."],
  "card/place": [
    "old location",
    "The card is served where only clients of older versions look.",
    VERSIONS_FROM_03,
  ],
  "card/content-type": [
    "not served as JSON",
    "The card is served with a content type other than JSON.",
  ],
  "card/signature": ["not signed", "The card is not signed.", VERSIONS_FROM_03],
  "card/signature-form": [
    "malformed signature",
    "A signature cannot be verified as it is written.",
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
