/**
 * Security schemes as their rules look at them: where each thing stands, and what must stand there.
 * What they ask of a caller is read by `security.ts`.
 */

import { filterStrings, isArray, isObject, type JsonObject } from "../json.ts";
import type { CardVersion } from "./card-schema.ts";

export const SCHEME_TYPES = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"] as const;
export type SchemeType = (typeof SCHEME_TYPES)[number];

export const SCHEME_WRAPPERS: Readonly<Record<string, SchemeType>> = {
  apiKeySecurityScheme: "apiKey",
  httpAuthSecurityScheme: "http",
  oauth2SecurityScheme: "oauth2",
  openIdConnectSecurityScheme: "openIdConnect",
  mtlsSecurityScheme: "mutualTLS",
};

export interface DeclaredScheme {
  readonly name: string;
  /** `null` where it is of no known type. */
  readonly type: SchemeType | null;
  /** Where its own members stand, below its name. */
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

/** The scopes that a scheme's flows list; `null` where it has no flows that could list any. */
export function getListedScopes({ type, body }: DeclaredScheme): ReadonlySet<string> | null {
  if (type !== "oauth2" || !isObject(body.flows)) return null;
  const flows = Object.values(body.flows).filter(isObject);
  return new Set(flows.flatMap(({ scopes }) => (isObject(scopes) ? Object.keys(scopes) : [])));
}

/** One scheme that a requirement names, with the scopes it wants. */
export interface LocatedRequirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly path: readonly (string | number)[];
}

/** All of an inner list together satisfy; any one of them will do. */
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

/** What a scheme must say, by its type; below `inside`. */
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

/** The deprecated flows require nothing any more. */
const FLOWS_OF_1: Readonly<Record<string, readonly string[]>> = {
  ...COMMON_FLOWS,
  deviceCode: ["deviceAuthorizationUrl", "tokenUrl", "scopes"],
  implicit: [],
  password: [],
};

/** The OAuth flows that a version has, and what each of them requires. */
export function getFlowMembers(version: CardVersion): Readonly<Record<string, readonly string[]>> {
  return version === "1.0" ? FLOWS_OF_1 : FLOWS_BEFORE_1;
}

/** From 1.0 on. */
export const DEPRECATED_FLOWS: readonly string[] = ["implicit", "password"];
