/** Rules about the list of interfaces and their versions. */

import { isArray, type JsonObject } from "../../json.ts";
import {
  type CardPath,
  type CardRule,
  type CardViolation,
  getObjectItems,
  quoteValue,
} from "./card-rule.ts";
import { getListedInterfaces } from "./listed-interfaces.ts";

export const INTERFACE_RULES: readonly CardRule[] = [
  {
    id: "card/interfaces",
    severity: "error",
    passed: "It lists a URL to call",
    spec: "A2A 1.0 §4.4.1",
    applies: ({ version }) => version === "1.0",
    check({ card }) {
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
  {
    id: "card/version-stated",
    severity: "warning",
    passed: "It states its protocol version",
    spec: "A2A 0.3 §5.5, 0.2 §5.5",
    applies: ({ version }) => version === "0.2" || version === "0.3",
    check({ card, generation }) {
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
  {
    id: "card/interface-version",
    severity: "error",
    passed: "Every interface states its version",
    spec: "A2A 1.0 §4.4.6",
    applies: ({ version }) => version === "1.0",
    check: (subject) =>
      getListedInterfaces(subject)
        .filter(({ version }) => version === undefined || version === null)
        .map(({ path }) => ({
          path: [...path, "protocolVersion"],
          title: "Interface has no protocolVersion",
          message: "A 1.0 client cannot pick this interface safely.",
          remedy: `Add "protocolVersion": "1.0" to ${formatOrdinal(path)}.`,
        })),
  },
  {
    id: "card/interface-version-form",
    severity: "warning",
    passed: "Versions are written as major.minor",
    spec: "A2A 1.0 §3.6",
    applies: ({ version }) => version === "1.0",
    check: (subject) =>
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
