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
import {
  credentialOf,
  type Grant,
  isRenewable,
  originOf,
  renewableGrants,
  staleGrants,
} from "./credential.ts";
import type { CredentialStore } from "./credentials.ts";
import { service } from "./service.ts";

export type Ask = (url: string, fields: FormFields, client: OAuthClient) => Promise<OAuthResponse>;

/** What was chosen for the provider's own origin holds for it as for an agent. */
export function asking(credentials: CredentialStore): Ask {
  return (url, fields, client) => {
    const request = createFormRequest(url, fields, client);
    return service.oauth({ method: "POST", ...request, ...trustFor(credentials, url) });
  };
}

function trustFor(credentials: CredentialStore, url: string): { tls?: TlsOptions } {
  const { tls } = credentials.at(url);
  return Object.keys(tls).length > 0 ? { tls } : {};
}

/** What the provider says of itself; the first place that says something counts. */
export async function discover(
  credentials: CredentialStore,
  address: string,
): Promise<OAuthProvider> {
  const urls = getMetadataUrls(address);
  if (urls.length === 0) throw new Error(`“${address.slice(0, 200)}” is no web address.`);
  const said: string[] = [];
  for (const url of urls) {
    const { status, body } = await service.oauth({
      method: "GET",
      url,
      headers: [["accept", "application/json"]],
      ...trustFor(credentials, url),
    });
    const provider =
      status === 200 ? parseProvider(parseResponseFields(body), url) : `HTTP ${status}.`;
    if (typeof provider !== "string") return provider;
    said.push(`${url}: ${provider}`);
  }
  throw new Error(`The provider does not describe itself. ${said.join(" ")}`);
}

export function grantOf(
  token: OAuthToken,
  { tokenUrl, client, byClientAlone }: Pick<Grant, "tokenUrl" | "client" | "byClientAlone">,
): Grant {
  return { ...token, tokenUrl, client, byClientAlone };
}

const underWay = new Map<string, Renewing>();

/** Renews the tokens held for a URL's origin that need it, or all; the first failure in words. */
export async function renew(
  credentials: CredentialStore,
  url: string,
  which: "stale" | "all",
): Promise<string | null> {
  const held = credentials.at(url);
  const found = which === "all" ? renewableGrants(held) : staleGrants(held, Date.now());
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
): Renewing {
  const key = JSON.stringify([originOf(url), scheme]);
  const already = underWay.get(key);
  if (already) return already;
  const renewing = alone(`loupe.renew ${key}`, () =>
    renewOne(credentials, url, scheme, grant),
  ).finally(() => underWay.delete(key));
  underWay.set(key, renewing);
  return renewing;
}

type Renewing = Promise<OAuthFailure | null>;

/** One tab after the other, where the browser has them wait: not every page may ask for that. */
function alone(name: string, act: () => Renewing): Renewing {
  const { locks }: { locks?: LockManager } = navigator;
  return locks ? locks.request(name, act) : act();
}

async function renewOne(
  credentials: CredentialStore,
  url: string,
  scheme: string,
  grant: Grant,
): Renewing {
  /** It may have been renewed by another tab, replaced or forgotten meanwhile. */
  const held = (): Grant | null => {
    credentials.refresh(url);
    const now = credentialOf(credentials.at(url), scheme);
    return now?.kind === "oauth" && now.grant.accessToken === grant.accessToken ? now.grant : null;
  };
  const before = held();
  if (before === null || !isRenewable(before)) return null;
  const { refreshToken, tokenUrl, client } = grant;
  const fields =
    refreshToken === null ? grants.byClient(grant.scope ?? "") : grants.byRefresh(refreshToken);
  const { status, body } = await asking(credentials)(tokenUrl, fields, client);
  const token = parseToken(status, body, Date.now());
  if (held() === null) return null;
  if (isOAuthFailure(token)) {
    const isOver = token.code === "invalid_grant";
    if (isOver) credentials.hold(url, scheme, { ...grant, refreshToken: null });
    return token;
  }
  credentials.hold(url, scheme, {
    ...grantOf(token, grant),
    refreshToken: token.refreshToken ?? refreshToken,
    scope: token.scope ?? grant.scope,
  });
  return null;
}
