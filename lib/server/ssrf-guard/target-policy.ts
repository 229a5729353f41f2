/**
 * Which addresses Loupe may call, as a table.
 *
 * Guarantees: what is refused always stays refused whatever is allowed; every refusal has a reason
 * and a hint; an address wrapped in IPv6 is judged by where its packets would go.
 */

import type { ListenAddress } from "../demo-access.ts";
import {
  getEquivalentAddresses,
  type IpAddress,
  type IpRange,
  isInRange,
  parseIpAddress,
  parseIpRange,
  requireIpRange,
} from "./ip-address.ts";

export interface TargetPolicy {
  /** The server can be reached from other machines, so it must not open its own network to them. */
  wide: boolean;
  /** Hosts and ranges to allow all the same. */
  allow: readonly string[];
  /** Addresses of this machine's own, which a firewall between it and the others does not guard. */
  own?: readonly string[];
  /** Where this server listens, so that its demo agent can be told from others on this machine. */
  server?: ListenAddress;
}

export interface TargetRefusal {
  allowed: false;
  reason: string;
  hint: string;
}

export type TargetDecision = { allowed: true } | TargetRefusal;

interface AddressRule {
  range: IpRange;
  what: string;
  hint?: string;
}

const METADATA = "a cloud metadata service, which hands out credentials";
const LINK_LOCAL = "a link-local address, where cloud metadata services listen";
const UNSPECIFIED =
  "the unspecified address, which a server listens on but nobody can be called at";
const USE_LOOPBACK = "Use 127.0.0.1 (or localhost) for an agent on this machine.";
const NEVER_HINT = "Loupe never calls such addresses; use the agent's own address.";

const NEVER_ALLOWED: readonly AddressRule[] = [
  { range: requireIpRange("0.0.0.0/32"), what: UNSPECIFIED, hint: USE_LOOPBACK },
  { range: requireIpRange("::/128"), what: UNSPECIFIED, hint: USE_LOOPBACK },
  { range: requireIpRange("0.0.0.0/8"), what: 'an address of "this network"' },
  { range: requireIpRange("169.254.0.0/16"), what: LINK_LOCAL },
  { range: requireIpRange("fe80::/10"), what: LINK_LOCAL },
  { range: requireIpRange("100.100.100.200/32"), what: METADATA },
  { range: requireIpRange("168.63.129.16/32"), what: METADATA },
  { range: requireIpRange("192.0.0.192/32"), what: METADATA },
  { range: requireIpRange("fd00:ec2::/32"), what: METADATA },
  { range: requireIpRange("fd20:ce::254/128"), what: METADATA },
  { range: requireIpRange("fd00:42::42/128"), what: METADATA },
  { range: requireIpRange("224.0.0.0/4"), what: "a multicast address" },
  { range: requireIpRange("ff00::/8"), what: "a multicast address" },
  { range: requireIpRange("240.0.0.0/4"), what: "a reserved or broadcast address" },
];

const PRIVATE_RANGES: readonly AddressRule[] = [
  { range: requireIpRange("127.0.0.0/8"), what: "a loopback address" },
  { range: requireIpRange("::1/128"), what: "a loopback address" },
  { range: requireIpRange("10.0.0.0/8"), what: "a private address" },
  { range: requireIpRange("172.16.0.0/12"), what: "a private address" },
  { range: requireIpRange("192.168.0.0/16"), what: "a private address" },
  { range: requireIpRange("fc00::/7"), what: "a private address" },
  { range: requireIpRange("fec0::/10"), what: "a private address" },
  { range: requireIpRange("64:ff9b:1::/48"), what: "a private address" },
  { range: requireIpRange("100.64.0.0/10"), what: "a carrier's internal address" },
  { range: requireIpRange("192.0.0.0/24"), what: "a carrier's internal address" },
  { range: requireIpRange("198.18.0.0/15"), what: "a test network's address" },
];

const METADATA_NAMES: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.goog",
  "metadata.google.internal",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** What the name alone already decides. */
export function checkHostName(host: string): TargetDecision {
  if (!METADATA_NAMES.has(normalizeHost(host))) return { allowed: true };
  return { allowed: false, reason: `${host} is ${METADATA}.`, hint: NEVER_HINT };
}

/** What one address the name resolved to (or is) decides. `isDemo`: what is called there may be the demo agent. */
export function checkAddress(
  text: string,
  host: string,
  policy: TargetPolicy,
  isDemo = false,
): TargetDecision {
  const address = parseIpAddress(text);
  if (!address) return createRefusal(host, text, "not an IP address", NEVER_HINT);
  const all = getEquivalentAddresses(address);
  const never = findFirst(all, (one) => findRule(NEVER_ALLOWED, one));
  if (never) return createRefusal(host, text, never.what, never.hint ?? NEVER_HINT);
  if (!policy.wide) return { allowed: true };
  const closed = findFirst(all, (one) =>
    isAllowListed(host, one, policy.allow) || (isDemo && isThisServer(one, policy))
      ? undefined
      : describeLocalAddress(one, policy),
  );
  if (!closed) return { allowed: true };
  return createRefusal(
    host,
    text,
    `${closed}, and this Loupe can be reached from other machines`,
    `Start it with LOUPE_ALLOW_TARGETS=${normalizeHost(host)} to allow it.`,
  );
}

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Does this server listen at the address? */
function isThisServer(address: IpAddress, { own = [], server }: TargetPolicy): boolean {
  if (!server || server.host === null) return false;
  if (!WILDCARDS.has(server.host)) return isInAnyRange(address, [server.host]);
  return isInAnyRange(address, [...own, "127.0.0.1", "::1"]);
}

function isInAnyRange(address: IpAddress, ranges: readonly string[]): boolean {
  return ranges.some((text) => {
    const range = parseIpRange(text);
    return range !== null && isInRange(address, range);
  });
}

/** What makes an address one of this machine or its network, in words. */
function describeLocalAddress(address: IpAddress, { own = [] }: TargetPolicy): string | undefined {
  return (
    findRule(PRIVATE_RANGES, address)?.what ??
    (isInAnyRange(address, own) ? "an address of this machine" : undefined)
  );
}

function findFirst<T>(addresses: readonly IpAddress[], ask: (address: IpAddress) => T | undefined) {
  return addresses.map(ask).find((found) => found !== undefined);
}

/** The form in which names are compared: lower case, no brackets, no final dot. */
export function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$|\.$/g, "");
}

function findRule(rules: readonly AddressRule[], address: IpAddress): AddressRule | undefined {
  return rules.find((rule) => isInRange(address, rule.range));
}

function isAllowListed(host: string, address: IpAddress, allow: readonly string[]): boolean {
  return allow.some((entry) => {
    const listed = parseIpRange(entry);
    return listed ? isInRange(address, listed) : normalizeHost(entry) === normalizeHost(host);
  });
}

function createRefusal(host: string, address: string, what: string, hint: string): TargetRefusal {
  const subject = normalizeHost(host) === normalizeHost(address) ? host : `${host} (${address})`;
  return { allowed: false, reason: `${subject} is ${what}.`, hint };
}
