/** Detects the protocol version in which a card is written, with the reason. */

import { isArray, isObject, type JsonObject, toPlainText } from "../json.ts";
import { parseVersion } from "../versions.ts";
import type { CardVersion } from "./card-schema.ts";

export interface DetectedCardVersion {
  readonly version: CardVersion;
  /** The reason as text: "protocolVersion 0.3.0", "supportedInterfaces". */
  readonly because: string;
  /** False if nothing in the card indicates the version. */
  readonly isStated: boolean;
}

export function detectCardVersion(card: JsonObject): DetectedCardVersion {
  const by = (version: CardVersion, because: string, isStated = true) => ({
    version,
    because,
    isStated,
  });
  if (isArray(card.supportedInterfaces)) return by("1.0", "supportedInterfaces");
  const stated =
    typeof card.protocolVersion === "string" ? parseVersion(card.protocolVersion) : null;
  const because = `protocolVersion ${toPlainText(card.protocolVersion)}`;
  if (stated === "1.0" || stated === "1.1") return by("1.0", because);
  if (stated === "0.1" || stated === "0.2" || stated === "0.3") return by(stated, because);
  if (card.authentication !== undefined) return by("0.1", "authentication");
  if (card.url === undefined && hasNewerMembers(card)) return by("1.0", "its members");
  return by("0.3", "nothing indicates another version", false);
}

/** The version stated for the card's first interface; `null` if none is stated. */
export function findStatedVersion(card: JsonObject): string | null {
  const { supportedInterfaces } = card;
  const first = isArray(supportedInterfaces) ? supportedInterfaces.find(isObject) : undefined;
  const version = first?.protocolVersion ?? card.protocolVersion;
  return typeof version === "string" ? version : null;
}

function hasNewerMembers(card: JsonObject): boolean {
  const { capabilities } = card;
  return (
    card.supportedInterfaces !== undefined ||
    card.securityRequirements !== undefined ||
    (isObject(capabilities) && capabilities.extendedAgentCard !== undefined)
  );
}
