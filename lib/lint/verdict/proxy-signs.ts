/**
 * Finds signs of a proxy between client and agent: a proxy that names itself in the response headers,
 * a gateway status, or a connection that ends when a known timeout expires. These are only signs, so
 * proxy involvement is always reported as likely.
 */

import type { Exchange } from "../../timeline/exchange.ts";
import { getHeaderValue, getHeaderValues } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";

/** Headers that only a proxy adds, and the name of that proxy. */
const PROXY_HEADERS: readonly (readonly [header: string, name: string])[] = [
  ["cf-ray", "Cloudflare"],
  ["x-amz-cf-id", "CloudFront"],
  ["x-amz-apigw-id", "Amazon API Gateway"],
  ["x-azure-ref", "Azure Front Door"],
  ["fly-request-id", "the proxy of Fly.io"],
  ["x-vercel-id", "Vercel"],
  ["x-kong-proxy-latency", "Kong"],
  ["x-kong-response-latency", "Kong"],
  ["x-envoy-upstream-service-time", "Envoy"],
];

/** Names of proxies in the `Server` header. */
const PROXY_SERVERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^nginx/i, "nginx"],
  [/^openresty/i, "OpenResty"],
  [/^cloudflare/i, "Cloudflare"],
  [/^(?:istio-)?envoy/i, "Envoy"],
  [/^awselb/i, "the load balancer of AWS"],
  [/^cloudfront/i, "CloudFront"],
  [/^google frontend/i, "Google Frontend"],
  [/^microsoft-azure-application-gateway/i, "Azure Application Gateway"],
  [/^haproxy/i, "HAProxy"],
  [/^varnish/i, "Varnish"],
  [/^traefik/i, "Traefik"],
  [/^caddy/i, "Caddy"],
  [/^akamai/i, "Akamai"],
  [/^kong/i, "Kong"],
  [/^(?:ats|apachetrafficserver)\b/i, "Apache Traffic Server"],
  [/^squid/i, "Squid"],
  [/^big-?ip/i, "BIG-IP"],
];

const MAX_NAME_LENGTH = 60;

/** The proxy that the response headers name; `null` if they name none. */
export function findProxyName(headers: HeaderList): string | null {
  const mark = PROXY_HEADERS.find(([header]) => getHeaderValue(headers, header) !== null);
  if (mark) return mark[1];
  const server = getHeaderValue(headers, "server") ?? "";
  const known = PROXY_SERVERS.find(([pattern]) => pattern.test(server));
  if (known) return known[1];
  const via = getHeaderValues(headers, "via").join(", ");
  return via === "" ? null : `“Via: ${via.slice(0, MAX_NAME_LENGTH)}”`;
}

/** Statuses of a gateway that got no valid response from its upstream. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([
  502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530,
]);
/** An overloaded agent may send this status itself. */
const AMBIGUOUS_STATUS = 503;

/** The likely sender of a response that an agent would not send itself; `null` if the agent may have. */
export function detectGateway({ status, headers }: { status: number; headers: HeaderList }) {
  const name = findProxyName(headers);
  const isPage = /\bhtml\b/i.test(getHeaderValue(headers, "content-type") ?? "");
  const isGateways = GATEWAY_STATUSES.has(status);
  const isLikely = isGateways
    ? isPage || name !== null || status !== AMBIGUOUS_STATUS
    : isPage && name !== null;
  return isLikely ? { name, isPage } : null;
}

/** Idle timeouts of known proxies, gateways and clouds, in seconds. */
const IDLE_TIMEOUTS = [30, 55, 60, 75, 90, 100, 120, 180, 230, 240, 300, 350, 600, 900, 1800, 3600];
/** Their timeouts for a whole request, in seconds. */
const REQUEST_TIMEOUTS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600];
/** Timers do not fire early, except for the difference between our clock and the timer's start. */
const EARLY_MS = 250;
const LATE_MS = 1000;

function findTimeout(timers: readonly number[], ms: number): number | undefined {
  return timers.find((seconds) => {
    const late = ms - seconds * 1000;
    return late >= -EARLY_MS && late <= LATE_MS;
  });
}

/** A known timeout that expired when the exchange ended. */
export interface ProxyTimeout {
  readonly of: "silence" | "whole";
  readonly seconds: number;
}

/** The timeout that matches the end of the exchange; `null` if none does or it has not ended. */
export function findProxyTimeout(exchange: Exchange): ProxyTimeout | null {
  const { open, head, lastByteTime, end } = exchange;
  if (!end) return null;
  const lastDataTime = Number.isNaN(lastByteTime) ? (head?.time ?? open.time) : lastByteTime;
  const silence = findTimeout(IDLE_TIMEOUTS, end.time - lastDataTime);
  if (silence !== undefined) return { of: "silence", seconds: silence };
  const whole = findTimeout(REQUEST_TIMEOUTS, end.time - open.time);
  return whole === undefined ? null : { of: "whole", seconds: whole };
}

/** The part of the body that the headers announced and that never arrived; `null` if unknown. */
export function describeMissingBody(headers: HeaderList): string | null {
  const coding = getHeaderValue(headers, "transfer-encoding") ?? "";
  if (/\bchunked\b/i.test(coding)) return "its final chunk never arrived";
  return getHeaderValue(headers, "content-length") === null
    ? null
    : "the response is shorter than its Content-Length";
}
