/**
 * Device authorization flow (RFC 8628): requests the code that the user enters on another device, and
 * polls for the token. The caller waits between two polls.
 */

import { deviceAuthorizationRequest, processDeviceAuthorizationResponse } from "oauth4webapi";
import type { JsonObject } from "../protocol/json.ts";
import { isWebUrl } from "./provider.ts";
import { callProvider, OAuthError, type ProviderAccess } from "./provider-call.ts";
import {
  createClientAuth,
  createTokenRequester,
  getScopeFields,
  NO_ISSUER,
  type OAuthClient,
  type OAuthToken,
  parseSeconds,
  type TokenEndpoint,
} from "./token.ts";

export interface DeviceCode {
  readonly deviceCode: string;
  /** The code that the user enters. */
  readonly userCode: string;
  /** The page to enter the code on. */
  readonly url: string;
  /** The same page with the code filled in. */
  readonly urlWithCode: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Milliseconds between two polls. */
  readonly interval: number;
}

interface DeviceEndpoint {
  readonly deviceUrl: string;
  readonly client: OAuthClient;
}

const DEFAULT_INTERVAL_S = 5;
const DEFAULT_LIFETIME_S = 600;
/** Added to the interval by each `slow_down` (RFC 8628, 3.5). */
const SLOWER_MS = 5000;

export function requestDeviceCode(
  access: ProviderAccess,
  { deviceUrl, client: registered }: DeviceEndpoint,
  scope: string,
): Promise<DeviceCode> {
  const server = { issuer: NO_ISSUER, device_authorization_endpoint: deviceUrl };
  const client = { client_id: registered.id };
  const auth = createClientAuth(registered);
  return callProvider(access, {
    request: (options) =>
      deviceAuthorizationRequest(server, client, auth, getScopeFields(scope), options),
    normalize: normalizeDeviceCode,
    explain: () => NO_CODE,
    async check(response, { fields }) {
      const code = await processDeviceAuthorizationResponse(server, client, response);
      const { verification_uri: url, verification_uri_complete: urlWithCode } = code;
      if (!isWebUrl(url)) throw new OAuthError(NO_CODE);
      return {
        deviceCode: code.device_code,
        userCode: code.user_code,
        url,
        urlWithCode: urlWithCode !== undefined && isWebUrl(urlWithCode) ? urlWithCode : null,
        expiresAt: access.now() + code.expires_in * 1000,
        // The library rejects an interval of zero.
        interval: (parseSeconds(fields?.interval) ?? DEFAULT_INTERVAL_S) * 1000,
      };
    },
  });
}

const NO_CODE = "The response has no code to enter, or no URL to enter it at.";

/** Fields without the interval. */
function normalizeDeviceCode(fields: JsonObject): JsonObject {
  const { device_code, user_code, verification_uri, verification_url } = fields;
  const urlWithCode = fields.verification_uri_complete;
  return {
    device_code,
    user_code,
    // Google sends `verification_url`.
    verification_uri: verification_uri || verification_url,
    ...(typeof urlWithCode === "string" &&
      urlWithCode !== "" && { verification_uri_complete: urlWithCode }),
    expires_in: parseSeconds(fields.expires_in) ?? DEFAULT_LIFETIME_S,
  };
}

type DevicePollResult =
  | { readonly kind: "token"; readonly token: OAuthToken }
  /** Poll again after the interval, which may have grown. */
  | { readonly kind: "wait"; readonly code: DeviceCode };

/** Polls once for the token. */
export async function pollForToken(
  access: ProviderAccess,
  endpoint: TokenEndpoint,
  code: DeviceCode,
): Promise<DevicePollResult> {
  try {
    const token = await createTokenRequester(access, endpoint).byDevice(code.deviceCode);
    return { kind: "token", token };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const isTooFast = error.code === "slow_down";
    if (!isTooFast && error.code !== "authorization_pending") throw error;
    if (access.now() >= code.expiresAt) throw new OAuthError(EXPIRED);
    const interval = code.interval + (isTooFast ? SLOWER_MS : 0);
    return { kind: "wait", code: { ...code, interval } };
  }
}

const EXPIRED = "The code expired before it was entered. Request a new one.";
