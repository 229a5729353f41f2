/**
 * Requests and renews OAuth tokens through Loupe's server.
 *
 * Guarantees: a token is renewed only once at a time, however many requests need it and however
 * many tabs share it; a refresh token that the provider rejects is not used again.
 */

import type { TlsOptions } from "../api/schemas/api-requests.ts";
import { getMetadataUrls, type OAuthProvider, parseProvider } from "../oauth/provider.ts";
import { OAuthError, type ProviderAccess } from "../oauth/provider-call.ts";
import { createTokenRequester, type OAuthToken } from "../oauth/token.ts";
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

/** The TLS options of the provider's origin apply to it as they do to an agent. */
export function createProviderAccess(credentials: CredentialStore): ProviderAccess {
  return {
    send: (request) =>
      apiClient.sendOAuthRequest({ ...request, ...getTlsOptions(credentials, request.url) }),
    now: () => Date.now(),
  };
}

function getTlsOptions(credentials: CredentialStore, url: string): { tls?: TlsOptions } {
  const { tls } = credentials.getForUrl(url);
  return Object.keys(tls).length > 0 ? { tls } : {};
}

/** Fetches the metadata of a provider from the first URL that has any. */
export async function discoverProvider(
  access: ProviderAccess,
  address: string,
): Promise<OAuthProvider> {
  const urls = getMetadataUrls(address);
  if (urls.length === 0) throw new Error(`“${address.slice(0, 200)}” is not a web address.`);
  const failures: string[] = [];
  for (const url of urls) {
    const headers = [["accept", "application/json"]] as const;
    const response = await access.send({ method: "GET", url, headers });
    try {
      return await parseProvider(response, url);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      failures.push(`${url}: ${error.message}`);
    }
  }
  throw new Error(`The provider has no usable metadata. ${failures.join(" ")}`);
}

const pendingRenewals = new Map<string, PendingRenewal>();

/** Renews the stale tokens, or all, of a URL's origin. Returns the first failure as a message. */
export async function renewTokens(
  credentials: CredentialStore,
  url: string,
  which: "stale" | "all",
): Promise<string | null> {
  const held = credentials.getForUrl(url);
  const found = which === "all" ? findRenewableGrants(held) : findStaleGrants(held, Date.now());
  for (const [scheme, grant] of found) {
    const failure = await renewOnce(credentials, url, scheme, grant);
    if (failure) return `${scheme}: ${failure.message}`;
  }
  return null;
}

/** Tokens belong to an origin: two URLs of it must not both use a single-use refresh token. */
function renewOnce(
  credentials: CredentialStore,
  url: string,
  scheme: string,
  grant: Grant,
): PendingRenewal {
  const key = JSON.stringify([getOrigin(url), scheme]);
  const pending = pendingRenewals.get(key);
  if (pending) return pending;
  const renewal = runExclusively(`loupe.renew ${key}`, () =>
    renewOne(credentials, url, scheme, grant),
  ).finally(() => pendingRenewals.delete(key));
  pendingRenewals.set(key, renewal);
  return renewal;
}

type PendingRenewal = Promise<OAuthError | null>;

/** Runs in one tab at a time, if the page may use the browser's locks. */
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
  /** `null` if another tab renewed, replaced or removed the token meanwhile. */
  const getCurrentGrant = (): Grant | null => {
    credentials.refresh(url);
    const now = findCredential(credentials.getForUrl(url), scheme);
    return now?.kind === "oauth" && now.grant.accessToken === grant.accessToken ? now.grant : null;
  };
  const current = getCurrentGrant();
  if (current === null || !isRenewable(current)) return null;
  const token = await requestRenewal(credentials, grant).catch((error: unknown) => {
    if (error instanceof OAuthError) return error;
    throw error;
  });
  if (getCurrentGrant() === null) return null;
  if (token instanceof OAuthError) {
    const isOver = token.code === "invalid_grant";
    if (isOver) credentials.setGrant(url, scheme, { ...grant, refreshToken: null });
    return token;
  }
  credentials.setGrant(url, scheme, {
    ...grant,
    ...token,
    refreshToken: token.refreshToken ?? grant.refreshToken,
    scope: token.scope ?? grant.scope,
  });
  return null;
}

function requestRenewal(credentials: CredentialStore, grant: Grant): Promise<OAuthToken> {
  const requester = createTokenRequester(createProviderAccess(credentials), grant);
  const { refreshToken, scope } = grant;
  return refreshToken === null
    ? requester.byClient(scope ?? "")
    : requester.byRefresh(refreshToken);
}
