/**
 * Security of a card: the schemes and requirements of every version in one model.
 *
 * Guarantees: total; a requirement with an undeclared scheme is kept, because it is still required;
 * nothing is assumed to be required unless the card requires it.
 */

import { filterStrings, isArray, isObject, type JsonObject } from "../json.ts";

const FLOW_KINDS = [
  "authorizationCode",
  "clientCredentials",
  "deviceCode",
  "implicit",
  "password",
] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

interface OAuthFlow {
  readonly kind: FlowKind;
  readonly authorizationUrl: string | null;
  readonly deviceAuthorizationUrl: string | null;
  readonly tokenUrl: string | null;
  readonly refreshUrl: string | null;
  readonly scopes: readonly { readonly name: string; readonly meaning: string }[];
}

export type ApiKeyLocation = "header" | "query" | "cookie";

export type SchemeDemand =
  | { readonly kind: "apiKey"; readonly place: ApiKeyLocation; readonly parameter: string }
  /** Sent in the `Authorization` header; `scheme` in lower case. */
  | { readonly kind: "http"; readonly scheme: string; readonly format: string | null }
  | {
      readonly kind: "oauth2";
      readonly flows: readonly OAuthFlow[];
      readonly metadataUrl: string | null;
    }
  | { readonly kind: "openIdConnect"; readonly url: string }
  | { readonly kind: "mutualTls" }
  | { readonly kind: "unknown"; readonly why: string };

export interface SecurityScheme {
  /** Its name in the card. */
  readonly name: string;
  readonly description: string | null;
  readonly demand: SchemeDemand;
}

