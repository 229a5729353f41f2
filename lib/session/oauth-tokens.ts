/**
 * Tokens, asked for through Loupe's server: the first one, and the next when it has run out.
 *
 * Guarantees: a token is renewed once at a time however many requests want it, and of tabs that
 * keep it together by one of them; what the provider no longer renews is not tried again.
 */

import { getMetadataUrls, type OAuthProvider, parseProvider } from "../oauth/provider.ts";
import {
  createFormRequest,
  type FormFields,
  grants,
  isOAuthFailure,
  type OAuthClient,
  type OAuthFailure,
  type OAuthToken,
  parseResponseFields,
  parseToken,
} from "../oauth/token.ts";
import type { OAuthResponse, TlsOptions } from "../wire/api-types.ts";
import { apiClient } from "./api-client.ts";
import type { CredentialStore } from "./credentials.ts";
import {
  findCredential,
  findRenewableGrants,
  findStaleGrants,
  type Grant,
  getOrigin,
  isRenewable,
} from "./origin-credentials.ts";

export type SendTokenRequest = (
  url: string,
  fields: FormFields,
  client: OAuthClient,
) => Promise<OAuthResponse>;

/** What was chosen for the provider's own origin holds for it as for an agent. */
export function createTokenRequester(credentials: CredentialStore): SendTokenRequest {
  return (url, fields, client) => {
    const request = createFormRequest(url, fields, client);
    return apiClient.sendOAuthRequest({
      method: "POST",
      ...request,
      ...getTlsOptions(credentials, url),
    });
  };
}

function getTlsOptions(credentials: CredentialStore, url: string): { tls?: TlsOptions } {
  const { tls } = credentials.getForUrl(url);
  return Object.keys(tls).length > 0 ? { tls } : {};
}

/** What the provider says of itself; the first place that says something counts. */
export async function discoverProvider(
  credentials: CredentialStore,
  address: string,
): Promise<OAuthProvider> {
  const urls = getMetadataUrls(address);
  if (urls.length === 0) throw new Error(`“${address.slice(0, 200)}” is not a web address.`);
  const said: string[] = [];
  for (const url of urls) {
    const { status, body } = await apiClient.sendOAuthRequest({
      method: "GET",
      url,
      headers: [["accept", "application/json"]],
      ...getTlsOptions(credentials, url),
    });
    const provider =
      status === 200 ? parseProvider(parseResponseFields(body), url) : `HTTP ${status}.`;
    if (typeof provider !== "string") return provider;
    said.push(`${url}: ${provider}`);
  }
  throw new Error(`The provider has no usable metadata. ${said.join(" ")}`);
}

export function createGrant(
  token: OAuthToken,
  { tokenUrl, client, byClientAlone }: Pick<Grant, "tokenUrl" | "client" | "byClientAlone">,
): Grant {
  return { ...token, tokenUrl, client, byClientAlone };
}

const pendingRenewals = new Map<string, PendingRenewal>();

/** Renews the tokens held for a URL's origin that need it, or all; the first failure in words. */
export async function renewTokens(
  credentials: CredentialStore,
  url: string,
  which: "stale" | "all",
): Promise<string | null> {
  const held = credentials.getForUrl(url);
  const found = which === "all" ? findRenewableGrants(held) : findStaleGrants(held, Date.now());
  for (const [scheme, grant] of found) {
    const failure = await renewOnce(credentials, url, scheme, grant);
    if (failure) return `${scheme}: ${failure.words}`;
  }
  return null;
}

/** A token is its origin's: two addresses of it must not both show what renews only once. */
function renewOnce(
  credentials: CredentialStore,
  url: string,
  scheme: string,
  grant: Grant,
): PendingRenewal {
  const key = JSON.stringify([getOrigin(url), scheme]);
  const already = pendingRenewals.get(key);
  if (already) return already;
  const renewing = runExclusively(`loupe.renew ${key}`, () =>
    renewOne(credentials, url, scheme, grant),
  ).finally(() => pendingRenewals.delete(key));
  pendingRenewals.set(key, renewing);
  return renewing;
}

type PendingRenewal = Promise<OAuthFailure | null>;

/** One tab after the other, where the browser has them wait: not every page may ask for that. */
function runExclusively(name: string, act: () => PendingRenewal): PendingRenewal {
  const { locks }: { locks?: LockManager } = navigator;
  return locks ? locks.request(name, act) : act();
}

async function renewOne(
  credentials: CredentialStore,
  url: string,
  scheme: string,
  grant: Grant,
): PendingRenewal {
  /** It may have been renewed by another tab, replaced or forgotten meanwhile. */
  const held = (): Grant | null => {
    credentials.refresh(url);
    const now = findCredential(credentials.getForUrl(url), scheme);
    return now?.kind === "oauth" && now.grant.accessToken === grant.accessToken ? now.grant : null;
  };
  const before = held();
  if (before === null || !isRenewable(before)) return null;
  const { refreshToken, tokenUrl, client } = grant;
  const fields =
    refreshToken === null ? grants.byClient(grant.scope ?? "") : grants.byRefresh(refreshToken);
  const { status, body } = await createTokenRequester(credentials)(tokenUrl, fields, client);
  const token = parseToken(status, body, Date.now());
  if (held() === null) return null;
  if (isOAuthFailure(token)) {
    const isOver = token.code === "invalid_grant";
    if (isOver) credentials.setGrant(url, scheme, { ...grant, refreshToken: null });
    return token;
  }
  credentials.setGrant(url, scheme, {
    ...createGrant(token, grant),
    refreshToken: token.refreshToken ?? refreshToken,
    scope: token.scope ?? grant.scope,
  });
  return null;
}
