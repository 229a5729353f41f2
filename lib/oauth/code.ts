/**
 * Signing in on the provider's own page: where to send the user (RFC 6749 with PKCE, RFC 7636), and
 * whether what comes back may be believed (state, and RFC 9207's issuer).
 */

import { isSameIssuer, type Provider } from "./provider.ts";
import { failureInWords } from "./token.ts";

/** What is kept here while the user is away; none of it but the state comes back. */
export interface Departure {
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

export function authorizationAddress(
  authorizationUrl: string,
  { state, redirectUri }: Departure,
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
export async function challengeOf(
  verifier: string,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> {
  return base64url(new Uint8Array(await sha256(new TextEncoder().encode(verifier))));
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The code that came back with the user; a sentence where it must not be used. */
export function readReturn(
  query: URLSearchParams,
  { state }: Departure,
  { issuer, namesItself }: Pick<Provider, "issuer" | "namesItself">,
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
  if (error !== null) return failureInWords(error, query.get("error_description"));
  const code = query.get("code");
  return code ? { code } : "Neither a code nor an error came back.";
}
