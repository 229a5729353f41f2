/**
 * Token requests for all grants (RFC 6749, RFC 8628) and client authentication methods.
 *
 * Guarantee: only a bearer token is returned. An ID token is not read: it proves nothing to Loupe,
 * which only passes the access token on.
 */

import {
  authorizationCodeGrantRequest,
  type ClientAuth,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  deviceCodeGrantRequest,
  None,
  processGenericTokenEndpointResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
} from "oauth4webapi";
import type { JsonObject } from "../protocol/json.ts";
import {
  callProvider,
  OAuthError,
  type ProviderAccess,
  type ProviderCall,
  type ReceivedResponse,
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
interface AuthorizedCode {
  readonly response: URLSearchParams;
  readonly redirectUri: string;
  readonly verifier: string;
}

export const getScopeFields = (scope: string) => (scope === "" ? {} : { scope });

/** The library requires an issuer. It compares it with ID tokens alone. */
export const NO_ISSUER = "urn:loupe:no-issuer";

/** Requests for a token, one for each grant. */
export function createTokenRequester(
  access: ProviderAccess,
  { tokenUrl, client: registered }: TokenEndpoint,
) {
  const server = { issuer: NO_ISSUER, token_endpoint: tokenUrl };
  const client = { client_id: registered.id };
  const auth = createClientAuth(registered);
  const call = (request: ProviderCall<OAuthToken>["request"]) =>
    callProvider(access, {
      request,
      normalize: normalizeToken,
      explain: explainUnusableToken,
      async check(response, received) {
        const token = await processGenericTokenEndpointResponse(server, client, response);
        // The library knows another type, DPoP.
        if (token.token_type !== "bearer") throw new OAuthError(explainUnusableToken(received));
        return createToken(token, access.now());
      },
    });
  return {
    byClient: (scope: string) =>
      call((options) =>
        clientCredentialsGrantRequest(server, client, auth, getScopeFields(scope), options),
      ),
    byCode: ({ response, redirectUri: uri, verifier }: AuthorizedCode) =>
      call((options) =>
        authorizationCodeGrantRequest(server, client, auth, response, uri, verifier, options),
      ),
    byDevice: (deviceCode: string) =>
      call((options) => deviceCodeGrantRequest(server, client, auth, deviceCode, options)),
    byRefresh: (refreshToken: string) =>
      call((options) => refreshTokenGrantRequest(server, client, auth, refreshToken, options)),
  };
}

function createToken(
  { access_token, expires_in, refresh_token, scope }: TokenEndpointResponse,
  now: number,
): OAuthToken {
  return {
    accessToken: access_token,
    expiresAt: expires_in === undefined ? null : now + expires_in * 1000,
    refreshToken: refresh_token ?? null,
    scope: scope ?? null,
  };
}

export function createClientAuth({ id, secret, method }: OAuthClient): ClientAuth {
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
