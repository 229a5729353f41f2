/**
 * A secret in every way in which JSON, a URL or a form may write it, each of its characters in a
 * way of its own: as itself, as `\u003d`, as `\/`, as `%2F`, in large letters and small.
 *
 * Guarantees: what is escaped twice over is not seen through; the work grows with the length of
 * the secret, and for backslashes, which stand for themselves and for escapes, with its square.
 */

/** One way to write one character. */
interface Way {
  readonly bytes: Buffer;
  /** Its letters are digits, which may be of either case; here they are small. */
  readonly isHex: boolean;
}

interface Character {
  readonly ways: readonly Way[];
  /** Where it stands in the secret as it is. */
  readonly at: number;
}

/** How far a spelling goes. */
export interface Followed {
  /** Where the longest that is whole ends; −1 where none is. */
  readonly end: number;
  /** The bytes end in the middle of one. */
  readonly isCut: boolean;
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

const NO_MATCH = -1;
const CUT = -2;

export class Spelled {
  readonly mask: string;
  /** As it is. */
  readonly plain: Buffer;
  readonly #characters: readonly Character[];

  constructor(secret: string, mask: string) {
    this.mask = mask;
    this.plain = Buffer.from(secret);
    const known = new Map<string, readonly Way[]>();
    const characters: Character[] = [];
    let at = 0;
    for (const char of secret) {
      const ways = known.get(char) ?? waysOf(char);
      known.set(char, ways);
      characters.push({ ways, at });
      at += ways[0]?.bytes.length ?? 0;
    }
    this.#characters = characters;
  }

  /** How many characters it has. */
  get length(): number {
    return this.#characters.length;
  }

  /** The beginnings of all ways to write a character that are not the character itself. */
  escapesOf(index: number): string[] {
    const [, ...escaped] = this.#characters[index]?.ways ?? [];
    return escaped.map(({ bytes }) => firstEscape(bytes.toString()));
  }

  /** The byte before a character where all is as it is; none before the first. */
  byteBefore(index: number): number | undefined {
    return this.plain[(this.#characters[index]?.at ?? 0) - 1];
  }

  /** Where it would begin if this character were at `at` and all before it as they are; or −1. */
  beginOf(bytes: Buffer, index: number, at: number): number {
    const length = this.#characters[index]?.at ?? 0;
    const begin = at - length;
    if (begin < 0) return NO_MATCH;
    if (length === 0) return begin;
    // Most end here, without a call.
    if (bytes[at - 1] !== this.plain[length - 1]) return NO_MATCH;
    return bytes.compare(this.plain, 0, length, begin, at) === 0 ? begin : NO_MATCH;
  }

  /** What there is of it from a character on. */
  follow(bytes: Buffer, index: number, at: number): Followed {
    let ends: ReadonlySet<number> = new Set([at]);
    let isCut = false;
    for (let i = index; i < this.#characters.length; i++) {
      const next = new Set<number>();
      for (const from of ends) {
        for (const way of this.#characters[i]?.ways ?? []) {
          const end = endOf(way, bytes, from);
          if (end >= 0) next.add(end);
          else if (end === CUT) isCut = true;
        }
      }
      if (next.size === 0) return { end: NO_MATCH, isCut };
      ends = next;
    }
    return { end: Math.max(...ends), isCut };
  }

  /** Where it may begin at the end of the bytes, so far as it is. */
  *beginningsAtEnd(bytes: Buffer): Generator<number> {
    const { plain } = this;
    const [first = 0, second = 0] = plain;
    const from = Math.max(0, bytes.length - plain.length + 1);
    for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
      const length = bytes.length - at;
      if (length > 1 && bytes[at + 1] !== second) continue;
      if (bytes.compare(plain, 0, length, at) === 0) yield at;
    }
  }
}

/** As itself first. */
function waysOf(char: string): Way[] {
  const plain = Buffer.from(char);
  const inJson = char.split("").map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
  const inUrl = Array.from(plain, (byte) => `%${hex(byte, 2)}`);
  const ways = [
    { bytes: plain, isHex: false },
    { bytes: Buffer.from(inJson.join("")), isHex: true },
    { bytes: Buffer.from(inUrl.join("")), isHex: true },
  ];
  const short = SHORT[char] ?? (char === " " ? "+" : undefined);
  return short === undefined ? ways : [...ways, { bytes: Buffer.from(short), isHex: false }];
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function firstEscape(spelled: string): string {
  if (spelled.startsWith("\\u")) return spelled.slice(0, 6);
  return spelled.startsWith("%") ? spelled.slice(0, 3) : spelled;
}

function endOf({ bytes: wanted, isHex }: Way, bytes: Buffer, from: number): number {
  for (let i = 0; i < wanted.length; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) return CUT;
    const isSame = byte === wanted[i] || (isHex && smallDigit(byte) === wanted[i]);
    if (!isSame) return NO_MATCH;
  }
  return from + wanted.length;
}

function smallDigit(byte: number): number {
  return byte >= 0x41 && byte <= 0x46 ? byte + 0x20 : byte;
}
