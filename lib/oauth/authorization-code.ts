/**
 * Authorization code flow with PKCE (RFC 6749, RFC 7636): builds the URL to send the user to, and
 * validates the response (state, and the issuer of RFC 9207).
 */

import {
  AuthorizationResponseError,
  type AuthorizationServer,
  validateAuthResponse,
} from "oauth4webapi";
import { isSameIssuer, type OAuthProvider } from "./provider.ts";
import { describeErrorCode, OAuthError } from "./provider-call.ts";
import { NO_ISSUER } from "./token.ts";

/** Kept until the response arrives. Only `state` is part of the response. */
export interface PendingAuthorization {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

interface AuthorizationRequest {
  readonly clientId: string;
  readonly scope: string;
  /** The hash of the verifier, so that the provider sees it only in the token request. */
  readonly challenge: string;
}

export function buildAuthorizationUrl(
  authorizationUrl: string,
  { state, redirectUri }: PendingAuthorization,
  { clientId, scope, challenge }: AuthorizationRequest,
): string {
  const url = new URL(authorizationUrl);
  const fields = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scope !== "" && { scope }),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

type ExpectedProvider = Pick<OAuthProvider, "issuer" | "namesItself">;

/** The response, which has a code. Throws an `OAuthError` if it must not be used. */
export function validateAuthorizationResponse(
  query: URLSearchParams,
  { state }: Pick<PendingAuthorization, "state">,
  clientId: string,
  provider: ExpectedProvider,
): URLSearchParams {
  let response: URLSearchParams;
  try {
    const server = createExpectedServer(query.get("iss"), provider);
    response = validateAuthResponse(server, { client_id: clientId }, query, state);
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) {
      throw new OAuthError(explainRejection(query, state, provider));
    }
    const { error: code, error_description: description } = error;
    throw new OAuthError(describeErrorCode(code, description ?? null), code);
  }
  if (!response.get("code")) {
    throw new OAuthError("The response has neither a code nor an error.");
  }
  return response;
}

/** The library compares issuers exactly: a different trailing slash is that of the response. */
function createExpectedServer(
  from: string | null,
  { issuer, namesItself }: ExpectedProvider,
): AuthorizationServer {
  // Without a known issuer there is nothing to compare with.
  const isExpected = from && (issuer === null || isSameIssuer(from, issuer));
  return {
    issuer: isExpected ? from : (issuer ?? NO_ISSUER),
    authorization_response_iss_parameter_supported: namesItself,
  };
}

/** The library rejects the response; this finds out why. */
function explainRejection(
  query: URLSearchParams,
  state: string,
  { issuer, namesItself }: ExpectedProvider,
): string {
  const rejected = "The response was rejected:";
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return `${rejected} it has more than one ${repeated}.`;
  if (query.get("state") !== state) return `${rejected} its state does not match this sign-in.`;
  const from = query.get("iss");
  if (from && issuer !== null && !isSameIssuer(from, issuer)) {
    return `${rejected} it is from another provider, ${from} instead of ${issuer}.`;
  }
  if (!from && namesItself) {
    return `${rejected} it does not name the provider, which this provider always does.`;
  }
  return `${rejected} it is not the response of an authorization code flow.`;
}
