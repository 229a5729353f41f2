/**
 * Parser for IP addresses and ranges, as bytes.
 *
 * Guarantees: one form per address whatever its spelling; an IPv6 address that only wraps an IPv4
 * address (mapped, NAT64, 6to4, Teredo) also counts as the address inside.
 */
import { isIP } from "node:net";

/** 4 or 16 bytes in network order. */
export type IpAddress = Uint8Array;

export interface IpRange {
  prefix: IpAddress;
  bits: number;
}

export function parseIpAddress(text: string): IpAddress | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  const [address = ""] = bare.split("%");
  switch (isIP(address)) {
    case 4:
      return Uint8Array.from(address.split("."), Number);
    case 6:
      return parseIPv6(address);
    default:
      return null;
  }
}

/** Parses `10.0.0.0/8`, or a single address. */
export function parseIpRange(text: string): IpRange | null {
  const [address = "", bits, ...rest] = text.split("/");
  const prefix = parseIpAddress(address);
  if (!prefix || rest.length > 0) return null;
  if (bits === undefined) return { prefix, bits: prefix.length * 8 };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > prefix.length * 8) return null;
  return { prefix, bits: Number(bits) };
}

export function isInRange(address: IpAddress, { prefix, bits }: IpRange): boolean {
  if (address.length !== prefix.length) return false;
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (address[i] !== prefix[i]) return false;
  const mask = 0xff00 >> (bits & 7);
  return (((address[whole] ?? 0) ^ (prefix[whole] ?? 0)) & mask & 0xff) === 0;
}

/** The four bytes of an IPv4 address within the sixteen. */
type ByteIndexes = readonly number[];

const LAST_FOUR: ByteIndexes = [12, 13, 14, 15];

/** IPv6 ranges whose addresses contain the IPv4 address that packets really go to, and where. */
const IPV4_WRAPPERS: readonly {
  range: IpRange;
  at: ByteIndexes | ((address: IpAddress) => ByteIndexes);
  inverted?: true;
}[] = [
  { range: requireIpRange("::ffff:0:0/96"), at: LAST_FOUR },
  { range: requireIpRange("::ffff:0:0:0/96"), at: LAST_FOUR },
  { range: requireIpRange("64:ff9b::/96"), at: LAST_FOUR },
  // A network's own NAT64: after a prefix of 48 bits, with only zeros behind it, or of 96 bits.
  {
    range: requireIpRange("64:ff9b:1::/48"),
    at: (address) => (address.subarray(11).some((byte) => byte !== 0) ? LAST_FOUR : [6, 7, 9, 10]),
  },
  { range: requireIpRange("2002::/16"), at: [2, 3, 4, 5] },
  { range: requireIpRange("2001::/32"), at: LAST_FOUR, inverted: true },
  { range: requireIpRange("::/96"), at: LAST_FOUR },
];

/**
 * An address and the IPv4 address inside it, if any. `::` and `::1` count as addresses of their own.
 */
export function getEquivalentAddresses(address: IpAddress): readonly IpAddress[] {
  if (address.length === 4 || address.subarray(0, 15).every((byte) => byte === 0)) return [address];
  const wrapper = IPV4_WRAPPERS.find(({ range }) => isInRange(address, range));
  if (!wrapper) return [address];
  const { at, inverted } = wrapper;
  const indexes = typeof at === "function" ? at(address) : at;
  return [address, Uint8Array.from(indexes, (i) => (address[i] ?? 0) ^ (inverted ? 0xff : 0))];
}

/** For tables in the source, where an invalid range is a programming error. */
export function requireIpRange(text: string): IpRange {
  const parsed = parseIpRange(text);
  if (!parsed) throw new Error(`Invalid address range: ${text}`);
  return parsed;
}

/** For text that `isIP` accepted: eight groups, at most one `::`, optionally a dotted tail. */
function parseIPv6(text: string): IpAddress {
  const tail = /\d+\.\d+\.\d+\.\d+$/.exec(text)?.[0];
  const hex = tail ? text.slice(0, -tail.length) + toIpv6Groups(tail) : text;
  const [head = "", rest] = hex.split("::");
  const left = parseGroups(head);
  const right = parseGroups(rest ?? "");
  const zeros = new Array<number>(8 - left.length - right.length).fill(0);
  return Uint8Array.from(
    [...left, ...zeros, ...right].flatMap((group) => [group >> 8, group & 255]),
  );
}

function parseGroups(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

function toIpv6Groups(text: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
