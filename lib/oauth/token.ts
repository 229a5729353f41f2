/**
 * Token requests for all grants (RFC 6749, RFC 8628) and client authentication methods.
 *
 * Guarantee: only a bearer token is returned. An ID token is not read: it proves nothing to Loupe,
 * which only passes the access token on.
 */

import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  deviceCodeGrantRequest,
  None,
  processGenericTokenEndpointResponse,
  refreshTokenGrantRequest,
} from "oauth4webapi";
import type { JsonObject } from "../protocol/json.ts";
import {
  callProvider,
  OAuthError,
  type ProviderAccess,
  type ReceivedResponse,
  type RequestOptions,
} from "./provider-call.ts";

/** The client. `basic` and `post` require a secret. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  readonly method: "basic" | "post" | "none";
}

export interface OAuthToken {
  readonly accessToken: string;
  /** Milliseconds since 1970; `null` if the server did not declare it. */
  readonly expiresAt: number | null;
  readonly refreshToken: string | null;
  /** `null` if it is the requested scope. */
  readonly scope: string | null;
}

export interface TokenEndpoint {
  readonly tokenUrl: string;
  readonly client: OAuthClient;
}

/** The response with a code that `validateAuthorizationResponse` accepted, and its request. */
export interface AuthorizedCode {
  readonly response: URLSearchParams;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** The client in the form that `oauth4webapi` takes. */
export function getClientArguments(client: OAuthClient): [Client, ClientAuth] {
  return [{ client_id: client.id }, createClientAuth(client)];
}

export const getScopeFields = (scope: string) => (scope === "" ? {} : { scope });

/** The library requires an issuer. It compares it with ID tokens alone. */
export const NO_ISSUER = "urn:loupe:no-issuer";

export const requestToken = {
  byClient: (access: ProviderAccess, endpoint: TokenEndpoint, scope: string) =>
    callTokenEndpoint(access, endpoint, (server, client, auth, options) =>
      clientCredentialsGrantRequest(server, client, auth, getScopeFields(scope), options),
    ),
  byCode: (
    access: ProviderAccess,
    endpoint: TokenEndpoint,
    { response, redirectUri, verifier }: AuthorizedCode,
  ) =>
    callTokenEndpoint(access, endpoint, (server, client, auth, options) =>
      authorizationCodeGrantRequest(server, client, auth, response, redirectUri, verifier, options),
    ),
  byDevice: (access: ProviderAccess, endpoint: TokenEndpoint, deviceCode: string) =>
    callTokenEndpoint(access, endpoint, (server, client, auth, options) =>
      deviceCodeGrantRequest(server, client, auth, deviceCode, options),
    ),
  byRefresh: (access: ProviderAccess, endpoint: TokenEndpoint, refreshToken: string) =>
    callTokenEndpoint(access, endpoint, (server, client, auth, options) =>
      refreshTokenGrantRequest(server, client, auth, refreshToken, options),
    ),
};

type GrantRequest = (
  server: AuthorizationServer,
  client: Client,
  auth: ClientAuth,
  options: RequestOptions,
) => Promise<Response>;

function callTokenEndpoint(
  access: ProviderAccess,
  { tokenUrl, client }: TokenEndpoint,
  requestGrant: GrantRequest,
): Promise<OAuthToken> {
  const server = { issuer: NO_ISSUER, token_endpoint: tokenUrl };
  const [identity, auth] = getClientArguments(client);
  return callProvider(access, {
    request: (options) => requestGrant(server, identity, auth, options),
    normalize: normalizeToken,
    explain: explainUnusableToken,
    async check(response, received) {
      const token = await processGenericTokenEndpointResponse(server, identity, response);
      // The library knows another type, DPoP.
      if (token.token_type !== "bearer") throw new OAuthError(explainUnusableToken(received));
      const { access_token, expires_in, refresh_token, scope } = token;
      return {
        accessToken: access_token,
        expiresAt: expires_in === undefined ? null : access.now() + expires_in * 1000,
        refreshToken: refresh_token ?? null,
        scope: scope ?? null,
      };
    },
  });
}

function createClientAuth({ id, secret, method }: OAuthClient): ClientAuth {
  if (method === "none") return None();
  if (method === "post") return ClientSecretPost(secret);
  // `ClientSecretBasic` also encodes `-`, `_` and `.`, which servers that do not decode reject.
  const basic = `Basic ${btoa(`${encodeFormValue(id)}:${encodeFormValue(secret)}`)}`;
  return (_server, _client, _body, headers) => headers.set("authorization", basic);
}

/** Both are form-encoded before they are joined (RFC 6749, 2.3.1). */
function encodeFormValue(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Servers leave out the type, and send `null` or text where the standard has a number. */
function normalizeToken({
  access_token,
  token_type,
  expires_in,
  refresh_token,
  scope,
}: JsonObject): JsonObject {
  const seconds = parseSeconds(expires_in);
  return {
    access_token,
    token_type: typeof token_type === "string" ? token_type : "Bearer",
    ...(seconds !== null && { expires_in: seconds }),
    ...(typeof refresh_token === "string" && refresh_token !== "" && { refresh_token }),
    ...(typeof scope === "string" && { scope }),
  };
}

/** `null` if it is not a number of seconds. */
export function parseSeconds(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function explainUnusableToken({ status, fields }: ReceivedResponse): string {
  const { access_token, token_type } = fields ?? {};
  return typeof access_token === "string" && access_token !== ""
    ? `The token type is “${token_type}”, which Loupe cannot send.`
    : `The provider responded with HTTP ${status}, but without a token.`;
}
