/**
 * The credentials for one origin, and their parser for stored values.
 *
 * Guarantees: `parseOriginCredentials` returns only well-formed credentials and leaves out the
 * rest.
 */

import type { TlsOptions } from "../api/schemas/api-requests.ts";
import type { OAuthClient } from "../oauth/token.ts";
import type {
  ApiKeyLocation,
  CardSecurity,
  RequiredScheme,
  SchemeDemand,
} from "../protocol/card/security.ts";
import { filterStrings, isArray, isObject } from "../protocol/json.ts";

/** An OAuth token and everything needed to renew it. */
export interface Grant {
  readonly accessToken: string;
  /** Milliseconds since 1970; `null` if the server did not specify it. */
  readonly expiresAt: number | null;
  readonly refreshToken: string | null;
  readonly scope: string | null;
  readonly tokenUrl: string;
  readonly client: OAuthClient;
  /** The client can get a new token by itself, without a user signing in. */
  readonly byClientAlone: boolean;
}

/** How a client authenticates at the token endpoint. */
const CLIENT_AUTH_METHODS = ["basic", "post", "none"] as const;

/** The client that the user entered for a scheme. */
export interface ClientDraft {
  readonly id: string;
  /** Empty for a public client. */
  readonly secret: string;
  /** `auto` follows the provider's metadata. */
  readonly method: OAuthClient["method"] | "auto";
  /** `null` for the scopes that the card requires. */
  readonly scope: string | null;
}

export const EMPTY_CLIENT_DRAFT: ClientDraft = { id: "", secret: "", method: "auto", scope: null };

