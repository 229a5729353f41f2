/**
 * Signs of somebody between the client and the agent: a proxy that names itself in the head of an
 * answer, a status that gateways answer with, a connection that ends when some timer would have
 * ended it. Nobody saw the proxy do it, so all of this is likely at best, and said so.
 */

import type { Exchange } from "../../timeline/exchange.ts";
import { getHeaderValue, getHeaderValues } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";

/** Headers that only a proxy adds, and who adds them. */
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

/** What proxies call themselves in `Server`. */
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

/** The proxy that the head of an answer names; `null` where it names none. */
export function findProxyName(headers: HeaderList): string | null {
  const mark = PROXY_HEADERS.find(([header]) => getHeaderValue(headers, header) !== null);
  if (mark) return mark[1];
  const server = getHeaderValue(headers, "server") ?? "";
  const known = PROXY_SERVERS.find(([pattern]) => pattern.test(server));
  if (known) return known[1];
  const via = getHeaderValues(headers, "via").join(", ");
  return via === "" ? null : `“Via: ${via.slice(0, MAX_NAME_LENGTH)}”`;
}

/** Who answers with such a status did not get an answer from the one behind it. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([
  502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530,
]);
/** An agent that is overloaded says this itself. */
const AMBIGUOUS_STATUS = 503;

/** An answer that an agent would not give by itself: who likely gave it, or `null`. */
export function detectGateway({ status, headers }: { status: number; headers: HeaderList }) {
  const name = findProxyName(headers);
  const isPage = /\bhtml\b/i.test(getHeaderValue(headers, "content-type") ?? "");
  const isGateways = GATEWAY_STATUSES.has(status);
  const isLikely = isGateways
    ? isPage || name !== null || status !== AMBIGUOUS_STATUS
    : isPage && name !== null;
  return isLikely ? { name, isPage } : null;
}

/** How many seconds of silence the timers of known proxies, gateways and clouds allow. */
const IDLE_TIMEOUTS = [30, 55, 60, 75, 90, 100, 120, 180, 230, 240, 300, 350, 600, 900, 1800, 3600];
/** How long they let one request take as a whole. */
const REQUEST_TIMEOUTS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600];
/** A timer is no earlier than it is set, but for how far our clock and its beginning are apart. */
const EARLY_MS = 250;
const LATE_MS = 1000;

function findTimeout(timers: readonly number[], ms: number): number | undefined {
  return timers.find((seconds) => {
    const late = ms - seconds * 1000;
    return late >= -EARLY_MS && late <= LATE_MS;
  });
}

/** A timer that would have ended the exchange when it ended; `null` where none is known to be so. */
export interface ProxyTimeout {
  readonly of: "silence" | "whole";
  readonly seconds: number;
}

/** Only to be asked of an exchange that has ended. */
export function findProxyTimeout(exchange: Exchange): ProxyTimeout | null {
  const { open, head, lastByteTime, end } = exchange;
  if (!end) return null;
  const heard = Number.isNaN(lastByteTime) ? (head?.time ?? open.time) : lastByteTime;
  const silence = findTimeout(IDLE_TIMEOUTS, end.time - heard);
  if (silence !== undefined) return { of: "silence", seconds: silence };
  const whole = findTimeout(REQUEST_TIMEOUTS, end.time - open.time);
  return whole === undefined ? null : { of: "whole", seconds: whole };
}

/** What of a body never came, as its head announced it; `null` where the end was one. */
export function describeMissingBody(headers: HeaderList): string | null {
  const coding = getHeaderValue(headers, "transfer-encoding") ?? "";
  if (/\bchunked\b/i.test(coding)) return "its final chunk never arrived";
  return getHeaderValue(headers, "content-length") === null
    ? null
    : "the response is shorter than its Content-Length";
}
