/**
 * Access of this server to its own demo agents. When other machines can reach the server, it must
 * not call its own machine, and every request needs a token: only the demo agents are exempt from both.
 *
 * Guarantees: only plain HTTP at the address and port this server listens on, and only paths of the
 * demo agents; the key opens nothing else, and the token cannot be derived from it.
 */
import { createHmac } from "node:crypto";
import { DEMO_TEAM_PATH } from "../api/demo-paths.ts";

/** Header by which the server authorizes its own calls, instead of the token. */
export const DEMO_HEADER = "x-loupe-demo";

/** The address this server listens on. */
export interface ListenAddress {
  /** `null` if unknown: then no address counts as this server's. */
  host: string | null;
  port: number;
}

export function createDemoKey(token: string): string {
  return createHmac("sha256", token).update("loupe demo").digest("base64url");
}

export function isDemoPath(path: string): boolean {
  return /^\/demo(?:[/?]|$)/.test(path);
}

/** True for paths of the demo team, which are paths of demo agents too. */
export function isTeamPath(path: string): boolean {
  return path === DEMO_TEAM_PATH || path.startsWith(`${DEMO_TEAM_PATH}/`);
}

/** Checks scheme, port and path only. The caller checks that the address is this machine's. */
export function isPossibleDemoUrl(url: URL, { host, port }: ListenAddress): boolean {
  const isHere = url.protocol === "http:" && Number(url.port || "80") === port;
  return host !== null && isHere && isDemoPath(url.pathname);
}
