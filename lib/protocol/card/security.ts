/**
 * What an agent wants of whoever calls it: the security schemes and requirements of every
 * version's card in one model.
 *
 * Guarantees: total; a requirement that names a scheme the card does not describe is kept, for it
 * is asked for all the same; nothing is assumed to be required that the card does not require.
 */

import { isArray, isObject, type JsonObject, strings } from "../json.ts";

export const FLOW_KINDS = [
  "authorizationCode",
  "clientCredentials",
  "deviceCode",
  "implicit",
  "password",
] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

export interface OAuthFlow {
  readonly kind: FlowKind;
  readonly authorizationUrl: string | null;
  readonly deviceAuthorizationUrl: string | null;
  readonly tokenUrl: string | null;
  readonly refreshUrl: string | null;
  readonly scopes: readonly { readonly name: string; readonly meaning: string }[];
}

export type KeyPlace = "header" | "query" | "cookie";

export type SchemeDemand =
  | { readonly kind: "apiKey"; readonly place: KeyPlace; readonly parameter: string }
  /** Of the `Authorization` header; `scheme` in lower case. */
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
  /** What the card calls it. */
  readonly name: string;
  readonly description: string | null;
  readonly demand: SchemeDemand;
}

export interface Need {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** All of these together. */
export type Requirement = readonly Need[];

export interface Security {
  readonly schemes: readonly SecurityScheme[];
  /** Any one of them; empty where the card requires nothing. */
  readonly requirements: readonly Requirement[];
  /** Skills with requirements of their own. */
  readonly skills: readonly {
    readonly name: string;
    readonly requirements: readonly Requirement[];
  }[];
}

export const NO_SECURITY: Security = { schemes: [], requirements: [], skills: [] };

export function securityOf(card: unknown): Security {
  if (!isObject(card)) return NO_SECURITY;
  const earliest = securityOf01(card.authentication);
  const described = isObject(card.securitySchemes)
    ? Object.entries(card.securitySchemes).map(([name, value]) => schemeFrom(name, value))
    : [];
  const stated = requirementsIn(card);
  const requirements = stated.length > 0 ? stated : earliest.requirements;
  const skills = skillsOf(card.skills);
  const schemes = described.length > 0 ? described : earliest.schemes;
  return { schemes: withUndescribed(schemes, requirements, skills), requirements, skills };
}

/** 0.1 names schemes of the `Authorization` header, any of which will do. */
function securityOf01(value: unknown): Security {
  if (!isObject(value)) return NO_SECURITY;
  const schemes = strings(value.schemes).map((name) => ({
    name,
    description: null,
    demand: demandOf01(name),
  }));
  return { schemes, requirements: schemes.map(({ name }) => [need(name)]), skills: [] };
}

function demandOf01(name: string): SchemeDemand {
  const word = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (word === "apikey") return { kind: "apiKey", place: "header", parameter: "X-API-Key" };
  if (word === "oauth2") return { kind: "oauth2", flows: [], metadataUrl: null };
  return { kind: "http", scheme: name.toLowerCase(), format: null };
}

const need = (scheme: string, scopes: readonly string[] = []): Need => ({ scheme, scopes });

/** 1.0 wraps a scheme in a key that says its kind; before, a `type` said it. */
const WRAPPERS: Readonly<Record<string, string>> = {
  apiKeySecurityScheme: "apiKey",
  httpAuthSecurityScheme: "http",
  oauth2SecurityScheme: "oauth2",
  openIdConnectSecurityScheme: "openIdConnect",
  mtlsSecurityScheme: "mutualTLS",
};

function schemeFrom(name: string, value: unknown): SecurityScheme {
  if (!isObject(value)) return { name, description: null, demand: unknown("It is no object.") };
  for (const [wrapper, kind] of Object.entries(WRAPPERS)) {
    const inside = value[wrapper];
    if (isObject(inside)) return schemeOfKind(name, kind, inside);
  }
  return schemeOfKind(name, typeof value.type === "string" ? value.type : "", value);
}

function schemeOfKind(name: string, kind: string, fields: JsonObject): SecurityScheme {
  return { name, description: textIn(fields, "description"), demand: demandFrom(kind, fields) };
}

function demandFrom(kind: string, fields: JsonObject): SchemeDemand {
  switch (kind) {
    case "apiKey":
      return keyFrom(fields);
    case "http": {
      const scheme = textIn(fields, "scheme")?.toLowerCase();
      const format = textIn(fields, "bearerFormat");
      return scheme ? { kind: "http", scheme, format } : unknown("It names no HTTP scheme.");
    }
    case "oauth2":
      return {
        kind: "oauth2",
        flows: flowsFrom(fields.flows),
        metadataUrl: textIn(fields, "oauth2MetadataUrl"),
      };
    case "openIdConnect": {
      const url = textIn(fields, "openIdConnectUrl");
      return url ? { kind: "openIdConnect", url } : unknown("It names no OpenID Connect URL.");
    }
    case "mutualTLS":
      return { kind: "mutualTls" };
    default:
      return unknown(kind === "" ? "It does not say its kind." : `Its kind is “${kind}”.`);
  }
}

function keyFrom(fields: JsonObject): SchemeDemand {
  const stated = textIn(fields, "in") ?? textIn(fields, "location") ?? "";
  const place = (["header", "query", "cookie"] as const).find((it) => it === stated.toLowerCase());
  const parameter = textIn(fields, "name");
  if (!parameter) return unknown("It does not say what the key is called.");
  if (!place) return unknown("It does not say where the key goes.");
  return { kind: "apiKey", place, parameter };
}

function flowsFrom(value: unknown): OAuthFlow[] {
  if (!isObject(value)) return [];
  return FLOW_KINDS.flatMap((kind) => {
    const fields = value[kind];
    if (!isObject(fields)) return [];
    const scopes = isObject(fields.scopes) ? Object.entries(fields.scopes) : [];
    return {
      kind,
      authorizationUrl: textIn(fields, "authorizationUrl"),
      deviceAuthorizationUrl: textIn(fields, "deviceAuthorizationUrl"),
      tokenUrl: textIn(fields, "tokenUrl"),
      refreshUrl: textIn(fields, "refreshUrl"),
      scopes: scopes.map(([name, meaning]) => ({
        name,
        meaning: typeof meaning === "string" ? meaning : "",
      })),
    };
  });
}

/** 1.0 says `securityRequirements`, earlier versions `security`; a card for both says both. */
function requirementsIn(fields: JsonObject): Requirement[] {
  const stated = isArray(fields.securityRequirements) ? fields.securityRequirements : [];
  const list = stated.length > 0 ? stated : isArray(fields.security) ? fields.security : [];
  return list
    .filter(isObject)
    .map((item) =>
      Object.entries(isObject(item.schemes) ? item.schemes : item).map(([scheme, scopes]) =>
        need(scheme, strings(isObject(scopes) ? scopes.list : scopes)),
      ),
    );
}

function skillsOf(skills: unknown): Security["skills"] {
  if (!isArray(skills)) return [];
  return skills.filter(isObject).flatMap((skill) => {
    const requirements = requirementsIn(skill);
    const name = textIn(skill, "name") ?? textIn(skill, "id") ?? "unnamed skill";
    return requirements.length > 0 ? [{ name, requirements }] : [];
  });
}

function withUndescribed(
  schemes: readonly SecurityScheme[],
  requirements: readonly Requirement[],
  skills: Security["skills"],
): readonly SecurityScheme[] {
  const known = new Set(schemes.map(({ name }) => name));
  const all = [...requirements, ...skills.flatMap((skill) => skill.requirements)].flat();
  const others = new Set(all.map(({ scheme }) => scheme).filter((name) => !known.has(name)));
  const demand = unknown("The card requires it, but does not describe it.");
  return [...schemes, ...[...others].map((name) => ({ name, description: null, demand }))];
}

const unknown = (why: string): SchemeDemand => ({ kind: "unknown", why });

function textIn(fields: JsonObject, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export interface Standing {
  /** The first requirement all of whose schemes have credentials; empty needs nothing. */
  readonly met: Requirement | null;
  /** What the requirement that is nearest to being met still lacks. */
  readonly missing: Requirement;
}

/** How the requirements stand, given which needs there are credentials for. */
export function standingOf(
  requirements: readonly Requirement[],
  has: (need: Need) => boolean,
): Standing {
  if (requirements.length === 0) return { met: [], missing: [] };
  const lacking = requirements.map((all) => all.filter((one) => !has(one)));
  const met = requirements.filter((_, index) => lacking[index]?.length === 0);
  // Where something is at hand, it is wanted more than to come as nobody.
  const chosen = met.find((all) => all.length > 0) ?? met[0];
  if (chosen) return { met: chosen, missing: [] };
  const [nearest = []] = lacking.toSorted((a, b) => a.length - b.length);
  return { met: null, missing: nearest };
}

/** The scopes that requirements ask of a scheme. */
export function wantedScopes({ requirements, skills }: Security, scheme: string): string[] {
  const all = [...requirements, ...skills.flatMap((skill) => skill.requirements)].flat();
  return [...new Set(all.filter((one) => one.scheme === scheme).flatMap(({ scopes }) => scopes))];
}
