/**
 * Metadata of an OAuth provider, from OpenID Connect Discovery or RFC 8414.
 *
 * Guarantees: endpoints that are not web URLs are ignored; a document that names no issuer, or
 * another one than it was fetched for, is rejected with an `OAuthError`.
 */

import { processDiscoveryResponse } from "oauth4webapi";
import type { OAuthResponse } from "../api/api-types.ts";
import { parseJson } from "../json/exact-json.ts";
import { filterStrings, isObject, type JsonObject } from "../protocol/json.ts";
import { OAuthError } from "./provider-call.ts";

export interface OAuthProvider {
  /** `null` if the endpoints come from an agent card alone. */
  readonly issuer: string | null;
  readonly authorizationUrl: string | null;
  readonly deviceAuthorizationUrl: string | null;
  readonly tokenUrl: string | null;
  /** Supported client authentication methods; `null` if not declared. */
  readonly clientMethods: readonly string[] | null;
  /** Whether its responses always name the issuer, so that a forged one is noticed (RFC 9207). */
  readonly namesItself: boolean;
}

const WELL_KNOWN = "/.well-known/";
const OPENID = "openid-configuration";
const OAUTH = "oauth-authorization-server";

/** URLs at which the metadata may be, given its own URL or that of the issuer. */
export function getMetadataUrls(text: string): string[] {
  if (!isWebUrl(text)) return [];
  const url = new URL(text);
  if (url.pathname.includes(WELL_KNOWN)) return [url.href];
  const path = url.pathname.replace(/\/+$/, "");
  const at = (pathname: string) => new URL(pathname, url.origin).href;
  return [
    ...new Set([
      at(`${path}${WELL_KNOWN}${OPENID}`),
      at(`${WELL_KNOWN}${OAUTH}${path}`),
      at(`${WELL_KNOWN}${OPENID}${path}`),
    ]),
  ];
}

/** The issuer that a well-known URL belongs to; `null` for any other URL. */
export function getIssuer(metadataUrl: string): string | null {
  const { origin, pathname } = new URL(metadataUrl);
  const [, before = "", after = ""] =
    /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(
      pathname,
    ) ?? [];
  return pathname.includes(WELL_KNOWN) ? origin + before + after : null;
}

/** The provider that a response with metadata describes. */
export async function parseProvider(
  { status, body }: OAuthResponse,
  metadataUrl: string,
): Promise<OAuthProvider> {
  if (status !== 200) throw new OAuthError(`HTTP ${status}.`);
  const fields = parseJson(body);
  if (!isObject(fields)) throw new OAuthError("The provider's metadata is not a JSON object.");
  const issuer = await checkIssuer(fields, getIssuer(metadataUrl));
  const methods = fields.token_endpoint_auth_methods_supported;
  return {
    issuer,
    authorizationUrl: getUrl(fields, "authorization_endpoint"),
    deviceAuthorizationUrl: getUrl(fields, "device_authorization_endpoint"),
    tokenUrl: getUrl(fields, "token_endpoint"),
    clientMethods: Array.isArray(methods) ? filterStrings(methods) : null,
    namesItself: fields.authorization_response_iss_parameter_supported === true,
  };
}

/** The issuer of the metadata. A URL that belongs to no issuer (`null`) may have that of any. */
async function checkIssuer(fields: JsonObject, expected: string | null): Promise<string> {
  const { issuer } = fields;
  if (typeof issuer !== "string" || !URL.canParse(issuer)) {
    throw new OAuthError("The provider's metadata has no issuer URL.");
  }
  // The library compares exactly.
  const isExpected = expected === null || isSameIssuer(issuer, expected);
  try {
    const url = new URL(isExpected ? issuer : expected);
    return (await processDiscoveryResponse(url, Response.json(fields))).issuer;
  } catch {
    throw new OAuthError(
      `The provider's metadata is from another issuer: ${issuer} instead of ${expected}.`,
    );
  }
}

/** Ignores a trailing slash. */
export function isSameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, "") === b.replace(/\/$/, "");
}

export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function getUrl(fields: JsonObject, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && isWebUrl(value) ? value : null;
}
