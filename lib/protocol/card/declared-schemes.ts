/**
 * Security schemes as input for rules: where each member is, and which members are required.
 * `security.ts` reads what the schemes require of a caller.
 */

import { filterStrings, isArray, isObject, type JsonObject } from "../json.ts";
import type { CardVersion } from "./card-schema.ts";

const SCHEME_TYPES = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"] as const;
type SchemeType = (typeof SCHEME_TYPES)[number];

const SCHEME_WRAPPERS: Readonly<Record<string, SchemeType>> = {
  apiKeySecurityScheme: "apiKey",
  httpAuthSecurityScheme: "http",
  oauth2SecurityScheme: "oauth2",
  openIdConnectSecurityScheme: "openIdConnect",
  mtlsSecurityScheme: "mutualTLS",
};

export interface DeclaredScheme {
  readonly name: string;
  /** `null` if the type is unknown. */
  readonly type: SchemeType | null;
  /** The path to its members, below its name. */
  readonly wrapperPath: readonly string[];
  readonly body: JsonObject;
}

export function readDeclaredSchemes(card: JsonObject): DeclaredScheme[] {
  if (!isObject(card.securitySchemes)) return [];
  return Object.entries(card.securitySchemes).map(([name, raw]) => readScheme(name, raw));
}

function readScheme(name: string, raw: unknown): DeclaredScheme {
  const unknown = { name, type: null, wrapperPath: [], body: {} };
  if (!isObject(raw)) return unknown;
  const wrapper = Object.keys(raw).find((key) => Object.hasOwn(SCHEME_WRAPPERS, key));
  const wrapped = wrapper === undefined ? undefined : raw[wrapper];
  if (wrapper !== undefined && isObject(wrapped)) {
    const type = SCHEME_WRAPPERS[wrapper] ?? null;
    return { name, type, wrapperPath: [wrapper], body: wrapped };
  }
  const type = SCHEME_TYPES.find((known) => known === raw.type) ?? null;
  return { ...unknown, type, body: raw };
}

export function getFlowNames(body: JsonObject): string[] {
  return isObject(body.flows) ? Object.keys(body.flows) : [];
}

/** The scopes listed by a scheme's flows; `null` if it has no flows. */
export function getListedScopes({ type, body }: DeclaredScheme): ReadonlySet<string> | null {
  if (type !== "oauth2" || !isObject(body.flows)) return null;
  const flows = Object.values(body.flows).filter(isObject);
  return new Set(flows.flatMap(({ scopes }) => (isObject(scopes) ? Object.keys(scopes) : [])));
}

/** One scheme of a requirement, with its required scopes. */
export interface LocatedRequirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly path: readonly (string | number)[];
}

/** Alternatives: any inner list suffices, and all schemes in it are needed together. */
export function readRequirements(
  holder: JsonObject,
  version: CardVersion,
): readonly (readonly LocatedRequirement[])[] {
  const key = version === "1.0" ? "securityRequirements" : "security";
  const list = holder[key];
  if (!isArray(list)) return [];
  return list.map((item, i) => {
    if (!isObject(item)) return [];
    const schemes = version === "1.0" && isObject(item.schemes) ? item.schemes : item;
    const below = version === "1.0" && isObject(item.schemes) ? ["schemes"] : [];
    return Object.entries(schemes).map(([scheme, wanted]) => ({
      scheme,
      scopes: filterStrings(isObject(wanted) ? wanted.list : wanted),
      path: [key, i, ...below, scheme],
    }));
  });
}

/** The required members of a scheme, by type; below `inside`. */
export function getRequiredMembers(type: SchemeType, version: CardVersion): readonly string[] {
  switch (type) {
    case "apiKey":
      return [version === "1.0" ? "location" : "in", "name"];
    case "http":
      return ["scheme"];
    case "oauth2":
      return ["flows"];
    case "openIdConnect":
      return ["openIdConnectUrl"];
    case "mutualTLS":
      return [];
  }
}

const COMMON_FLOWS: Readonly<Record<string, readonly string[]>> = {
  authorizationCode: ["authorizationUrl", "tokenUrl", "scopes"],
  clientCredentials: ["tokenUrl", "scopes"],
};

const FLOWS_BEFORE_1: Readonly<Record<string, readonly string[]>> = {
  ...COMMON_FLOWS,
  implicit: ["authorizationUrl", "scopes"],
  password: ["tokenUrl", "scopes"],
};

/** Deprecated flows have no required members. */
const FLOWS_OF_1: Readonly<Record<string, readonly string[]>> = {
  ...COMMON_FLOWS,
  deviceCode: ["deviceAuthorizationUrl", "tokenUrl", "scopes"],
  implicit: [],
  password: [],
};

/** The OAuth flows of a version, with their required members. */
export function getFlowMembers(version: CardVersion): Readonly<Record<string, readonly string[]>> {
  return version === "1.0" ? FLOWS_OF_1 : FLOWS_BEFORE_1;
}

/** Since 1.0. */
export const DEPRECATED_FLOWS: readonly string[] = ["implicit", "password"];
