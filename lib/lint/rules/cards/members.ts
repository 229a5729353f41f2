/** Rules about the members of every object in a card: present, of the right type, and known. */

import {
  CARD_MEMBERS,
  type CardMember,
  type CardObjectKind,
  getPresence,
  getSpecReference,
} from "../../../protocol/card/card-schema.ts";
import { isArray, isObject } from "../../../protocol/json.ts";
import {
  type CardObject,
  type CardRuleContext,
  type CardViolation,
  findMember,
  getCardObjects,
  isRequired,
  quoteValue,
} from "../../cards/card-rule.ts";
import type { MessageFactory } from "../../examples/message-factory.ts";
import type { ExampleJson } from "../../examples/recording-builder.ts";
import {
  AGENT_URL,
  always,
  createCardExample,
  createUnchanged,
  isVersionFrom1,
} from "../../examples/shared-examples.ts";
import { defineRule, type Rule } from "../rule.ts";

export const MEMBER_RULES: readonly Rule[] = [
  defineRule({
    id: "card/required",
    severity: "error",
    title: "member missing",
    message: "The card lacks a member that its version requires.",
    clients: "The Python SDK 0.3 rejects the whole card; others continue without it.",
    remedy: "Add the member; a list may be empty.",
    spec: "A2A 1.0 §4.4, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(always({ version: undefined }), always({ iconUrl: undefined })),
    check: {
      passed: "Every required member is present",
      find: (subject) => checkMembers(subject, checkRequired),
    },
  }),
  defineRule({
    id: "card/empty",
    severity: "warning",
    title: "required but empty",
    message: "A required text is empty.",
    clients: "ProtoJSON readers treat an empty text as absent.",
    remedy: "Fill it in.",
    spec: "A2A 1.0 §4.4, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(always({ name: "" }), always({ documentationUrl: "" })),
    check: {
      passed: "No required string is empty",
      find: (subject) =>
        checkMembers(subject, ({ object, member, version }) => {
          if (object.value[member.name] !== "" || !isRequired(member, version)) return [];
          const what = `${OBJECT_NAMES[object.kind]} has an empty ${member.name}`;
          const isUsed = USED_BY_CLIENTS.has(member.name);
          return [
            {
              path: [...object.path, member.name],
              title: what,
              message: isUsed
                ? "It is required, and clients depend on it."
                : "It is required but may be empty; people who choose an agent learn nothing from it.",
              ...(!isUsed && { severity: "note" as const }),
              remedy: `Fill in ${member.name}.`,
              spec: getSpecReference(object.kind, version),
            },
          ];
        }),
    },
  }),
  defineRule({
    id: "card/type",
    severity: "error",
    title: "wrong type",
    message: "A member of the card has a different type than its version defines.",
    clients: "Typed readers, such as the Python SDK, reject the whole card.",
    remedy: "Write the member as its version defines it.",
    spec: "A2A 1.0 §4.4, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(always({ name: 7 }), always({ documentationUrl: null })),
    check: {
      passed: "Every member has the right type",
      find: (subject) => checkMembers(subject, checkType),
    },
  }),
  defineRule({
    id: "card/unknown-member",
    severity: "info",
    title: "unknown member",
    message: "The card has a member that no version defines.",
    clients:
      "Clients ignore it; SDKs lose it, and a signed card no longer matches its signature once they rewrite it.",
    remedy: "Correct its name, move it into an extension's params, or remove it.",
    spec: "A2A 1.0 §4.4, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(always({ colour: "blue" }), createUnchanged),
    check: {
      passed: "Every member is known to the protocol",
      find: ({ card, version }) =>
        getCardObjects(card).flatMap((object) =>
          Object.keys(object.value)
            .filter((name) => findMember(object.kind, name) === undefined)
            .map((name) =>
              createUnknownMemberViolation(object, name, getSpecReference(object.kind, version)),
            ),
        ),
    },
  }),
  defineRule({
    id: "card/other-version",
    severity: "info",
    title: "member of other version",
    message: "The card has a member of another version.",
    clients: "Clients of this version ignore it and miss its information.",
    remedy: "Write it as this version defines it.",
    spec: "A2A 1.0 §4.4, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(
      (factory) =>
        isVersionFrom1(factory)
          ? { security: [] }
          : { supportedInterfaces: undefined, ...createForeignMembers(factory) },
      createUnchanged,
    ),
    check: {
      passed: "No member belongs to another version",
      // A card for clients before and after 1.0 has the members of both.
      applies: ({ card, version }) => !(version === "1.0" && card.url !== undefined),
      find: (subject) =>
        checkMembers(subject, ({ object, member, version }) => {
          const isHere = object.value[member.name] !== undefined;
          if (!isHere || getPresence(member, version) !== "absent") return [];
          const { name } = member;
          return [
            {
              path: [...object.path, name],
              title: `${name} is not part of ${version}`,
              message: `${describeVersions(member)} has it; a client of ${version} ignores it.`,
              remedy: getVersionRemedy(name, version),
              spec: getSpecReference(object.kind, version),
            },
          ];
        }),
    },
  }),
];

/** Members that a more specific rule checks. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "card.supportedInterfaces",
  "extension.uri",
  "interface.protocolVersion",
  "skill.tags",
]);

/** Members that clients use as identifiers or URLs; the other strings are for people. */
const USED_BY_CLIENTS: ReadonlySet<string> = new Set([
  ...["url", "transport", "protocolBinding", "protocolVersion"],
  ...["id", "uri", "protected", "signature"],
]);

const OBJECT_NAMES: Readonly<Record<CardObjectKind, string>> = {
  card: "The card",
  provider: "The provider",
  capabilities: "capabilities",
  extension: "The extension",
  interface: "The interface",
  additional: "The additional interface",
  skill: "The skill",
  signature: "The signature",
};

