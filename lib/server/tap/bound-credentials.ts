/**
 * Recognizes credentials that hold for one address only, which a reverse tap breaks: it gives the
 * agent another `Host` and URL than the caller signed, and ends the caller's TLS.
 *
 * Guarantees: reads masked headers as well.
 */

import { isObject } from "../../protocol/json.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";

export type BoundCredential = "SigV4" | "DPoP" | "HTTP message signature" | "client certificate";

const WAY_OUT =
  "Take the agent's place instead (LISTEN=TARGET), or use the tap as a proxy (--forward).";

/** The credentials of a request that name its address. */
export function findBoundCredentials(headers: HeaderList, url: string): BoundCredential[] {
  const authorization = getHeaderValue(headers, "authorization") ?? "";
  const found: BoundCredential[] = [];
  const isSigV4 =
    /^AWS4-/i.test(authorization) ||
    (authorization !== "" && getHeaderValue(headers, "x-amz-date") !== null);
  if (isSigV4 || /[?&]X-Amz-Algorithm=AWS4-/i.test(url)) found.push("SigV4");
  if (/^DPoP /i.test(authorization) || getHeaderValue(headers, "dpop") !== null) found.push("DPoP");
  const covered = getHeaderValue(headers, "signature-input") ?? "";
  if (/"(?:@authority|@target-uri|@scheme|@path|host)"/i.test(covered)) {
    found.push("HTTP message signature");
  }
  return found;
}

/** Does a card, of 0.3 or 1.0, ask its clients for a certificate? */
export function requiresClientCertificate(card: unknown): boolean {
  const schemes = isObject(card) && isObject(card.securitySchemes) ? card.securitySchemes : {};
  return Object.values(schemes).some(
    (scheme) =>
      isObject(scheme) && (scheme.type === "mutualTLS" || scheme.mtlsSecurityScheme !== undefined),
  );
}

export function describeBoundCredential(credential: BoundCredential): string {
  return credential === "client certificate"
    ? `The agent asks for a client certificate, which a reverse tap cannot pass on. ${WAY_OUT}`
    : `The request is signed for its own address (${credential}), which a reverse tap changes: the agent may reject it. ${WAY_OUT}`;
}
