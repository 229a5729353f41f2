/**
 * Signing in on another device (RFC 8628): the code to enter there, and when to ask whether that
 * was done. The clock comes in from outside.
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
  /** What the user enters. */
  readonly userCode: string;
  /** Where. */
  readonly url: string;
  /** The same with the code in it already. */
  readonly urlWithCode: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Milliseconds between two questions. */
  readonly interval: number;
}

const DEFAULT_INTERVAL_S = 5;
const DEFAULT_LIFE_S = 600;
/** What `slow_down` adds, for this and all later questions. */
const SLOWER_MS = 5000;

export function parseDeviceCode(
  status: number,
  body: string,
  now: number,
): DeviceCode | OAuthFailure {
  const answer = parseResponseFields(body);
  const failure = findFailure(status, answer);
  if (failure) return failure;
  const text = (name: string) => {
    const value = answer?.[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const [deviceCode, userCode] = [text("device_code"), text("user_code")];
  // Google says `verification_url`.
  const url = text("verification_uri") ?? text("verification_url");
  if (!deviceCode || !userCode || !url || !isWebUrl(url)) {
    return { code: null, words: "Its answer has no code to enter, or no place to enter it." };
  }
  const whole = text("verification_uri_complete");
  return {
    deviceCode,
    userCode,
    url,
    urlWithCode: whole && isWebUrl(whole) ? whole : null,
    expiresAt: now + parseSeconds(answer?.expires_in, DEFAULT_LIFE_S) * 1000,
    interval: parseSeconds(answer?.interval, DEFAULT_INTERVAL_S) * 1000,
  };
}

function parseSeconds(value: unknown, otherwise: number): number {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : otherwise;
}

export type DevicePollResult =
  | { readonly kind: "token"; readonly token: OAuthToken }
  /** Ask again after the interval, which may have grown. */
  | { readonly kind: "wait"; readonly code: DeviceCode }
  | { readonly kind: "over"; readonly words: string };

/** What follows from one question for the token. */
export function resolveDevicePoll(
  code: DeviceCode,
  { status, body }: { readonly status: number; readonly body: string },
  now: number,
): DevicePollResult {
  const answer = parseToken(status, body, now);
  if (!isOAuthFailure(answer)) return { kind: "token", token: answer };
  const isPending = answer.code === "authorization_pending" || answer.code === "slow_down";
  if (!isPending) return { kind: "over", words: answer.words };
  if (now >= code.expiresAt) return { kind: "over", words: EXPIRED };
  const interval = code.interval + (answer.code === "slow_down" ? SLOWER_MS : 0);
  return { kind: "wait", code: { ...code, interval } };
}

const EXPIRED = "The code has expired before it was entered. Ask for another one.";
