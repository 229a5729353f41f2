/** Card details for display: every field of a card of any version, with its path in the JSON. */

import type { JsonPathSegment } from "../../json/json-source.ts";
import { filterStrings, isArray, isObject, type JsonObject } from "../json.ts";
import { type AgentInterface, readInterface } from "./card.ts";
import type { CardVersion } from "./card-schema.ts";
import { detectCardVersion } from "./card-version.ts";
import { type CardSecurity, readSecurity } from "./security.ts";

type CardMemberPath = readonly JsonPathSegment[];

export interface CardDetails {
  readonly name: string;
  readonly description: string;
  /** The agent's own version. */
  readonly version: string | null;
  readonly protocolVersion: CardVersion;
  readonly provider: { readonly organization: string; readonly url: string | null } | null;
  readonly documentationUrl: string | null;
  readonly iconUrl: string | null;
  /** `null` if the card does not say. */
  readonly streaming: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly stateHistory: boolean | null;
  readonly extendedCard: boolean | null;
  readonly interfaces: readonly InterfaceDetails[];
  readonly skills: readonly SkillDetails[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly security: CardSecurity;
  readonly extensions: readonly ExtensionDetails[];
}

export interface InterfaceDetails {
  readonly path: CardMemberPath;
  readonly url: string;
  /** As written in the card. */
  readonly binding: string | null;
  readonly version: string | null;
  readonly tenant: string | null;
  /** The interface to call; `null` if it cannot be called. */
  readonly agentInterface: AgentInterface | null;
}

export interface SkillDetails {
  readonly path: CardMemberPath;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  /** If different from those of the card. */
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

interface ExtensionDetails {
  readonly path: CardMemberPath;
  readonly uri: string;
  readonly description: string;
  readonly required: boolean;
  readonly params: unknown;
}

export function readCardDetails(raw: unknown): CardDetails | null {
  if (!isObject(raw)) return null;
  const { version } = detectCardVersion(raw);
  const capabilities = isObject(raw.capabilities) ? raw.capabilities : {};
  const { provider } = raw;
  return {
    name: toNonEmptyText(raw.name) ?? "Unnamed agent",
    description: toNonEmptyText(raw.description) ?? "",
    version: toNonEmptyText(raw.version),
    protocolVersion: version,
    provider: isObject(provider)
      ? {
          organization: toNonEmptyText(provider.organization) ?? "",
          url: toNonEmptyText(provider.url),
        }
      : null,
    documentationUrl: toNonEmptyText(raw.documentationUrl),
    iconUrl: toNonEmptyText(raw.iconUrl),
    streaming: toBoolean(capabilities.streaming),
    pushNotifications: toBoolean(capabilities.pushNotifications),
    stateHistory: toBoolean(capabilities.stateTransitionHistory),
    extendedCard: toBoolean(
      capabilities.extendedAgentCard ?? raw.supportsAuthenticatedExtendedCard,
    ),
    interfaces: readInterfaceDetails(raw, version),
    skills: getItems(raw.skills, ["skills"]).map(readSkillDetails),
    inputModes: filterStrings(raw.defaultInputModes),
    outputModes: filterStrings(raw.defaultOutputModes),
    security: readSecurity(raw),
    extensions: getItems(capabilities.extensions, ["capabilities", "extensions"]).map(
      ({ item, path }) => ({
        path,
        uri: toNonEmptyText(item.uri) ?? "",
        description: toNonEmptyText(item.description) ?? "",
        required: item.required === true,
        params: item.params,
      }),
    ),
  };
}

function readInterfaceDetails(card: JsonObject, version: CardVersion): InterfaceDetails[] {
  const listed = getItems(card.supportedInterfaces, ["supportedInterfaces"]);
  if (listed.length > 0) {
    return listed.map(({ item, path }) => ({
      path,
      url: toNonEmptyText(item.url) ?? "",
      binding: toNonEmptyText(item.protocolBinding ?? item.transport),
      version: toNonEmptyText(item.protocolVersion),
      tenant: toNonEmptyText(item.tenant),
      agentInterface: readInterface(item.url, item.protocolBinding ?? item.transport, {
        stated: toNonEmptyText(item.protocolVersion),
        assumed: "1.0",
        tenant: toNonEmptyText(item.tenant),
      }),
    }));
  }
  const stated = toNonEmptyText(card.protocolVersion);
  const versions = { stated, assumed: version, tenant: null };
  const main: InterfaceDetails[] =
    card.url === undefined
      ? []
      : [
          {
            path: ["url"],
            url: toNonEmptyText(card.url) ?? "",
            binding: toNonEmptyText(card.preferredTransport),
            version: stated,
            tenant: null,
            agentInterface: readInterface(card.url, card.preferredTransport ?? "JSONRPC", versions),
          },
        ];
  const more = getItems(card.additionalInterfaces, ["additionalInterfaces"]).map(
    ({ item, path }): InterfaceDetails => ({
      path,
      url: toNonEmptyText(item.url) ?? "",
      binding: toNonEmptyText(item.transport),
      version: stated,
      tenant: null,
      agentInterface: readInterface(item.url, item.transport, versions),
    }),
  );
  // The list should repeat the main interface, which is shown once.
  const isRepeated = (one: InterfaceDetails) =>
    main.some(
      ({ url, agentInterface }) =>
        url === one.url && agentInterface?.binding === one.agentInterface?.binding,
    );
  return [...main, ...more.filter((one) => !isRepeated(one))];
}

function readSkillDetails({ item, path }: ListItem): SkillDetails {
  return {
    path,
    id: toNonEmptyText(item.id) ?? "",
    name: toNonEmptyText(item.name) ?? "",
    description: toNonEmptyText(item.description) ?? "",
    tags: filterStrings(item.tags),
    examples: filterStrings(item.examples),
    inputModes: filterStrings(item.inputModes),
    outputModes: filterStrings(item.outputModes),
  };
}

interface ListItem {
  readonly item: JsonObject;
  readonly path: CardMemberPath;
}

function getItems(list: unknown, path: CardMemberPath): ListItem[] {
  if (!isArray(list)) return [];
  return list.flatMap((item, i) => (isObject(item) ? [{ item, path: [...path, i] }] : []));
}

function toNonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function toBoolean(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}
