/**
 * Device authorization flow (RFC 8628): parses the code that the user enters on another device, and
 * the results of polling for the token. The caller passes the time.
 */

import { isWebUrl } from "./provider.ts";
import {
  findFailure,
  isOAuthFailure,
  type OAuthFailure,
  type OAuthToken,
  parseResponseFields,
  parseToken,
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

const DEFAULT_INTERVAL_S = 5;
const DEFAULT_LIFETIME_S = 600;
/** Added to the interval by each `slow_down` (RFC 8628, 3.5). */
const SLOWER_MS = 5000;

export function parseDeviceCode(
  status: number,
  body: string,
  now: number,
): DeviceCode | OAuthFailure {
  const fields = parseResponseFields(body);
  const failure = findFailure(status, fields);
  if (failure) return failure;
  const text = (name: string) => {
    const value = fields?.[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const [deviceCode, userCode] = [text("device_code"), text("user_code")];
  // Google sends `verification_url`.
  const url = text("verification_uri") ?? text("verification_url");
  if (!deviceCode || !userCode || !url || !isWebUrl(url)) {
    return { code: null, words: "The response has no code to enter, or no URL to enter it at." };
  }
  const urlWithCode = text("verification_uri_complete");
  return {
    deviceCode,
    userCode,
    url,
    urlWithCode: urlWithCode && isWebUrl(urlWithCode) ? urlWithCode : null,
    expiresAt: now + parseSeconds(fields?.expires_in, DEFAULT_LIFETIME_S) * 1000,
    interval: parseSeconds(fields?.interval, DEFAULT_INTERVAL_S) * 1000,
  };
}

function parseSeconds(value: unknown, fallback: number): number {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : fallback;
}

export type DevicePollResult =
  | { readonly kind: "token"; readonly token: OAuthToken }
  /** Poll again after the interval, which may have grown. */
  | { readonly kind: "wait"; readonly code: DeviceCode }
  | { readonly kind: "over"; readonly words: string };

/** Interprets the response to one poll for the token. */
export function resolveDevicePoll(
  code: DeviceCode,
  { status, body }: { readonly status: number; readonly body: string },
  now: number,
): DevicePollResult {
  const result = parseToken(status, body, now);
  if (!isOAuthFailure(result)) return { kind: "token", token: result };
  const isPending = result.code === "authorization_pending" || result.code === "slow_down";
  if (!isPending) return { kind: "over", words: result.words };
  if (now >= code.expiresAt) return { kind: "over", words: EXPIRED };
  const interval = code.interval + (result.code === "slow_down" ? SLOWER_MS : 0);
  return { kind: "wait", code: { ...code, interval } };
}

const EXPIRED = "The code expired before it was entered. Request a new one.";
