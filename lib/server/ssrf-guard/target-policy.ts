/**
 * Target policy: the table of addresses that Loupe may call.
 *
 * Guarantees: addresses that are never allowed stay refused whatever the allow list; every refusal
 * has a reason and a hint; an IPv4 address wrapped in IPv6 is checked as the address its packets go
 * to.
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
  /** Other machines can reach the server, so it must not give them access to its own network. */
  wide: boolean;
  /** Hosts and ranges that are allowed nevertheless. */
  allow: readonly string[];
  /** This machine's own addresses, which a firewall in front of it does not protect. */
  own?: readonly string[];
  /** Where this server listens, to tell its demo agent from other servers on this machine. */
  server?: ListenAddress;
}

export interface TargetRefusal {
  allowed: false;
  reason: string;
  hint: string;
}

type TargetDecision = { allowed: true } | TargetRefusal;

interface AddressRule {
  range: IpRange;
  what: string;
  hint?: string;
}

const METADATA = "a cloud metadata service, which hands out credentials";
const LINK_LOCAL = "a link-local address, where cloud metadata services listen";
const UNSPECIFIED =
  "the unspecified address, which a server can listen on but which cannot be called";
const USE_LOOPBACK = "Use 127.0.0.1 (or localhost) for an agent on this machine.";
const NEVER_HINT = "Loupe never calls such addresses. Use the agent's own address.";

const DOCUMENTATION = "an address for documentation, which no public server has";

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

/** Of the special-purpose registries of IANA, those that are not globally reachable. */
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
  { range: requireIpRange("2001:2::/48"), what: "a test network's address" },
  { range: requireIpRange("100:0:0:1::/64"), what: "a test network's address" },
  { range: requireIpRange("100::/64"), what: "an address that discards what is sent to it" },
  { range: requireIpRange("5f00::/16"), what: "an internal address of a network (SRv6)" },
  { range: requireIpRange("192.0.2.0/24"), what: DOCUMENTATION },
  { range: requireIpRange("198.51.100.0/24"), what: DOCUMENTATION },
  { range: requireIpRange("203.0.113.0/24"), what: DOCUMENTATION },
  { range: requireIpRange("2001:db8::/32"), what: DOCUMENTATION },
  { range: requireIpRange("3fff::/20"), what: DOCUMENTATION },
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

/** Checks the host name alone, before it is resolved. */
export function checkHostName(host: string): TargetDecision {
  if (!METADATA_NAMES.has(normalizeHost(host))) return { allowed: true };
  return { allowed: false, reason: `${host} is ${METADATA}.`, hint: NEVER_HINT };
}

/** Checks one address of a host. `isDemo`: the URL may be that of the demo agent. */
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
  const localAddress = findFirst(all, (one) =>
    isAllowListed(host, one, policy.allow) || (isDemo && isThisServer(one, policy))
      ? undefined
      : describeLocalAddress(one, policy),
  );
  if (!localAddress) return { allowed: true };
  return createRefusal(
    host,
    text,
    `${localAddress}, and other machines can reach this Loupe`,
    `Start Loupe with LOUPE_ALLOW_TARGETS=${normalizeHost(host)} to allow it.`,
  );
}

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** True if this server listens on the address. */
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

/** Describes an address of this machine or its network; `undefined` for others. */
function describeLocalAddress(address: IpAddress, { own = [] }: TargetPolicy): string | undefined {
  return (
    findRule(PRIVATE_RANGES, address)?.what ??
    (isInAnyRange(address, own) ? "an address of this machine" : undefined)
  );
}

function findFirst<T>(
  addresses: readonly IpAddress[],
  find: (address: IpAddress) => T | undefined,
) {
  return addresses.map(find).find((found) => found !== undefined);
}

/** Normal form for comparisons: lower case, no brackets, no final dot. */
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
