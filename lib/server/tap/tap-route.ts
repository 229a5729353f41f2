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

export interface TapRoute {
  readonly via: TapMode;
  readonly listen: HostAndPort;
  readonly target: HostAndPort;
}

export class RouteError extends Error {}

const LOCAL_HOST = "localhost";

/** Parses `LISTEN=TARGET`: ports or addresses; the target may be a URL. */
export function parseTapRoute(text: string, via: TapMode): TapRoute {
  const at = text.indexOf("=");
  if (at < 0) throw new RouteError(`"${text}" is not LISTEN=TARGET, such as 9999=9998`);
  const listen = parseHostAndPort(text.slice(0, at), text);
  return { via, listen, target: parseTarget(text.slice(at + 1), text) };
}

function parseTarget(word: string, text: string): HostAndPort {
  const [, scheme, rest = "", path = ""] = /^(?:([a-z]+):\/\/)?([^/]*)(.*)$/i.exec(word) ?? [];
  if (scheme !== undefined && scheme.toLowerCase() !== "http") {
    throw new RouteError(`the target of ${text} is not an http address`);
  }
  if (path !== "" && path !== "/") {
    throw new RouteError(
      `the target of ${text} has a path; a tap forwards all paths of an address`,
    );
  }
  const hasPort = scheme === undefined || /:\d+$/.test(rest);
  return parseHostAndPort(hasPort ? rest : `${rest}:80`, text);
}

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

export const formatRoute = ({ listen, target }: TapRoute): string =>
  `${formatAddress(listen)} → ${formatAddress(target)}`;

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
  if (one.port !== other.port) return false;
  return one.host === other.host || (isLocal(one.host) && isLocal(other.host));
}

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

const isLocal = (host: string) => WILDCARDS.has(host) || isThisMachine(host);
