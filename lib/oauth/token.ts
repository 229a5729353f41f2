/**
 * Token requests and responses for all grants (RFC 6749, RFC 8628) and client authentication methods.
 */

import { getOwnEntry, isObject } from "../protocol/json.ts";

export interface FormRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly form: string;
}

/** The client. `basic` and `post` require a secret. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  readonly method: "basic" | "post" | "none";
}

export interface OAuthToken {
  readonly accessToken: string;
  /** Milliseconds since 1970; `null` if the server did not declare it. */
  readonly expiresAt: number | null;
  readonly refreshToken: string | null;
  /** `null` if it is the requested scope. */
  readonly scope: string | null;
}

export interface OAuthFailure {
  /** The server's error code, such as `invalid_grant`; `null` if it sent none. */
  readonly code: string | null;
  /** Message for the user, one sentence. */
  readonly words: string;
}

export type FormFields = Readonly<Record<string, string>>;

export const grants = {
  byClient: (scope: string): FormFields => ({
    grant_type: "client_credentials",
    ...(scope !== "" && { scope }),
  }),
  byCode: (code: string, redirectUri: string, verifier: string): FormFields => ({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }),
  byDevice: (deviceCode: string): FormFields => ({
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: deviceCode,
  }),
  byRefresh: (refreshToken: string): FormFields => ({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  }),
};

export function createFormRequest(
  url: string,
  fields: FormFields,
  client: OAuthClient,
): FormRequest {
  const { id, secret, method } = client;
  const clientFields: FormFields =
    method === "basic"
      ? {}
      : { client_id: id, ...(method === "post" && { client_secret: secret }) };
  const form = new URLSearchParams({ ...fields, ...clientFields }).toString();
  const headers: [string, string][] = [
    ["content-type", "application/x-www-form-urlencoded"],
    ["accept", "application/json"],
  ];
  // Both are form-encoded before they are joined (RFC 6749, 2.3.1).
  if (method === "basic") {
    headers.push([
      "authorization",
      `Basic ${btoa(`${encodeFormValue(id)}:${encodeFormValue(secret)}`)}`,
    ]);
  }
  return { url, headers, form };
}

function encodeFormValue(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

export function parseToken(status: number, body: string, now: number): OAuthToken | OAuthFailure {
  const fields = parseResponseFields(body);
  const failure = findFailure(status, fields);
  if (failure) return failure;
  const accessToken = fields?.access_token;
  if (!fields || typeof accessToken !== "string" || accessToken === "") {
    return {
      code: null,
      words: `The provider responded with HTTP ${status}, but without a token.`,
    };
  }
  const type = fields.token_type;
  if (typeof type === "string" && type.toLowerCase() !== "bearer") {
    return { code: null, words: `The token type is “${type}”, which Loupe cannot send.` };
  }
  const seconds = Number(fields.expires_in ?? Number.NaN);
  return {
    accessToken,
    expiresAt: Number.isFinite(seconds) ? now + seconds * 1000 : null,
    refreshToken: typeof fields.refresh_token === "string" ? fields.refresh_token : null,
    scope: typeof fields.scope === "string" ? fields.scope : null,
  };
}

export function isOAuthFailure<T extends object>(result: T | OAuthFailure): result is OAuthFailure {
  return "words" in result;
}

const MEANINGS: Readonly<Record<string, string>> = {
  invalid_client: "The provider rejected the client ID, the secret, or the authentication method",
  invalid_grant: "The code or refresh token is invalid, has expired or was already used",
  unauthorized_client: "This client is not allowed to use this grant type",
  unsupported_grant_type: "The provider does not support this grant type",
  invalid_scope: "The provider does not know or does not grant one of the scopes",
  access_denied: "Access was denied",
  expired_token: "The code expired before it was entered",
  invalid_request: "The provider could not process the request",
  server_error: "The provider failed",
  temporarily_unavailable: "The provider is temporarily unavailable",
};

/** Error message for a code of the authorization server; includes the server's description. */
export function describeFailure(code: string, description: string | null): string {
  const meaning = getOwnEntry(MEANINGS, code) ?? "The provider refused";
  return `${meaning} (${code}${description ? `: ${description.replace(/\.$/, "")}` : ""}).`;
}

export function findFailure(
  status: number,
  fields: Readonly<Record<string, unknown>> | null,
): OAuthFailure | null {
  const code = fields?.error;
  if (typeof code === "string") {
    const description = fields?.error_description;
    return {
      code,
      words: describeFailure(code, typeof description === "string" ? description : null),
    };
  }
  if (status >= 200 && status <= 299) return null;
  return { code: null, words: `The provider responded with HTTP ${status} without an error code.` };
}

/** Parses JSON, which is required, or a form, which some servers send. */
export function parseResponseFields(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return /(?:^|&)(?:access_token|error)=/.test(body)
      ? Object.fromEntries(new URLSearchParams(body))
      : null;
  }
}
