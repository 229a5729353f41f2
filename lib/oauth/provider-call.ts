/**
 * Calls to an OAuth provider. `oauth4webapi` builds each request and checks its response; this
 * module carries both through Loupe's relay, and says why a response was rejected.
 *
 * Guarantees: a rejected response throws an `OAuthError`; errors of the relay pass through.
 */

import {
  allowInsecureRequests,
  type CustomFetchOptions,
  customFetch,
  ResponseBodyError,
} from "oauth4webapi";
import type { OAuthResponse } from "../api/api-types.ts";
import type { OAuthRequest } from "../api/schemas/api-requests.ts";
import { getOwnEntry, isObject, type JsonObject } from "../protocol/json.ts";

/** How a provider is reached, and the clock that its tokens expire by. */
export interface ProviderAccess {
  send(request: OAuthRequest): Promise<OAuthResponse>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A response of the provider, or of the user at the provider, that must not be used. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  /** The server's error code, such as `invalid_grant`; `null` if it sent none. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** Options that make `oauth4webapi` send a request through the relay. */
interface RequestOptions {
  readonly [allowInsecureRequests]: true;
  [customFetch](
    url: string,
    options: CustomFetchOptions<"POST", URLSearchParams>,
  ): Promise<Response>;
}

export interface ProviderCall<T> {
  request(options: RequestOptions): Promise<Response>;
  /** Rejects by throwing an `OAuthError`, or an error of the library, which `explain` explains. */
  check(response: Response, received: ReceivedResponse): Promise<T>;
  /** Fields of a successful response in the form that the standard requires. */
  normalize(fields: JsonObject): JsonObject;
  /** Why the library rejected a response with a successful status and no error code. */
  explain(received: ReceivedResponse): string;
}

export interface ReceivedResponse {
  readonly status: number;
  /** As sent; `null` if the body has none. */
  readonly fields: JsonObject | null;
}

export async function callProvider<T>(
  { send }: ProviderAccess,
  { request, check, normalize, explain }: ProviderCall<T>,
): Promise<T> {
  const call: { received: ReceivedResponse | null } = { received: null };
  const response = await request({
    // Providers of agents in development have no TLS. The relay decides which hosts are called.
    [allowInsecureRequests]: true,
    [customFetch]: async (url, { method, headers, body }) => {
      const list = Object.entries(headers);
      const { status, body: text } = await send({ method, url, headers: list, form: `${body}` });
      call.received = { status, fields: parseFields(text) };
      return createStandardResponse(call.received, normalize);
    },
  });
  const { received } = call;
  if (received === null) throw new Error("No request was sent to the provider.");
  try {
    return await check(response, received);
  } catch (error) {
    throw createOAuthError(error, received, explain);
  }
}

/** Parses JSON, which is required, or a form, which some servers send. */
function parseFields(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return /(?:^|&)(?:access_token|error)=/.test(body)
      ? Object.fromEntries(new URLSearchParams(body))
      : null;
  }
}

/**
 * The response with the status and the media type that the standard requires. Servers send error
 * codes with other statuses, and forms. `oauth4webapi` would reject these without their reason.
 */
function createStandardResponse(
  { status, fields }: ReceivedResponse,
  normalize: (fields: JsonObject) => JsonObject,
): Response {
  const code = fields?.error;
  if (typeof code === "string" && code !== "") {
    const description = fields?.error_description;
    return Response.json(
      { error: code, ...(typeof description === "string" && { error_description: description }) },
      { status: 400 },
    );
  }
  return Response.json(fields && normalize(fields), { status: isSuccessful(status) ? 200 : 500 });
}

const isSuccessful = (status: number) => status >= 200 && status <= 299;

function createOAuthError(
  error: unknown,
  received: ReceivedResponse,
  explain: (received: ReceivedResponse) => string,
): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return new OAuthError(describeErrorCode(code, description ?? null), code);
  }
  const { status } = received;
  return new OAuthError(
    isSuccessful(status)
      ? explain(received)
      : `The provider responded with HTTP ${status} without an error code.`,
  );
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
export function describeErrorCode(code: string, description: string | null): string {
  const meaning = getOwnEntry(MEANINGS, code) ?? "The provider refused";
  return `${meaning} (${code}${description ? `: ${description.replace(/\.$/, "")}` : ""}).`;
}
