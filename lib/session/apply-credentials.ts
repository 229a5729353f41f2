/**
 * Adds credentials to requests in two steps: first as placeholders, with which a request is shown,
 * edited and copied; then, when it is sent, as their values.
 *
 * Guarantees: only headers and the query are ever changed; `fillPlaceholders` uses only the
 * credentials of the origin of the request's URL, and lists every secret that it filled in.
 */

import type { TlsOptions } from "../api/schemas/api-requests.ts";
import {
  type CardSecurity,
  checkRequirements,
  type SecurityRequirement,
} from "../protocol/card/security.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import { replaceHeaders } from "../wire/headers.ts";
import {
  type Credential,
  findCredential,
  hasCredentialFor,
  type OriginCredentials,
} from "./origin-credentials.ts";

export interface PlaceholderRequest extends OutgoingRequest {
  /** The names of the placeholders in its URL and headers, which are written `‹NAME›`. */
  readonly variables: readonly string[];
}

/** All credentials that may go with the request for an unknown card: all but those in the query. */
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
  /** The text before the secret, e.g. `Bearer `. */
  readonly prefix: string;
  readonly value: string;
  /** Parts of the value that are secrets too. */
  readonly alsoSecret: readonly string[];
  /** The name of the placeholder; `null` if the value is not secret. */
  readonly variable: string | null;
}

/** The request with a placeholder for each secret. */
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

/** The request with all placeholders filled in; the reason if one has no credential. */
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
  const fill = (text: string, encode: (value: string) => string = (value) => value) =>
    text.replace(PLACEHOLDER_PATTERN, (name) => {
      const found = values.get(name);
      if (!found) missing = name;
      else used.add(found);
      return found ? encode(found.value) : name;
    });
  const url = fill(request.url, encodeURIComponent);
  const headers = request.headers.map(([name, value]) => [name, fill(value)] as const);
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
  return {
    ...request,
    url: appendQuery(request.url, query),
    headers: [
      ...replaceHeaders(request.headers, headers),
      ...(cookie.length > 0 ? ([["Cookie", cookie.join("; ")]] as const) : []),
    ],
  };
}

/** Edits the text, because a `URL` object would encode the placeholders. */
function appendQuery(url: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return url;
  const [start = "", fragment] = url.split("#");
  const joint = !start.includes("?") ? "?" : /[?&]$/.test(start) ? "" : "&";
  return start + joint + pairs.join("&") + (fragment === undefined ? "" : `#${fragment}`);
}

/**
 * The user's own headers first, then what the card requires. Of two with one target the first wins.
 */
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
    const target = `${it.place} ${it.place === "header" ? it.name.toLowerCase() : it.name}`;
    if (taken.has(target)) return [];
    taken.add(target);
    if (it.variable === null) return [it];
    const count = (names.get(it.variable) ?? 0) + 1;
    names.set(it.variable, count);
    return [{ ...it, variable: count > 1 ? `${it.variable}_${count}` : it.variable }];
  });
}

/** The satisfied requirement; without one, all available credentials that the card describes. */
function selectRequirement(held: OriginCredentials, security: CardSecurity): SecurityRequirement {
  const has = (need: SecurityRequirement[number]) => hasCredentialFor(held, security, need);
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
      const label = (named ?? "API_KEY").toUpperCase().replace(/[^A-Z0-9]+/g, "_");
      const variable = isOpen ? null : `A2A_${label}`;
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

/** In a header value that was typed as `Bearer abc`, `abc` is the secret. */
function findSecretAfterScheme(name: string, value: string): string[] {
  if (!/authorization/i.test(name)) return [];
  const rest = /^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1];
  return rest === undefined ? [] : [rest];
}

function encodeTextBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
