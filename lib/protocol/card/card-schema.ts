/**
 * Schema of the agent card: the members of the card and of each object in it, by version. Security
 * schemes have a separate table (`declared-schemes.ts`).
 */

export const CARD_VERSIONS = ["0.1", "0.2", "0.3", "1.0"] as const;
export type CardVersion = (typeof CARD_VERSIONS)[number];

type CardMemberType = "string" | "boolean" | "object" | "map" | "list" | "strings";
type MemberPresence = "required" | "optional" | "absent";

export interface CardMember {
  readonly name: string;
  readonly type: CardMemberType;
  /** The kind of the object, or of the objects in the list. */
  readonly of?: CardObjectKind;
  /** One letter each for 0.1, 0.2, 0.3 and 1.0: R required, o optional, - absent. */
  readonly in: string;
}

export type CardObjectKind =
  | "card"
  | "provider"
  | "capabilities"
  | "extension"
  | "interface"
  | "additional"
  | "skill"
  | "signature";

type Row = readonly [name: string, type: CardMemberType, presence: string, of?: CardObjectKind];

const TABLE: Readonly<Record<CardObjectKind, readonly Row[]>> = {
  card: [
    ["name", "string", "RRRR"],
    ["description", "string", "oRRR"],
    ["version", "string", "RRRR"],
    ["url", "string", "RRR-"],
    // Required since 0.2.5; without it, the patch version is unknown.
    ["protocolVersion", "string", "-oo-"],
    ["preferredTransport", "string", "-oo-"],
    ["additionalInterfaces", "list", "-oo-", "additional"],
    ["supportedInterfaces", "list", "---R", "interface"],
    ["capabilities", "object", "RRRR", "capabilities"],
    ["defaultInputModes", "strings", "oRRR"],
    ["defaultOutputModes", "strings", "oRRR"],
    ["skills", "list", "RRRR", "skill"],
    ["provider", "object", "oooo", "provider"],
    ["documentationUrl", "string", "oooo"],
    ["iconUrl", "string", "-ooo"],
    ["authentication", "object", "o---"],
    ["securitySchemes", "map", "-ooo"],
    ["security", "list", "-oo-"],
    ["securityRequirements", "list", "---o"],
    ["supportsAuthenticatedExtendedCard", "boolean", "-oo-"],
    // 1.0 calls it the former name, in Appendix A.2.2, but no earlier release had it.
    ["supportsExtendedAgentCard", "boolean", "----"],
    ["signatures", "list", "--oo", "signature"],
  ],
  provider: [
    ["organization", "string", "RRRR"],
    ["url", "string", "oRRR"],
  ],
  capabilities: [
    ["streaming", "boolean", "oooo"],
    ["pushNotifications", "boolean", "oooo"],
    ["stateTransitionHistory", "boolean", "ooo-"],
    ["extensions", "list", "-ooo", "extension"],
    ["extendedAgentCard", "boolean", "---o"],
  ],
  extension: [
    ["uri", "string", "-RRR"],
    ["description", "string", "-ooo"],
    ["required", "boolean", "-ooo"],
    ["params", "object", "-ooo"],
  ],
  interface: [
    ["url", "string", "---R"],
    ["protocolBinding", "string", "---R"],
    ["protocolVersion", "string", "---R"],
    ["tenant", "string", "---o"],
  ],
  additional: [
    ["url", "string", "-RR-"],
    ["transport", "string", "-RR-"],
  ],
  skill: [
    ["id", "string", "RRRR"],
    ["name", "string", "RRRR"],
    ["description", "string", "oRRR"],
    ["tags", "strings", "oRRR"],
    ["examples", "strings", "oooo"],
    ["inputModes", "strings", "oooo"],
    ["outputModes", "strings", "oooo"],
    ["security", "list", "--o-"],
    ["securityRequirements", "list", "---o"],
  ],
  signature: [
    ["protected", "string", "--RR"],
    ["signature", "string", "--RR"],
    ["header", "object", "--oo"],
  ],
};

export const CARD_MEMBERS: Readonly<Record<CardObjectKind, readonly CardMember[]>> = {
  card: TABLE.card.map(toMember),
  provider: TABLE.provider.map(toMember),
  capabilities: TABLE.capabilities.map(toMember),
  extension: TABLE.extension.map(toMember),
  interface: TABLE.interface.map(toMember),
  additional: TABLE.additional.map(toMember),
  skill: TABLE.skill.map(toMember),
  signature: TABLE.signature.map(toMember),
};

function toMember([name, type, presence, of]: Row): CardMember {
  return { name, type, in: presence, ...(of && { of }) };
}

export function getPresence(member: CardMember, version: CardVersion): MemberPresence {
  const letter = member.in[CARD_VERSIONS.indexOf(version)];
  if (letter === "R") return "required";
  return letter === "o" ? "optional" : "absent";
}

/** The section of a version that describes a kind of object. */
export function getSpecReference(kind: CardObjectKind, version: CardVersion): string {
  const section = SPEC_SECTIONS[kind];
  return `A2A ${version} §${version === "1.0" ? section.v1 : section.v0}`;
}

const SPEC_SECTIONS: Readonly<
  Record<CardObjectKind, { readonly v0: string; readonly v1: string }>
> = {
  card: { v0: "5.5", v1: "4.4.1" },
  provider: { v0: "5.5.1", v1: "4.4.2" },
  capabilities: { v0: "5.5.2", v1: "4.4.3" },
  extension: { v0: "5.5.2.1", v1: "4.4.4" },
  interface: { v0: "5.5.5", v1: "4.4.6" },
  additional: { v0: "5.5.5", v1: "4.4.6" },
  skill: { v0: "5.5.4", v1: "4.4.5" },
  signature: { v0: "5.5.6", v1: "4.4.7" },
};
