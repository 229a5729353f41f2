/**
 * Signing in on the provider's own page: where to send the user (RFC 6749 with PKCE, RFC 7636), and
 * whether what comes back may be believed (state, and RFC 9207's issuer).
 */

import { isSameIssuer, type OAuthProvider } from "./provider.ts";
import { describeFailure } from "./token.ts";

/** What is kept here while the user is away; none of it but the state comes back. */
export interface PendingAuthorization {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly scope: string;
  /** Of the verifier, by `challengeOf`. */
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

/** The verifier as the provider may see it beforehand. */
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

/** The code that came back with the user; a sentence where it must not be used. */
export function parseAuthorizationResponse(
  query: URLSearchParams,
  { state }: PendingAuthorization,
  { issuer, namesItself }: Pick<OAuthProvider, "issuer" | "namesItself">,
): { readonly code: string } | string {
  if (query.get("state") !== state) {
    return "What came back does not belong to this sign-in: its state is another. It was refused.";
  }
  const from = query.get("iss");
  if (from !== null && issuer !== null && !isSameIssuer(from, issuer)) {
    return `What came back is from another provider: ${from} instead of ${issuer}. It was refused.`;
  }
  if (from === null && namesItself) {
    return "What came back does not name the provider, though this one always does. It was refused.";
  }
  const error = query.get("error");
  if (error !== null) return describeFailure(error, query.get("error_description"));
  const code = query.get("code");
  return code ? { code } : "Neither a code nor an error came back.";
}
