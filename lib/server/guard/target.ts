/**
 * The target guard: decides whether a URL may be called, and at which addresses.
 *
 * Guarantees: an allowed target comes with the very addresses that were judged, for the connection
 * to be pinned to; one bad address among several refuses the name, so a resolver cannot choose.
 */
import { type LookupAddress, promises } from "node:dns";
import { networkInterfaces } from "node:os";
import { mayBeOwnDemo } from "../own-demo.ts";
import { parseAddress } from "./address.ts";
import { judgeAddress, judgeName, plainName, type Refusal, type TargetPolicy } from "./policy.ts";

export type { Refusal, TargetPolicy } from "./policy.ts";

export interface Target {
  allowed: true;
  url: URL;
  /** The name or address to connect to, without brackets. */
  host: string;
  port: number;
  /** Judged, and the only ones the connection may use. */
  addresses: readonly LookupAddress[];
  /** False where the URL named an address. */
  resolved: boolean;
}

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const systemResolve: Resolve = (host) => promises.lookup(host, { all: true });

/** Rejects only when the name cannot be resolved, with the resolver's own error. */
export async function admitTarget(
  text: string,
  policy: TargetPolicy,
  resolve: Resolve = systemResolve,
): Promise<Target | Refusal> {
  const url = readTarget(text);
  if ("allowed" in url) return url;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const byName = judgeName(host);
  if (!byName.allowed) return byName;

  const literal = parseAddress(host);
  const addresses = literal
    ? [{ address: host, family: literal.length === 4 ? 4 : 6 }]
    : await resolve(host);
  const by = { own: policy.wide ? ownAddresses() : [], ...policy };
  const isDemo = policy.server !== undefined && mayBeOwnDemo(url, policy.server);
  for (const { address } of addresses) {
    const verdict = judgeAddress(address, host, by, isDemo);
    if (!verdict.allowed) return verdict;
  }
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return { allowed: true, url, host, port, addresses, resolved: !literal };
}

/** Asked each time: a machine may join another network. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((one) => one.address));
}

/** Is it a name or an address of this machine, whatever servers of names say? */
export function isThisMachine(host: string): boolean {
  const name = plainName(host);
  const address = parseAddress(name);
  if (!address) return name === "localhost";
  return (
    name === "::1" || (address[0] === 127 && address.length === 4) || ownAddresses().includes(name)
  );
}

/** The URL alone: absolute, http or https, without credentials in it. */
function readTarget(text: string): URL | Refusal {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) {
    return refusal(
      "This is not a URL.",
      "Give the whole address, for example http://127.0.0.1:9999/.",
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refusal(`${url.protocol} addresses are not called.`, "Use an http or https address.");
  }
  if (url.username !== "" || url.password !== "") {
    return refusal(
      "The address contains credentials.",
      "Leave them out and send an Authorization header instead.",
    );
  }
  return url;
}

function refusal(reason: string, hint: string): Refusal {
  return { allowed: false, reason, hint };
}