export interface RequiredScheme {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** Schemes that are all required together. */
export type SecurityRequirement = readonly RequiredScheme[];

export interface CardSecurity {
  readonly schemes: readonly SecurityScheme[];
  /** Alternatives; empty if the card requires nothing. */
  readonly requirements: readonly SecurityRequirement[];
  /** Skills with their own requirements. */
  readonly skills: readonly {
    readonly name: string;
    readonly requirements: readonly SecurityRequirement[];
  }[];
}

export const NO_SECURITY: CardSecurity = { schemes: [], requirements: [], skills: [] };

export function readSecurity(card: unknown): CardSecurity {
  if (!isObject(card)) return NO_SECURITY;
  const earliest = readSecurity01(card.authentication);
  const described = isObject(card.securitySchemes)
    ? Object.entries(card.securitySchemes).map(([name, value]) => readScheme(name, value))
    : [];
  const stated = readSecurityRequirements(card);
  const requirements = stated.length > 0 ? stated : earliest.requirements;
  const skills = readSkills(card.skills);
  const schemes = described.length > 0 ? described : earliest.schemes;
  return { schemes: addUndescribedSchemes(schemes, requirements, skills), requirements, skills };
}

/** 0.1 lists schemes of the `Authorization` header; any of them is sufficient. */
function readSecurity01(value: unknown): CardSecurity {
  if (!isObject(value)) return NO_SECURITY;
  const schemes = filterStrings(value.schemes).map((name) => ({
    name,
    description: null,
    demand: readDemand01(name),
  }));
  return {
    schemes,
    requirements: schemes.map(({ name }) => [createRequiredScheme(name)]),
    skills: [],
  };
}

function readDemand01(name: string): SchemeDemand {
  const word = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (word === "apikey") return { kind: "apiKey", place: "header", parameter: "X-API-Key" };
  if (word === "oauth2") return { kind: "oauth2", flows: [], metadataUrl: null };
  return { kind: "http", scheme: name.toLowerCase(), format: null };
}

const createRequiredScheme = (scheme: string, scopes: readonly string[] = []): RequiredScheme => ({
  scheme,
  scopes,
});

/** 1.0 wraps a scheme in a key that gives its type; earlier versions have `type`. */
const WRAPPERS: Readonly<Record<string, string>> = {
  apiKeySecurityScheme: "apiKey",
  httpAuthSecurityScheme: "http",
  oauth2SecurityScheme: "oauth2",
  openIdConnectSecurityScheme: "openIdConnect",
  mtlsSecurityScheme: "mutualTLS",
};

function readScheme(name: string, value: unknown): SecurityScheme {
  if (!isObject(value))
    return { name, description: null, demand: createUnknownDemand("It is not an object.") };
  for (const [wrapper, kind] of Object.entries(WRAPPERS)) {
    const inside = value[wrapper];
    if (isObject(inside)) return createScheme(name, kind, inside);
  }
  return createScheme(name, typeof value.type === "string" ? value.type : "", value);
}

function createScheme(name: string, kind: string, fields: JsonObject): SecurityScheme {
  return { name, description: getText(fields, "description"), demand: readDemand(kind, fields) };
}

function readDemand(kind: string, fields: JsonObject): SchemeDemand {
  switch (kind) {
    case "apiKey":
      return readKeyDemand(fields);
    case "http": {
      const scheme = getText(fields, "scheme")?.toLowerCase();
      const format = getText(fields, "bearerFormat");
      return scheme
        ? { kind: "http", scheme, format }
        : createUnknownDemand("It does not name an HTTP scheme.");
    }
    case "oauth2":
      return {
        kind: "oauth2",
        flows: readFlows(fields.flows),
        metadataUrl: getText(fields, "oauth2MetadataUrl"),
      };
    case "openIdConnect": {
      const url = getText(fields, "openIdConnectUrl");
      return url
        ? { kind: "openIdConnect", url }
        : createUnknownDemand("It has no OpenID Connect URL.");
    }
    case "mutualTLS":
      return { kind: "mutualTls" };
    default:
      return createUnknownDemand(
        kind === "" ? "It does not state its type." : `Its type is “${kind}”.`,
      );
  }
}

function readKeyDemand(fields: JsonObject): SchemeDemand {
  const stated = getText(fields, "in") ?? getText(fields, "location") ?? "";
  const place = (["header", "query", "cookie"] as const).find((it) => it === stated.toLowerCase());
  const parameter = getText(fields, "name");
  if (!parameter) return createUnknownDemand("It does not name the key.");
  if (!place) return createUnknownDemand("It does not say where to send the key.");
  return { kind: "apiKey", place, parameter };
}

function readFlows(value: unknown): OAuthFlow[] {
  if (!isObject(value)) return [];
  return FLOW_KINDS.flatMap((kind) => {
    const fields = value[kind];
    if (!isObject(fields)) return [];
    const scopes = isObject(fields.scopes) ? Object.entries(fields.scopes) : [];
    return {
      kind,
      authorizationUrl: getText(fields, "authorizationUrl"),
      deviceAuthorizationUrl: getText(fields, "deviceAuthorizationUrl"),
      tokenUrl: getText(fields, "tokenUrl"),
      refreshUrl: getText(fields, "refreshUrl"),
      scopes: scopes.map(([name, meaning]) => ({
        name,
        meaning: typeof meaning === "string" ? meaning : "",
      })),
    };
  });
}

/** 1.0 has `securityRequirements`, earlier versions `security`; a card for both has both. */
function readSecurityRequirements(fields: JsonObject): SecurityRequirement[] {
  const stated = isArray(fields.securityRequirements) ? fields.securityRequirements : [];
  const list = stated.length > 0 ? stated : isArray(fields.security) ? fields.security : [];
  return list
    .filter(isObject)
    .map((item) =>
      Object.entries(isObject(item.schemes) ? item.schemes : item).map(([scheme, scopes]) =>
        createRequiredScheme(scheme, filterStrings(isObject(scopes) ? scopes.list : scopes)),
      ),
    );
}

function readSkills(skills: unknown): CardSecurity["skills"] {
  if (!isArray(skills)) return [];
  return skills.filter(isObject).flatMap((skill) => {
    const requirements = readSecurityRequirements(skill);
    const name = getText(skill, "name") ?? getText(skill, "id") ?? "unnamed skill";
    return requirements.length > 0 ? [{ name, requirements }] : [];
  });
}

function addUndescribedSchemes(
  schemes: readonly SecurityScheme[],
  requirements: readonly SecurityRequirement[],
  skills: CardSecurity["skills"],
): readonly SecurityScheme[] {
  const known = new Set(schemes.map(({ name }) => name));
  const all = [...requirements, ...skills.flatMap((skill) => skill.requirements)].flat();
  const others = new Set(all.map(({ scheme }) => scheme).filter((name) => !known.has(name)));
  const demand = createUnknownDemand("The card requires it but does not declare it.");
  return [...schemes, ...[...others].map((name) => ({ name, description: null, demand }))];
}

const createUnknownDemand = (why: string): SchemeDemand => ({ kind: "unknown", why });

function getText(fields: JsonObject, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

interface RequirementStatus {
  /** The first requirement whose schemes all have credentials; an empty one needs none. */
  readonly met: SecurityRequirement | null;
  /** The missing schemes of the requirement with the fewest missing ones. */
  readonly missing: SecurityRequirement;
}

/** Checks which requirement is satisfied by the available credentials. */
export function checkRequirements(
  requirements: readonly SecurityRequirement[],
  has: (need: RequiredScheme) => boolean,
): RequirementStatus {
  if (requirements.length === 0) return { met: [], missing: [] };
  const lacking = requirements.map((all) => all.filter((one) => !has(one)));
  const met = requirements.filter((_, index) => lacking[index]?.length === 0);
  // A satisfied requirement with credentials is preferred to anonymous access.
  const chosen = met.find((all) => all.length > 0) ?? met[0];
  if (chosen) return { met: chosen, missing: [] };
  const [nearest = []] = lacking.toSorted((a, b) => a.length - b.length);
  return { met: null, missing: nearest };
}

/** The scopes that requirements need from a scheme. */
export function getRequiredScopes(
  { requirements, skills }: CardSecurity,
  scheme: string,
): string[] {
  const all = [...requirements, ...skills.flatMap((skill) => skill.requirements)].flat();
  return [...new Set(all.filter((one) => one.scheme === scheme).flatMap(({ scopes }) => scopes))];
}
