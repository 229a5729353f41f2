/** A card of any version as the view of it shows it: every statement, and where it stands. */

import type { JsonStep } from "../../wire/json-source.ts";
import { isArray, isObject, type JsonObject, strings } from "../json.ts";
import { type AgentInterface, interfaceAt } from "./card.ts";
import { generationOfCard } from "./generation.ts";
import type { CardVersion } from "./members.ts";
import { type Security, securityOf } from "./security.ts";

export type Path = readonly JsonStep[];

export interface CardProfile {
  readonly name: string;
  readonly description: string;
  /** The agent's own version. */
  readonly version: string | null;
  readonly generation: CardVersion;
  readonly provider: { readonly organization: string; readonly url: string | null } | null;
  readonly documentationUrl: string | null;
  readonly iconUrl: string | null;
  /** `null` where the card does not say. */
  readonly streaming: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly stateHistory: boolean | null;
  readonly extendedCard: boolean | null;
  readonly interfaces: readonly InterfaceProfile[];
  readonly skills: readonly SkillProfile[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly security: Security;
  readonly extensions: readonly ExtensionProfile[];
}

export interface InterfaceProfile {
  readonly path: Path;
  readonly url: string;
  /** As the card has them. */
  readonly binding: string | null;
  readonly version: string | null;
  readonly tenant: string | null;
  /** As a place to call; `null` where it cannot be one. */
  readonly target: AgentInterface | null;
}

export interface SkillProfile {
  readonly path: Path;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  /** Where they differ from the card's own. */
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

export interface ExtensionProfile {
  readonly path: Path;
  readonly uri: string;
  readonly description: string;
  readonly required: boolean;
  readonly params: unknown;
}

export function profileOf(raw: unknown): CardProfile | null {
  if (!isObject(raw)) return null;
  const { version } = generationOfCard(raw);
  const capabilities = isObject(raw.capabilities) ? raw.capabilities : {};
  const { provider } = raw;
  return {
    name: word(raw.name) ?? "Unnamed agent",
    description: word(raw.description) ?? "",
    version: word(raw.version),
    generation: version,
    provider: isObject(provider)
      ? { organization: word(provider.organization) ?? "", url: word(provider.url) }
      : null,
    documentationUrl: word(raw.documentationUrl),
    iconUrl: word(raw.iconUrl),
    streaming: flag(capabilities.streaming),
    pushNotifications: flag(capabilities.pushNotifications),
    stateHistory: flag(capabilities.stateTransitionHistory),
    extendedCard: flag(capabilities.extendedAgentCard ?? raw.supportsAuthenticatedExtendedCard),
    interfaces: interfacesOf(raw, version),
    skills: items(raw.skills, ["skills"]).map(skillFrom),
    inputModes: strings(raw.defaultInputModes),
    outputModes: strings(raw.defaultOutputModes),
    security: securityOf(raw),
    extensions: items(capabilities.extensions, ["capabilities", "extensions"]).map(
      ({ item, path }) => ({
        path,
        uri: word(item.uri) ?? "",
        description: word(item.description) ?? "",
        required: item.required === true,
        params: item.params,
      }),
    ),
  };
}

function interfacesOf(card: JsonObject, version: CardVersion): InterfaceProfile[] {
  const listed = items(card.supportedInterfaces, ["supportedInterfaces"]);
  if (listed.length > 0) {
    return listed.map(({ item, path }) => ({
      path,
      url: word(item.url) ?? "",
      binding: word(item.protocolBinding ?? item.transport),
      version: word(item.protocolVersion),
      tenant: word(item.tenant),
      target: interfaceAt(item.url, item.protocolBinding ?? item.transport, {
        stated: word(item.protocolVersion),
        assumed: "1.0",
        tenant: word(item.tenant),
      }),
    }));
  }
  const stated = word(card.protocolVersion);
  const versions = { stated, assumed: version, tenant: null };
  const main: InterfaceProfile[] =
    card.url === undefined
      ? []
      : [
          {
            path: ["url"],
            url: word(card.url) ?? "",
            binding: word(card.preferredTransport),
            version: stated,
            tenant: null,
            target: interfaceAt(card.url, card.preferredTransport ?? "JSONRPC", versions),
          },
        ];
  const more = items(card.additionalInterfaces, ["additionalInterfaces"]).map(
    ({ item, path }): InterfaceProfile => ({
      path,
      url: word(item.url) ?? "",
      binding: word(item.transport),
      version: stated,
      tenant: null,
      target: interfaceAt(item.url, item.transport, versions),
    }),
  );
  // The list should repeat the main one; it is one place all the same.
  const isRepeated = (one: InterfaceProfile) =>
    main.some(({ url, target }) => url === one.url && target?.binding === one.target?.binding);
  return [...main, ...more.filter((one) => !isRepeated(one))];
}

function skillFrom({ item, path }: Item): SkillProfile {
  return {
    path,
    id: word(item.id) ?? "",
    name: word(item.name) ?? "",
    description: word(item.description) ?? "",
    tags: strings(item.tags),
    examples: strings(item.examples),
    inputModes: strings(item.inputModes),
    outputModes: strings(item.outputModes),
  };
}

interface Item {
  readonly item: JsonObject;
  readonly path: Path;
}

function items(list: unknown, path: Path): Item[] {
  if (!isArray(list)) return [];
  return list.flatMap((item, i) => (isObject(item) ? [{ item, path: [...path, i] }] : []));
}

function word(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function flag(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}
