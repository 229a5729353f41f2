/** Maps the addresses in a card of an agent to those of the tap that stands for it. */

import { isThisMachine } from "../ssrf-guard/resolve-target.ts";
import {
  formatAddress,
  type HostAndPort,
  isSamePlace,
  type TapProxy,
  type TapRoute,
} from "./tap-route.ts";

/** Scheme, authority and the rest. gRPC interfaces are often only `host:port`. */
const URL_PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#\s]+)([/?#].*)?$/i;
const AUTHORITY = /^(\[[\da-f:.]+\]|[^:@]+)(?::(\d{1,5}))?$/i;
/** An agent behind a plain port speaks no TLS. */
const PLAIN_SCHEMES: ReadonlySet<string> = new Set(["http", "grpc", "h2c"]);

/**
 * `host` is the `Host` header of the caller: the name by which it reaches the tap. Addresses of
 * others stay.
 */
export function mapCardUrl(
  url: string,
  routes: readonly TapRoute[],
  own: TapRoute,
  host: string | null,
): string | null {
  const [, scheme, authority = "", rest = ""] = URL_PARTS.exec(url) ?? [];
  const place = parseAuthority(authority, scheme);
  if (!place) return null;
  const route = routes.find(({ via, target }) => via === "reverse" && isSamePlace(target, place));
  if (!route) return null;
  const name = parseAuthority(host ?? "", "http")?.host ?? route.listen.host;
  const listen = formatAddress({ host: name, port: route.listen.port });
  const isOwn = route === own && host !== null && host !== "";
  return `${scheme === undefined ? "" : `${scheme}://`}${isOwn ? host : listen}${rest}`;
}

/**
 * Does a client that follows this URL call the agent without the tap? One that uses the tap as its
 * proxy reaches `targets` through it.
 */
export function bypassesTap(
  url: string,
  routes: readonly TapRoute[],
  targets: TapProxy["targets"] = [],
): boolean {
  const [, scheme, authority = ""] = URL_PARTS.exec(url) ?? [];
  const place = parseAuthority(authority, scheme);
  if (place === null || routes.some(({ listen }) => isSamePlace(listen, place))) return false;
  if (targets === "loopback") return !isThisMachine(place.host);
  return !targets.some((target) => isSamePlace(target, place));
}

function parseAuthority(authority: string, scheme: string | undefined): HostAndPort | null {
  const [, host, digits] = AUTHORITY.exec(authority) ?? [];
  const name = scheme?.toLowerCase() ?? "grpc";
  if (host === undefined || (digits === undefined && scheme === undefined)) return null;
  if (!PLAIN_SCHEMES.has(name)) return name === "https" ? parseSecure(host, digits) : null;
  return { host: host.replace(/^\[|\]$/g, "").toLowerCase(), port: Number(digits ?? 80) };
}

/** A place that no plain port is the same as. */
const parseSecure = (host: string, digits: string | undefined): HostAndPort => ({
  host: `https ${host}`,
  port: Number(digits ?? 443),
});
