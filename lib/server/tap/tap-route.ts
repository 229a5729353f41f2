/**
 * The routes of a tap: where it listens, and the one agent that each address stands for.
 *
 * Guarantees: no address is used twice, and no chain of routes leads back to itself.
 */

import type { TapMode } from "../../wire/record.ts";
import { isThisMachine } from "../ssrf-guard/resolve-target.ts";

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** An agent as a tap calls it. */
export interface TapTarget extends HostAndPort {
  /** It is called over TLS. */
  readonly isSecure: boolean;
  /** The path below which it answers, without a slash at the end; empty for all paths. */
  readonly prefix: string;
}

export interface TapRoute {
  readonly via: Exclude<TapMode, "forward">;
  readonly listen: HostAndPort;
  readonly target: TapTarget;
}

/** An address for callers that use the tap as their HTTP proxy. */
export interface TapProxy {
  readonly listen: HostAndPort;
  /** The agents that it forwards to; `loopback` for every port of this machine. */
  readonly targets: readonly TapTarget[] | "loopback";
}

export class RouteError extends Error {}

const LOCAL_HOST = "localhost";
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Parses `LISTEN=TARGET`: ports or addresses; the target may be a URL. */
export function parseTapRoute(text: string, via: TapRoute["via"]): TapRoute {
  const at = text.indexOf("=");
  if (at < 0) throw new RouteError(`"${text}" is not LISTEN=TARGET, such as 9999=9998`);
  const listen = parseHostAndPort(text.slice(0, at), text);
  const target = parseTarget(text.slice(at + 1), text);
  if (via === "takeover" && (target.isSecure || target.prefix !== "")) {
    throw new RouteError(
      `taking the agent's place changes nothing, so its target has neither https nor a path; use --reverse ${text}`,
    );
  }
  return { via, listen, target };
}

/** Parses the address at which a proxy listens, and those of its agents. */
export function parseTapProxy(listen: string, targets: readonly string[]): TapProxy {
  const parsed = targets.map((word) => {
    const target = parseTarget(word, word);
    if (target.prefix === "") return target;
    throw new RouteError(`${word} has a path; a proxy forwards all paths of an address`);
  });
  return { listen: parseHostAndPort(listen, `--forward ${listen}`), targets: parsed };
}

/** Parses the address at which notifications are received: agents must be able to call it. */
export function parsePushAddress(word: string): HostAndPort {
  const listen = parseHostAndPort(word, `--push ${word}`);
  if (!WILDCARDS.has(listen.host)) return listen;
  throw new RouteError(`--push ${word} is no address that an agent can call; name a host`);
}

/** Parses a name by which callers may reach a tap at its own address. */
export function parseHostName(word: string): string {
  if (HOST_NAME.test(word)) return word.toLowerCase();
  throw new RouteError(`"${word}" is not a host name, such as tap.internal; it has no port`);
}

function parseTarget(word: string, text: string): TapTarget {
  const [, scheme, rest = "", path = ""] = URL_PARTS.exec(word) ?? [];
  const name = scheme?.toLowerCase() ?? "http";
  if (name !== "http" && name !== "https") {
    throw new RouteError(`the target of ${text} is neither an http nor an https address`);
  }
  if (/[?#\s]/.test(path)) {
    throw new RouteError(`the target of ${text} has a query; name an address and a path`);
  }
  const hasPort = scheme === undefined || /:\d+$/.test(rest);
  const isSecure = name === "https";
  const address = hasPort ? rest : `${rest}:${isSecure ? 443 : 80}`;
  return { ...parseHostAndPort(address, text), isSecure, prefix: path.replace(/\/+$/, "") };
}

const URL_PARTS = /^(?:([a-z]+):\/\/)?([^/]*)(.*)$/i;
const HOST_NAME = /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_.])?$/i;
const HOST_AND_PORT = /^(?:(\[[\da-f:.]+\]|[a-z\d_.-]+):)?(\d{1,5})$/i;

function parseHostAndPort(word: string, text: string): HostAndPort {
  const [, host = LOCAL_HOST, digits] = HOST_AND_PORT.exec(word) ?? [];
  const port = Number(digits);
  if (digits === undefined || port < 1 || port > 65_535) {
    throw new RouteError(`"${word}" in ${text} is neither a port nor HOST:PORT`);
  }
  return { host: host.replace(/^\[|\]$/g, "").toLowerCase(), port };
}

export const formatAddress = ({ host, port }: HostAndPort): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

/** The `Host` of requests to an agent: without the port that its scheme implies. */
export const formatHost = (target: TapTarget): string =>
  target.port === (target.isSecure ? 443 : 80)
    ? formatAddress(target).replace(/:\d+$/, "")
    : formatAddress(target);

/** As a URL where `host:port` would not say all. */
export function formatTarget(target: TapTarget): string {
  const { isSecure, prefix } = target;
  if (!isSecure && prefix === "") return formatAddress(target);
  return `${isSecure ? "https" : "http"}://${formatAddress(target)}${prefix}`;
}

export const formatRoute = ({ listen, target }: TapRoute): string =>
  `${formatAddress(listen)} → ${formatTarget(target)}`;

export const formatProxy = ({ listen, targets }: TapProxy): string =>
  `${formatAddress(listen)} → ${targets === "loopback" ? "this machine" : targets.map(formatTarget).join(", ")}`;

/** Throws if a proxy forwards to itself, or listens where a route does. */
export function checkTapProxy({ listen, targets }: TapProxy, routes: readonly TapRoute[]): void {
  if (listen.port !== 0 && findRouteAt(routes, listen)) {
    throw new RouteError(`port ${listen.port} is given twice`);
  }
  if (targets !== "loopback" && targets.some((target) => isSamePlace(target, listen))) {
    throw new RouteError(`${formatAddress(listen)} leads back to the tap itself`);
  }
}

/** Throws if two routes listen at one address, or if a route leads back to itself. */
export function checkTapRoutes(routes: readonly TapRoute[]): void {
  for (const [i, route] of routes.entries()) {
    const twin = routes.slice(0, i).find(({ listen }) => isSamePlace(listen, route.listen));
    if (twin) throw new RouteError(`port ${route.listen.port} is given twice`);
  }
  for (const route of routes) {
    const visited = [route];
    for (
      let next = findRouteAt(routes, route.target);
      next;
      next = findRouteAt(routes, next.target)
    ) {
      if (visited.includes(next)) {
        throw new RouteError(`${formatRoute(route)} leads back to the tap itself`);
      }
      visited.push(next);
    }
  }
}

const findRouteAt = (routes: readonly TapRoute[], target: HostAndPort) =>
  routes.find(({ listen }) => isSamePlace(listen, target));

/** Names and addresses of this machine are the same place. */
export function isSamePlace(one: HostAndPort, other: HostAndPort): boolean {
  // Port 0 is any free one.
  if (one.port !== other.port || one.port === 0) return false;
  return one.host === other.host || (isLocal(one.host) && isLocal(other.host));
}

const isLocal = (host: string) => WILDCARDS.has(host) || isThisMachine(host);
