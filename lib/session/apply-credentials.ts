/**
 * How credentials go onto a request: first as names that stand for them, as which a request is
 * shown, edited and copied; then, when it is sent, as themselves.
 *
 * Guarantees: nothing but a header or the query is ever touched; `fill` puts in only what is held
 * for the origin of the request's URL, and lists every secret it put in.
 */

import {
  type CardSecurity,
  checkRequirements,
  type Requirement,
} from "../protocol/card/security.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import type { TlsOptions } from "../wire/api-types.ts";
import {
  type Credential,
  findCredential,
  hasCredentialFor,
  type OriginCredentials,
} from "./origin-credentials.ts";

export interface PlaceholderRequest extends OutgoingRequest {
  /** The names that stand for secrets in its URL and headers, as `‹NAME›`. */
  readonly variables: readonly string[];
}

/** For fetching a card, which nobody has seen yet: all there is, but for the query of its URL. */
export function toCardRequestCredentials(held: OriginCredentials): OriginCredentials {
  const all = [...held.always, ...Object.values(held.schemes)];
  const always = all.filter((it) => it.kind !== "key" || it.place !== "query");
  return { ...held, schemes: {}, always };
}

export interface AuthenticatedRequest extends OutgoingRequest {
  readonly tls?: TlsOptions;
}

interface CredentialPlacement {
  readonly place: "header" | "query" | "cookie";
  readonly name: string;
  /** What stands before the secret, e.g. `Bearer `. */
  readonly prefix: string;
  readonly value: string;
  /** Parts of the value that are secrets by themselves. */
  readonly alsoSecret: readonly string[];
  /** `null` for what need not be hidden. */
  readonly variable: string | null;
}

/** The request with a name wherever a secret is to be. */
export function addPlaceholders(
  request: OutgoingRequest,
  held: OriginCredentials,
  security: CardSecurity,
): PlaceholderRequest {
  const placements = getPlacements(held, security);
  const shown = placements.map((it) => ({
    ...it,
    value: it.variable ? `‹${it.variable}›` : it.value,
  }));
  return {
    ...placeCredentials(request, shown),
    variables: placements.flatMap(({ variable }) => variable ?? []),
  };
}

/** The request as it goes out; a sentence where a name stands for nothing. */
export function fillPlaceholders(
  { variables, ...request }: OutgoingRequest & { variables?: readonly string[] },
  held: OriginCredentials,
  security: CardSecurity,
): AuthenticatedRequest | string {
  const placements = getPlacements(held, security);
  const values = new Map<string, CredentialPlacement>(
    placements.map((it) => [`‹${it.variable}›`, it]),
  );
  const used = new Set<CredentialPlacement>();
  let missing: string | null = null;
  const replaced = (text: string, spelled: (value: string) => string = (value) => value) =>
    text.replace(PLACEHOLDER_PATTERN, (name) => {
      const found = values.get(name);
      if (!found) missing = name;
      else used.add(found);
      return found ? spelled(found.value) : name;
    });
  const url = replaced(request.url, encodeURIComponent);
  const headers = request.headers.map(([name, value]) => [name, replaced(value)] as const);
  if (missing !== null) {
    return `The request contains ${missing}, but there is no such credential for its origin.`;
  }
  const secrets = [
    ...(request.secrets ?? []),
    ...[...used].flatMap(({ value, alsoSecret }) => [value, ...alsoSecret]),
  ].filter((secret) => secret !== "");
  return {
    ...request,
    url,
    headers,
    ...(secrets.length > 0 && { secrets }),
    ...(Object.keys(held.tls).length > 0 && { tls: held.tls }),
  };
}

const PLACEHOLDER_PATTERN = /‹A2A_[A-Z0-9_]+›/g;

