/**
 * Requests to an authorization server on the browser's behalf, for its metadata or a token.
 *
 * Guarantees: the same target guard as for agents; nothing is recorded, logged or kept; redirects are
 * not followed, as they would pass on the client's credentials; a response is cut at its limit.
 */

import type { OAuthResponse } from "../../api/api-types.ts";
import type { OAuthRequest } from "../../api/schemas/api-requests.ts";
import type { WireRecord } from "../../wire/record.ts";
import { performExchange } from "../exchange/exchange.ts";
import type { ExchangeLimits } from "../exchange/exchange-limits.ts";
import { ApiError } from "../http/api-error.ts";
import type { TargetPolicy } from "../ssrf-guard/resolve-target.ts";

/** A provider's response is small and quick. */
const PROVIDER_LIMITS: ExchangeLimits = {
  response: { value: 1e6 },
  connect: { value: 15_000 },
  idle: { value: 15_000 },
};

export async function sendOAuthRequest(
  { method, url, headers, form, tls }: OAuthRequest,
  policy: TargetPolicy,
): Promise<OAuthResponse> {
  const stop = new AbortController();
  let status: number | null = null;
  let location: string | null = null;
  const data: Buffer[] = [];
  const append = (record: WireRecord) => {
    if (record.r === "head") status = record.status;
    if (record.r === "data") {
      const { text, b64 } = record;
      data.push(text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text));
    }
    if (record.r !== "redirect") return;
    location = record.location;
    stop.abort();
  };
  const end = await performExchange(
    {
      method,
      url,
      headers,
      ...(form !== undefined && { body: form }),
      ...(tls && { tls }),
    },
    {
      x: "",
      sink: { append, now: () => 0, pendingBytes: 0, waitUntilWritten: async () => undefined },
      policy,
      // Nothing is recorded, and the browser needs the unmasked response.
      createMask: (secret) => secret,
      limits: PROVIDER_LIMITS,
      signal: stop.signal,
    },
  );
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (location !== null)
    throw new ApiError("failed", `${host} redirects to another address.`, REDIRECT_HINT);
  if (status === null || end.cause !== "complete") {
    // The target guard has refused the address.
    const isRefused = end.cause === "refused" && end.error?.by === "loupe";
    throw new ApiError(
      isRefused ? "bad-request" : "failed",
      `${host}: ${end.error?.message ?? `no response (${end.cause}).`}`,
    );
  }
  return { status, body: Buffer.concat(data).toString("utf8") };
}

const REDIRECT_HINT =
  "Loupe does not follow redirects with credentials. Enter the address it redirects to.";
