/**
 * Detects agent cards among other JSON, including cards that lack required members. Away from a
 * card URL, several members must be typical of cards, because names and versions are common.
 */

import { parseJsonSource } from "../../json/json-source.ts";
import { isArray, isObject, type JsonObject } from "../json.ts";
import { parseVersion } from "../versions.ts";

/** Members that only cards have. */
const UNIQUE = [
  "supportedInterfaces",
  "additionalInterfaces",
  "preferredTransport",
  "defaultInputModes",
  "defaultOutputModes",
  "supportsAuthenticatedExtendedCard",
] as const;

/** Members that other documents also have, in another shape. */
const TYPICAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  skills: (value) => isArray(value) && value.every(isObject),
  capabilities: isCapabilities,
  protocolVersion: (value) => typeof value === "string" && parseVersion(value) !== null,
  authentication: (value) => isObject(value) && isArray(value.schemes),
  securitySchemes: isObject,
};

/** Members that count only if a card is expected. */
const COMMON = ["name", "description", "url", "version", "provider", "iconUrl"] as const;

const CAPABILITIES = [
  "streaming",
  "pushNotifications",
  "stateTransitionHistory",
  "extensions",
  "extendedAgentCard",
] as const;

export function looksLikeCardText(text: string): boolean {
  if (!/^\s*\{/.test(text.replace(/^\ufeff/, "")) || isJsonLines(text)) return false;
  const { value } = parseJsonSource(text);
  if (value !== undefined) return looksLikeCard(value);
  // Broken JSON is recognized by several typical member names.
  const names = [...UNIQUE, "skills", "capabilities"];
  return names.filter((name) => text.includes(`"${name}"`)).length >= 2;
}

/** `isExpected`: it came from a card URL, so fewer members are enough. */
export function looksLikeCard(value: unknown, isExpected = false): boolean {
  if (!isObject(value) || value.jsonrpc !== undefined || findCardLink(value) !== null) return false;
  const has = (name: string) => value[name] !== undefined;
  const isNamed = has("name") && has("url");
  const unique = UNIQUE.filter(has).length;
  const typical = Object.keys(TYPICAL).filter((name) => TYPICAL[name]?.(value[name])).length;
  if (unique + typical >= 2) return true;
  if (unique + typical === 1 && (isNamed || (unique === 1 && has("name")))) return true;
  if (!isExpected) return false;
  const common = COMMON.filter(has).length;
  return isNamed || common + 2 * (unique + typical) >= 3;
}

/** Members in which a landing page for programs names the card. */
const LINKS = [
  ...([
    "agent_card_url",
    "agentCardUrl",
    "agent_card",
    "agentCard",
    "card_url",
    "cardUrl",
  ] as const),
] as const;

/**
 * Where an object says that the card is, as it says it; `null` if it does not, or is a card itself.
 * Such objects have a name and capabilities, as cards do, but no skills.
 */
export function findCardLink(value: unknown): string | null {
  if (!isObject(value) || hasAny(value, ["skills", ...UNIQUE])) return null;
  for (const name of LINKS) {
    const link = value[name];
    if (typeof link === "string" && link !== "") return link;
  }
  return null;
}

/** Other protocols have capabilities with other names. */
function isCapabilities(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.keys(value).length === 0 || hasAny(value, CAPABILITIES);
}

function hasAny(o: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => o[name] !== undefined);
}

/** Several values, each on a separate line, are a log. */
function isJsonLines(text: string): boolean {
  return /\}\s*\n\s*\{"/.test(text) && /^\s*\{.*\}\s*$/m.test(text.slice(0, text.indexOf("\n")));
}