function placeCredentials(
  request: OutgoingRequest,
  placements: readonly CredentialPlacement[],
): OutgoingRequest {
  const at = (place: CredentialPlacement["place"]) => placements.filter((it) => it.place === place);
  const query = at("query").map(
    ({ name, value, variable }) =>
      `${encodeURIComponent(name)}=${variable ? value : encodeURIComponent(value)}`,
  );
  const cookie = at("cookie").map(({ name, value }) => `${name}=${value}`);
  const headers = at("header").map(({ name, prefix, value }) => [name, prefix + value] as const);
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    ...request,
    url: appendQuery(request.url, query),
    headers: [
      ...request.headers.filter(([name]) => !replaced.has(name.toLowerCase())),
      ...headers,
      ...(cookie.length > 0 ? ([["Cookie", cookie.join("; ")]] as const) : []),
    ],
  };
}

/** By text: a URL would spell the names of secrets in its own way. */
function appendQuery(url: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return url;
  const [start = "", fragment] = url.split("#");
  const joint = !start.includes("?") ? "?" : /[?&]$/.test(start) ? "" : "&";
  return start + joint + pairs.join("&") + (fragment === undefined ? "" : `#${fragment}`);
}

/** Own ones first, then what the card asks for; of two for one place the first is sent. */
function getPlacements(held: OriginCredentials, security: CardSecurity): CredentialPlacement[] {
  const needed = selectRequirement(held, security).flatMap(
    ({ scheme }) => findCredential(held, scheme) ?? [],
  );
  const all = [
    ...held.always.map((it) => createPlacement(it, it.kind === "key" ? it.name : null)),
    ...needed.map((it) => createPlacement(it, null)),
  ];
  const taken = new Set<string>();
  const names = new Map<string, number>();
  return all.flatMap((it) => {
    const where = `${it.place} ${it.place === "header" ? it.name.toLowerCase() : it.name}`;
    if (taken.has(where)) return [];
    taken.add(where);
    if (it.variable === null) return [it];
    const count = (names.get(it.variable) ?? 0) + 1;
    names.set(it.variable, count);
    return [{ ...it, variable: count > 1 ? `${it.variable}_${count}` : it.variable }];
  });
}

/** The requirement that is met; where none is, whatever there is of what the card describes. */
function selectRequirement(held: OriginCredentials, security: CardSecurity): Requirement {
  const has = (need: Requirement[number]) => hasCredentialFor(held, security, need);
  const { met } = checkRequirements(security.requirements, has);
  if (met && met.length > 0) return met;
  return security.schemes.map(({ name }) => ({ scheme: name, scopes: [] })).filter(has);
}

const createAuthorization = (
  variable: string,
  value: string,
  prefix: string,
  alsoSecret: string[] = [],
) => ({ place: "header", name: "Authorization", prefix, value, alsoSecret, variable }) as const;

function createPlacement(credential: Credential, named: string | null): CredentialPlacement {
  switch (credential.kind) {
    case "key": {
      const { place, name, value, isOpen } = credential;
      const word = (named ?? "API_KEY").toUpperCase().replace(/[^A-Z0-9]+/g, "_");
      const variable = isOpen ? null : `A2A_${word}`;
      return {
        place,
        name,
        prefix: "",
        value,
        alsoSecret: findSecretAfterScheme(name, value),
        variable,
      };
    }
    case "basic": {
      const { user, password } = credential;
      return createAuthorization("A2A_BASIC", encodeTextBase64(`${user}:${password}`), "Basic ", [
        password,
      ]);
    }
    case "bearer":
      return createAuthorization("A2A_TOKEN", credential.token, "Bearer ");
    case "oauth":
      return createAuthorization("A2A_TOKEN", credential.grant.accessToken, "Bearer ");
    case "other":
      return createAuthorization("A2A_AUTHORIZATION", credential.value, `${credential.scheme} `);
  }
}

/** Who types `Bearer abc` as a header's value means `abc` as the secret. */
function findSecretAfterScheme(name: string, value: string): string[] {
  if (!/authorization/i.test(name)) return [];
  const rest = /^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1];
  return rest === undefined ? [] : [rest];
}

function encodeTextBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
