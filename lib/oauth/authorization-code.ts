/**
 * Authorization code flow with PKCE (RFC 6749, RFC 7636): builds the URL to send the user to, and
 * validates the response (state, and the issuer of RFC 9207).
 */

import { isSameIssuer, type OAuthProvider } from "./provider.ts";
import { describeFailure } from "./token.ts";

/** Kept until the response arrives. Only `state` is part of the response. */
export interface PendingAuthorization {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly scope: string;
  /** The challenge for the verifier, from `createCodeChallenge`. */
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

/** Hashes the verifier, so that the provider sees it only in the token request. */
export async function createCodeChallenge(
  verifier: string,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> {
  return encodeBase64Url(new Uint8Array(await sha256(new TextEncoder().encode(verifier))));
}

export function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The code in the response, or an error message if the response must not be used. */
export function parseAuthorizationResponse(
  query: URLSearchParams,
  { state }: PendingAuthorization,
  { issuer, namesItself }: Pick<OAuthProvider, "issuer" | "namesItself">,
): { readonly code: string } | string {
  if (query.get("state") !== state) {
    return "The response was rejected: its state does not match this sign-in.";
  }
  const from = query.get("iss");
  if (from !== null && issuer !== null && !isSameIssuer(from, issuer)) {
    return `The response was rejected: it is from another provider, ${from} instead of ${issuer}.`;
  }
  if (from === null && namesItself) {
    return "The response was rejected: it does not name the provider, which this provider always does.";
  }
  const error = query.get("error");
  if (error !== null) return describeFailure(error, query.get("error_description"));
  const code = query.get("code");
  return code ? { code } : "The response has neither a code nor an error.";
}
