/**
 * Who hands out tokens, and where: what an authorization server says of itself, by OpenID Connect
 * Discovery and RFC 8414.
 *
 * Guarantees: total; an endpoint that is no web address is none; a document that names another
 * issuer than the one it was fetched for is refused.
 */

import { filterStrings, isObject, type JsonObject } from "../protocol/json.ts";

export interface OAuthProvider {
  /** `null` where only a card named its endpoints. */
  readonly issuer: string | null;
  readonly authorizationUrl: string | null;
  readonly deviceAuthorizationUrl: string | null;
  readonly tokenUrl: string | null;
  /** How clients may say who they are; `null` where it does not say. */
  readonly clientMethods: readonly string[] | null;
  /** Its answers name it, so that one from somebody else is noticed (RFC 9207). */
  readonly namesItself: boolean;
}

const WELL_KNOWN = "/.well-known/";
const OPENID = "openid-configuration";
const OAUTH = "oauth-authorization-server";

/** Where the metadata may be, given its own address or that of the issuer. */
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

/** The issuer that a well-known address belongs to; `null` for any other address. */
export function getIssuer(metadataUrl: string): string | null {
  const { origin, pathname } = new URL(metadataUrl);
  const [, before = "", after = ""] =
    /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(
      pathname,
    ) ?? [];
  return pathname.includes(WELL_KNOWN) ? origin + before + after : null;
}

/** A sentence where it cannot be used. */
export function parseProvider(value: unknown, metadataUrl: string): OAuthProvider | string {
  if (!isObject(value)) return "Its metadata is no JSON object.";
  const issuer = typeof value.issuer === "string" ? value.issuer : null;
  const expected = getIssuer(metadataUrl);
  if (expected !== null && issuer !== null && !isSameIssuer(issuer, expected)) {
    return `Its metadata is of another issuer: ${issuer} instead of ${expected}.`;
  }
  const methods = value.token_endpoint_auth_methods_supported;
  return {
    issuer,
    authorizationUrl: getUrl(value, "authorization_endpoint"),
    deviceAuthorizationUrl: getUrl(value, "device_authorization_endpoint"),
    tokenUrl: getUrl(value, "token_endpoint"),
    clientMethods: Array.isArray(methods) ? filterStrings(methods) : null,
    namesItself: value.authorization_response_iss_parameter_supported === true,
  };
}

/** What a slash at the end makes is no other issuer. */
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