interface MemberContext {
  readonly object: CardObject;
  readonly member: CardMember;
  readonly version: CardRuleContext["version"];
  /** False if nothing in the card indicates its version. */
  readonly isStated: boolean;
}

function checkMembers(
  subject: CardRuleContext,
  check: (at: MemberContext) => CardViolation[],
): CardViolation[] {
  const { card, version, generation } = subject;
  const { isStated } = generation;
  return getCardObjects(card).flatMap((object) =>
    CARD_MEMBERS[object.kind].flatMap((member) => check({ object, member, version, isStated })),
  );
}

function checkRequired({ object, member, version, isStated }: MemberContext): CardViolation[] {
  const key = `${object.kind}.${member.name}`;
  const isMissing = object.value[member.name] === undefined || object.value[member.name] === null;
  if (!isMissing || !isRequired(member, version) || ELSEWHERE.has(key)) return [];
  const isList = member.type === "list" || member.type === "strings";
  if (key === "card.url" && !isStated) return [NO_URL_OF_EITHER];
  return [
    {
      path: [...object.path, member.name],
      title: `${OBJECT_NAMES[object.kind]} has no ${member.name}`,
      message: isList
        ? `${version} requires it, even when empty; ProtoJSON serializers omit empty lists.`
        : `${version} requires it.`,
      remedy: isList ? `Add "${member.name}": [].` : `Add ${member.name}.`,
      spec: getSpecReference(object.kind, version),
    },
  ];
}

/** If the version is unknown, either member may be the missing one. */
const NO_URL_OF_EITHER: CardViolation = {
  path: ["url"],
  title: "The card has no url and no supportedInterfaces",
  message: "Clients cannot tell where to call the agent: 1.0 reads supportedInterfaces, 0.3 url.",
  remedy: "Add supportedInterfaces for 1.0; add url and protocolVersion for 0.3.",
  spec: "A2A 1.0 §4.4.1, 0.3 §5.5",
};

function checkType({ object, member, version }: MemberContext): CardViolation[] {
  const value = object.value[member.name];
  // ProtoJSON treats null as absent.
  if (value === undefined || value === null) return [];
  const path = [...object.path, member.name];
  const spec = getSpecReference(object.kind, version);
  const wrong = (at: CardViolation["path"], wanted: string, found: unknown): CardViolation => ({
    path: at,
    title: `${String(member.name)} has the wrong type`,
    message: `It must be ${wanted}, but it is ${quoteValue(found)}.`,
    remedy: `Write it as ${wanted}.`,
    spec,
  });
  if (!isOfType(value, member)) return [wrong(path, TYPE_TEXTS[member.type], value)];
  if (!isArray(value)) return [];
  const isItem = member.type === "strings" ? isText : isObject;
  const wanted = member.type === "strings" ? "a string" : "an object";
  return value.flatMap((item, i) => (isItem(item) ? [] : [wrong([...path, i], wanted, item)]));
}

const TYPE_TEXTS: Readonly<Record<CardMember["type"], string>> = {
  string: "a string",
  boolean: "true or false",
  object: "an object",
  map: "an object",
  list: "a list",
  strings: "a list of strings",
};

const isText = (value: unknown) => typeof value === "string";

function isOfType(value: unknown, { type }: CardMember): boolean {
  if (type === "string" || type === "boolean") return typeof value === type;
  return type === "list" || type === "strings" ? isArray(value) : isObject(value);
}

function createUnknownMemberViolation(
  object: CardObject,
  name: string,
  spec: string,
): CardViolation {
  const meant = findSimilarMember(object.kind, name);
  return {
    path: [...object.path, name],
    title: `${OBJECT_NAMES[object.kind]} has an unknown member, ${name}`,
    message: meant
      ? `No version of the protocol defines it. Did you mean ${meant}?`
      : "No version of the protocol defines it; clients ignore it.",
    remedy: meant ? `Write ${meant}.` : "Move it into an extension's params, or remove it.",
    spec,
  };
}

/** Finds a known member that differs only by case, an underscore or a plural. */
function findSimilarMember(kind: CardObjectKind, name: string): string | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace(/s$/, "");
  return CARD_MEMBERS[kind].find((member) => plain(member.name) === plain(name))?.name;
}

function describeVersions(member: CardMember): string {
  if (member.in === "----") return "Only the text of 1.0, as a former name,";
  if (member.in.endsWith("-")) return member.in.startsWith("-") ? "0.2 or 0.3" : "An older version";
  return member.in.startsWith("---") ? "1.0" : "A later version";
}

/** `supportsExtendedAgentCard` has another name in versions before 1.0. */
function getVersionRemedy(name: string, version: CardRuleContext["version"]): string {
  if (name === "supportsExtendedAgentCard" && (version === "0.2" || version === "0.3")) {
    return `In ${version}, use supportsAuthenticatedExtendedCard.`;
  }
  return SUCCESSORS.get(name) ?? `Remove ${name}, or write the card for that version.`;
}

/** Replacements for members in 1.0. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ["supportsAuthenticatedExtendedCard", "In 1.0, use capabilities.extendedAgentCard."],
  ["supportsExtendedAgentCard", "In 1.0, use capabilities.extendedAgentCard."],
  ["security", "In 1.0, use securityRequirements."],
  ["additionalInterfaces", "In 1.0, list every interface in supportedInterfaces."],
  ["protocolVersion", "In 1.0, state it in each entry of supportedInterfaces."],
]);

/** Members of a later or an earlier version. */
function createForeignMembers(factory: MessageFactory): ExampleJson {
  if (factory.version === "0.1") return { iconUrl: `${AGENT_URL}icon.png` };
  return { securityRequirements: [] };
}