export type Credential =
  | {
      readonly kind: "key";
      readonly place: ApiKeyLocation;
      readonly name: string;
      readonly value: string;
      /** The value is not secret. */
      readonly isOpen?: boolean;
    }
  | { readonly kind: "basic"; readonly user: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  /** Any other scheme of the `Authorization` header. */
  | { readonly kind: "other"; readonly scheme: string; readonly value: string }
  | { readonly kind: "oauth"; readonly grant: Grant };

/** How long credentials are stored: as long as this page, as this tab, or until removed. */
export const CREDENTIAL_STORAGES = ["page", "tab", "machine"] as const;
export type CredentialStorage = (typeof CREDENTIAL_STORAGES)[number];

/** All credentials for one origin. */
export interface OriginCredentials {
  /** By the scheme's name in the card. */
  readonly schemes: Readonly<Record<string, Credential>>;
  /** Sent with every request, regardless of the card. */
  readonly always: readonly Credential[];
  readonly tls: TlsOptions;
  /** Loupe's OAuth clients, by the scheme's name. */
  readonly clients: Readonly<Record<string, ClientDraft>>;
  readonly keep: CredentialStorage;
}

export const NO_CREDENTIALS: OriginCredentials = {
  schemes: {},
  always: [],
  tls: {},
  clients: {},
  keep: "page",
};

export function hasNoCredentials({ schemes, always, tls, clients }: OriginCredentials): boolean {
  const isEmpty = (map: object) => Object.keys(map).length === 0;
  return isEmpty(schemes) && always.length === 0 && isEmpty(tls) && isEmpty(clients);
}

/** The renewable tokens that have expired, or will before a request arrives. */
export function findStaleGrants(
  held: OriginCredentials,
  now: number,
): [scheme: string, grant: Grant][] {
  return findRenewableGrants(held).filter(
    ([, { expiresAt }]) => expiresAt !== null && expiresAt - RENEWAL_MARGIN_MS <= now,
  );
}

export function findRenewableGrants({
  schemes,
}: OriginCredentials): [scheme: string, grant: Grant][] {
  return Object.entries(schemes).flatMap(([scheme, credential]) =>
    credential.kind === "oauth" && isRenewable(credential.grant)
      ? [[scheme, credential.grant]]
      : [],
  );
}

export function isRenewable({ refreshToken, byClientAlone }: Grant): boolean {
  return refreshToken !== null || byClientAlone;
}

const RENEWAL_MARGIN_MS = 5000;

/** The origin that credentials belong to; they are never sent to another one. */
export function getOrigin(url: string): string {
  if (!URL.canParse(url)) return "";
  const { origin, protocol, host } = new URL(url);
  return origin === "null" ? `${protocol}//${host}` : origin;
}

/** Is there a credential for this requirement, of the kind that its scheme demands? */
export function hasCredentialFor(
  held: OriginCredentials,
  { schemes }: CardSecurity,
  { scheme }: RequiredScheme,
): boolean {
  const demand = schemes.find(({ name }) => name === scheme)?.demand;
  if (demand?.kind === "mutualTls") return held.tls.certificate !== undefined;
  const credential = findCredential(held, scheme);
  return credential !== undefined && demand !== undefined && matchesDemand(credential, demand);
}

export function findCredential(
  { schemes }: OriginCredentials,
  scheme: string,
): Credential | undefined {
  return Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
}

/** Checks the kind too, because agents of one origin may use one scheme name differently. */
export function matchesDemand(credential: Credential, demand: SchemeDemand): boolean {
  switch (demand.kind) {
    case "apiKey":
      return (
        credential.kind === "key" &&
        credential.place === demand.place &&
        credential.name === demand.parameter
      );
    case "http":
      if (demand.scheme === "basic") return credential.kind === "basic";
      if (demand.scheme === "bearer") return isTokenCredential(credential);
      return credential.kind === "other" && credential.scheme.toLowerCase() === demand.scheme;
    case "oauth2":
    case "openIdConnect":
      return isTokenCredential(credential);
    case "unknown":
    case "mutualTls":
      return false;
  }
}

const isTokenCredential = ({ kind }: Credential) => kind === "bearer" || kind === "oauth";

export function parseOriginCredentials(value: unknown, keep: CredentialStorage): OriginCredentials {
  if (!isObject(value)) return { ...NO_CREDENTIALS, keep };
  const schemes = Object.entries(isObject(value.schemes) ? value.schemes : {}).flatMap(
    ([name, item]) => parseCredential(item).map((credential) => [name, credential] as const),
  );
  const always = (isArray(value.always) ? value.always : []).flatMap(parseCredential);
  const drafts = Object.entries(isObject(value.clients) ? value.clients : {}).flatMap(
    ([name, item]) => parseClientDraft(item).map((draft) => [name, draft] as const),
  );
  return {
    schemes: Object.fromEntries(schemes),
    always,
    tls: parseTlsOptions(value.tls),
    clients: Object.fromEntries(drafts),
    keep,
  };
}

function parseClientDraft(value: unknown): ClientDraft[] {
  if (!isObject(value)) return [];
  const { id, secret, scope } = value;
  if (typeof id !== "string" || typeof secret !== "string") return [];
  const method = CLIENT_AUTH_METHODS.find((it) => it === value.method) ?? "auto";
  return [{ id, secret, method, scope: typeof scope === "string" ? scope : null }];
}

function parseCredential(value: unknown): Credential[] {
  if (!isObject(value)) return [];
  const { kind, place, name, user, scheme, isOpen } = value;
  const has = (...texts: unknown[]) => texts.every((it) => typeof it === "string");
  const secret = value.value ?? value.password ?? value.token;
  if (kind === "oauth") return parseGrant(value.grant).map((grant) => ({ kind, grant }));
  if (typeof secret !== "string") return [];
  if (kind === "bearer") return [{ kind, token: secret }];
  if (kind === "basic" && typeof user === "string") return [{ kind, user, password: secret }];
  if (kind === "other" && typeof scheme === "string") return [{ kind, scheme, value: secret }];
  if (kind !== "key" || typeof name !== "string" || !has(place)) return [];
  const where = (["header", "query", "cookie"] as const).find((it) => it === place);
  return where
    ? [{ kind, place: where, name, value: secret, ...(isOpen === true && { isOpen }) }]
    : [];
}

function parseGrant(value: unknown): Grant[] {
  if (!isObject(value) || !isObject(value.client)) return [];
  const { accessToken, tokenUrl, expiresAt, refreshToken, scope, byClientAlone, client } = value;
  const { id, secret } = client;
  const method = CLIENT_AUTH_METHODS.find((it) => it === client.method);
  const texts = [accessToken, tokenUrl, id, secret];
  if (filterStrings(texts).length < texts.length || !method) return [];
  return [
    {
      accessToken: String(accessToken),
      tokenUrl: String(tokenUrl),
      expiresAt: typeof expiresAt === "number" ? expiresAt : null,
      refreshToken: typeof refreshToken === "string" ? refreshToken : null,
      scope: typeof scope === "string" ? scope : null,
      byClientAlone: byClientAlone === true,
      client: { id: String(id), secret: String(secret), method },
    },
  ];
}

function parseTlsOptions(value: unknown): TlsOptions {
  if (!isObject(value)) return {};
  const { certificate, key, passphrase, ca, acceptUntrusted } = value;
  return {
    ...(typeof certificate === "string" && { certificate }),
    ...(typeof key === "string" && { key }),
    ...(typeof passphrase === "string" && { passphrase }),
    ...(typeof ca === "string" && { ca }),
    ...(acceptUntrusted === true && { acceptUntrusted }),
  };
}
