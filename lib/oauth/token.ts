/**
 * Asking for a token and reading the answer: every grant alike (RFC 6749, 8628), and every way for
 * a client to say who it is.
 */

import { getOwnEntry, isObject } from "../protocol/json.ts";

export interface FormRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly form: string;
}

/** Who asks. `basic` and `post` need a secret. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  readonly method: "basic" | "post" | "none";
}

export interface OAuthToken {
  readonly accessToken: string;
  /** Milliseconds since 1970; `null` where the server did not say. */
  readonly expiresAt: number | null;
  readonly refreshToken: string | null;
  /** `null` where it is what was asked for. */
  readonly scope: string | null;
}

export interface OAuthFailure {
  /** The server's own word, such as `invalid_grant`; `null` where it said none. */
  readonly code: string | null;
  /** One sentence. */
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
  const inBody: FormFields =
    method === "basic"
      ? {}
      : { client_id: id, ...(method === "post" && { client_secret: secret }) };
  const form = new URLSearchParams({ ...fields, ...inBody }).toString();
  const headers: [string, string][] = [
    ["content-type", "application/x-www-form-urlencoded"],
    ["accept", "application/json"],
  ];
  // Both are spelled as in a form before they are joined (RFC 6749, 2.3.1).
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
  const answer = parseResponseFields(body);
  const failure = findFailure(status, answer);
  if (failure) return failure;
  const accessToken = answer?.access_token;
  if (!answer || typeof accessToken !== "string" || accessToken === "") {
    return { code: null, words: `It answered HTTP ${status}, but with no token.` };
  }
  const type = answer.token_type;
  if (typeof type === "string" && type.toLowerCase() !== "bearer") {
    return { code: null, words: `The token is of the type “${type}”, which Loupe cannot show.` };
  }
  const seconds = Number(answer.expires_in ?? Number.NaN);
  return {
    accessToken,
    expiresAt: Number.isFinite(seconds) ? now + seconds * 1000 : null,
    refreshToken: typeof answer.refresh_token === "string" ? answer.refresh_token : null,
    scope: typeof answer.scope === "string" ? answer.scope : null,
  };
}

export function isOAuthFailure<T extends object>(answer: T | OAuthFailure): answer is OAuthFailure {
  return "words" in answer;
}

const MEANINGS: Readonly<Record<string, string>> = {
  invalid_client: "It does not know this client, or not with this secret, or not shown in this way",
  invalid_grant: "What was shown for a token is not valid, has expired or was used before",
  unauthorized_client: "This client may not get tokens in this way",
  unsupported_grant_type: "It does not give tokens in this way",
  invalid_scope: "It does not know one of the scopes, or does not grant it",
  access_denied: "Access was denied",
  expired_token: "The code has expired before it was entered",
  invalid_request: "It could not make sense of the request",
  server_error: "It failed",
  temporarily_unavailable: "It cannot answer right now",
};

/** What an authorization server says went wrong, in words; its own are kept. */
export function describeFailure(code: string, description: string | null): string {
  const meaning = getOwnEntry(MEANINGS, code) ?? "It refused";
  return `${meaning} (${code}${description ? `: ${description.replace(/\.$/, "")}` : ""}).`;
}

export function findFailure(
  status: number,
  answer: Readonly<Record<string, unknown>> | null,
): OAuthFailure | null {
  const code = answer?.error;
  if (typeof code === "string") {
    const told = answer?.error_description;
    return { code, words: describeFailure(code, typeof told === "string" ? told : null) };
  }
  if (status >= 200 && status <= 299) return null;
  return { code: null, words: `It answered HTTP ${status} without saying why.` };
}

/** JSON, as it must be; a form, as some send. */
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
