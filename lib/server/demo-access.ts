/**
 * The built-in demo agent as a target of this very server. Where others can reach the server, its
 * own machine may not be called, and every request needs a token: the demo alone is let through both.
 *
 * Guarantees: only plain HTTP at the address and port that this server listens on, and only paths
 * of the demo; the key opens nothing else, and the token cannot be had from it.
 */
import { createHmac } from "node:crypto";

/** What the server shows itself in place of the token. */
export const DEMO_HEADER = "x-loupe-demo";

/** Where this server listens. */
export interface ListenAddress {
  /** `null` where it is not known: then nothing is taken for this server. */
  host: string | null;
  port: number;
}

export function createDemoKey(token: string): string {
  return createHmac("sha256", token).update("loupe demo").digest("base64url");
}

export function isDemoPath(path: string): boolean {
  return /^\/demo(?:[/?]|$)/.test(path);
}

/** By its port and path alone; whether it is this machine is decided by its address. */
export function isPossibleDemoUrl(url: URL, { host, port }: ListenAddress): boolean {
  const isHere = url.protocol === "http:" && Number(url.port || "80") === port;
  return host !== null && isHere && isDemoPath(url.pathname);
}
