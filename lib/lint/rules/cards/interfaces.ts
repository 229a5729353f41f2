/** Rules about a card's list of interfaces and their versions. */

import { isArray, type JsonObject } from "../../../protocol/json.ts";
import {
  type CardPath,
  type CardViolation,
  getListedInterfaces,
  getObjectItems,
  quoteValue,
} from "../../cards/card-rule.ts";
import {
  always,
  createCardExample,
  createInterfaceFactory,
  createUnchanged,
} from "../../examples/shared-examples.ts";
import { defineRule, type Rule, VERSIONS_FROM_1 } from "../rule.ts";

export const INTERFACE_RULES: readonly Rule[] = [
  defineRule({
    id: "card/interfaces",
    severity: "error",
    versions: VERSIONS_FROM_1,
    title: "no interface",
    message: "The card lists no URL to call the agent at.",
    clients: "Clients that go by the card cannot call the agent.",
    remedy: "List at least one interface with url, protocolBinding and protocolVersion.",
    spec: "A2A 1.0 §4.4.1",
    ...createCardExample(always({ supportedInterfaces: [] }), createUnchanged),
    check: {
      passed: "It lists a URL to call",
      applies: ({ version }) => version === "1.0",
      find({ card }) {
        const { supportedInterfaces } = card;
        if (isArray(supportedInterfaces) && supportedInterfaces.length > 0) return [];
        const isEmpty = isArray(supportedInterfaces);
        return [
          {
            path: ["supportedInterfaces"],
            title: isEmpty ? "supportedInterfaces is empty" : "The card has no supportedInterfaces",
            message: "Clients cannot tell where to call this agent.",
            remedy: "List at least one interface with url, protocolBinding and protocolVersion.",
          },
        ];
      },
    },
  }),
  defineRule({
    id: "card/version-stated",
    severity: "warning",
    versions: ["0.2", "0.3"],
    title: "version not stated",
    message: "The card does not state which version it uses.",
    clients: "Clients guess; the Python SDK 1.0 takes it for 0.3.",
    remedy: "Add protocolVersion, required since 0.2.5.",
    spec: "A2A 0.3 §5.5, 0.2 §5.5",
    ...createCardExample(always({ protocolVersion: undefined }), createUnchanged),
    check: {
      passed: "It states its protocol version",
      applies: ({ version }) => version === "0.2" || version === "0.3",
      find({ card, generation }) {
        if (card.protocolVersion !== undefined) return [];
        return [
          {
            // Cards of 0.2.0 to 0.2.4 have no such member and cannot be distinguished from others.
            ...(!isFrom03(card) && { severity: "note" as const }),
            path: ["protocolVersion"],
            title: "The card does not state its protocol version",
            message: `protocolVersion is required since 0.2.5. The card is read as ${generation.version} (${generation.because}).`,
            remedy: 'Add "protocolVersion": "0.3.0", or the version it is.',
          },
        ];
      },
    },
  }),
  defineRule({
    id: "card/interface-version",
    severity: "error",
    versions: VERSIONS_FROM_1,
    title: "interface without version",
    message: "An interface does not state which version it uses.",
    clients:
      "A 1.0 client cannot pick the interface; the JavaScript SDK takes it for a 0.3 interface.",
    remedy: 'Add "protocolVersion": "1.0" to it.',
    spec: "A2A 1.0 §4.4.6",
    ...createCardExample(createInterfaceFactory({ protocolVersion: undefined }), createUnchanged),
    check: {
      passed: "Every interface states its version",
      applies: ({ version }) => version === "1.0",
      find: (subject) =>
        getListedInterfaces(subject)
          .filter(({ version }) => version === undefined || version === null)
          .map(({ path }) => ({
            path: [...path, "protocolVersion"],
            title: "Interface has no protocolVersion",
            message: "A 1.0 client cannot pick this interface safely.",
            remedy: `Add "protocolVersion": "1.0" to ${formatOrdinal(path)}.`,
          })),
    },
  }),
  defineRule({
    id: "card/interface-version-form",
    severity: "warning",
    versions: VERSIONS_FROM_1,
    title: "invalid version",
    message: "An interface's version is not written as major and minor, or is unknown.",
    clients:
      "The JavaScript SDK's server compares the whole text, and refuses clients that send major and minor.",
    remedy: "Write only major and minor.",
    spec: "A2A 1.0 §3.6",
    ...createCardExample(createInterfaceFactory({ protocolVersion: "1.0.1" }), createUnchanged),
    check: {
      passed: "Versions are written as major.minor",
      applies: ({ version }) => version === "1.0",
      find: (subject) =>
        getListedInterfaces(subject).flatMap(({ path, version }) => {
          if (typeof version !== "string" || version === "") return [];
          if (/^\d+\.\d+$/.test(version))
            return isKnownVersion(version) ? [] : [createUnknownVersionViolation(path, version)];
          const short = /^(\d+\.\d+)\./.exec(version)?.[1];
          return [
            {
              path: [...path, "protocolVersion"],
              title: `${quoteValue(version)} is not a version in the format of 1.0`,
              message:
                "Versions are negotiated by major and minor number only; a patch number prevents a match.",
              remedy: short ? `Write "${short}".` : 'Write major.minor, such as "1.0".',
            },
          ];
        }),
    },
  }),
];

/** Whether it has a member added in 0.3, where the version is required. */
function isFrom03(card: JsonObject): boolean {
  const { signatures } = card;
  return (
    signatures !== undefined ||
    getObjectItems(card, "skills").some(({ item }) => item.security !== undefined)
  );
}

/** Only major versions 0 and 1 exist; their minor versions may be newer than Loupe. */
const isKnownVersion = (version: string): boolean => /^[01]\./.test(version);

const createUnknownVersionViolation = (path: CardPath, version: string): CardViolation => ({
  path: [...path, "protocolVersion"],
  title: `${quoteValue(version)} is not a known version of A2A`,
  message: "Clients speak 0.3 or 1.0; none of them will choose this interface.",
  remedy: 'Write the version that the interface speaks, such as "1.0".',
});

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

function formatOrdinal(path: CardPath): string {
  const index = Number(path[1]);
  return `the ${ORDINALS[index] ?? `${index + 1}th`} entry`;
}
