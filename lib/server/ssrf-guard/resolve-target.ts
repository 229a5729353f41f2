/**
 * The target guard: decides whether a URL may be called, and at which addresses.
 *
 * Guarantees: an allowed target comes with the exact addresses that were checked, and the connection
 * is pinned to them; one forbidden address among several refuses the whole name.
 */
import { type LookupAddress, promises } from "node:dns";
import { networkInterfaces } from "node:os";
import { isPossibleDemoUrl } from "../demo-access.ts";
import { parseIpAddress } from "./ip-address.ts";
import {
  checkAddress,
  checkHostName,
  normalizeHost,
  type TargetPolicy,
  type TargetRefusal,
} from "./target-policy.ts";

export type { TargetPolicy, TargetRefusal } from "./target-policy.ts";

export interface AllowedTarget {
  allowed: true;
  url: URL;
  /** The name or address to connect to, without brackets. */
  host: string;
  port: number;
  /** Checked, and the only ones the connection may use. */
  addresses: readonly LookupAddress[];
  /** False if the URL contained an IP address. */
  isResolved: boolean;
}

export type HostResolver = (host: string) => Promise<readonly LookupAddress[]>;

const lookUpHost: HostResolver = (host) => promises.lookup(host, { all: true });

/** Rejects only when the name cannot be resolved, with the resolver's own error. */
export async function resolveTarget(
  text: string,
  policy: TargetPolicy,
  resolve: HostResolver = lookUpHost,
): Promise<AllowedTarget | TargetRefusal> {
  const url = parseTargetUrl(text);
  if ("allowed" in url) return url;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const byName = checkHostName(host);
  if (!byName.allowed) return byName;

  const literal = parseIpAddress(host);
  const addresses = literal
    ? [{ address: host, family: literal.length === 4 ? 4 : 6 }]
    : await resolve(host);
  const by = { own: policy.wide ? getOwnAddresses() : [], ...policy };
  const isDemo = policy.server !== undefined && isPossibleDemoUrl(url, policy.server);
  for (const { address } of addresses) {
    const verdict = checkAddress(address, host, by, isDemo);
    if (!verdict.allowed) return verdict;
  }
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return { allowed: true, url, host, port, addresses, isResolved: !literal };
}

/** Read each time, because a machine may join another network. */
function getOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((one) => one.address));
}

/** True for a name or address of this machine, without a DNS lookup. */
export function isThisMachine(host: string): boolean {
  const name = normalizeHost(host);
  const address = parseIpAddress(name);
  if (!address) return name === "localhost";
  return (
    name === "::1" ||
    (address[0] === 127 && address.length === 4) ||
    getOwnAddresses().includes(name)
  );
}

/** Accepts an absolute http or https URL without credentials. */
function parseTargetUrl(text: string): URL | TargetRefusal {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) {
    return createRefusal(
      "This is not a URL.",
      "Enter the whole address, for example http://127.0.0.1:9999/.",
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return createRefusal(
      `Loupe does not call ${url.protocol} addresses.`,
      "Use an http or https address.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    return createRefusal(
      "The address contains credentials.",
      "Remove them and send an Authorization header instead.",
    );
  }
  return url;
}

function createRefusal(reason: string, hint: string): TargetRefusal {
  return { allowed: false, reason, hint };
}
