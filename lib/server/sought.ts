/**
 * Finds secrets in bytes, however they are spelled.
 *
 * Guarantees: finds all of them, also such as overlap, and all places at the end from where on one
 * may only have begun. What is spelled as it is is left to the machine's own search; the first
 * escape of all else is found by an expression, and that is asked only where there is a backslash
 * or a percent sign.
 */
import { Spelled } from "./spelled.ts";

export interface Hit {
  readonly at: number;
  readonly end: number;
  readonly mask: string;
}

export interface Sight {
  readonly hits: readonly Hit[];
  /** Where one begins that the bytes end in the middle of. */
  readonly begun: readonly number[];
}

/** A character of a secret. */
interface Place {
  readonly spelled: Spelled;
  readonly index: number;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SMALL_U = 0x75;
/** An escape that is cut has at most so many bytes. */
const LONGEST_CUT = 5;

export class Sought {
  readonly #secrets: readonly Spelled[];
  /** By the escape that a character may be written as. */
  readonly #places = new Map<string, Place[]>();
  /** By the byte before it, where all before it is as it is. */
  readonly #behind = new Map<number | undefined, Place[]>();
  readonly #inJson: RegExp;
  readonly #inUrl: RegExp;
  readonly #hasSpace: boolean;

  constructor(secrets: Iterable<readonly [secret: string, mask: string]>) {
    this.#secrets = [...new Map(secrets)]
      .filter(([secret]) => secret !== "")
      .map(([secret, mask]) => new Spelled(secret, mask));
    for (const spelled of this.#secrets) {
      for (let index = 0; index < spelled.length; index++) this.#learn({ spelled, index });
    }
    const escapes = [...this.#places.keys()];
    this.#inJson = anyOf(escapes.filter((spelled) => spelled.startsWith("\\")));
    this.#inUrl = anyOf(escapes.filter((spelled) => !spelled.startsWith("\\")));
    this.#hasSpace = escapes.includes("+");
  }

  get isEmpty(): boolean {
    return this.#secrets.length === 0;
  }

  in(bytes: Buffer): Sight {
    const hits: Hit[] = [];
    const begun: number[] = [];
    for (const spelled of this.#secrets) {
      const { plain, mask } = spelled;
      for (let at = bytes.indexOf(plain); at >= 0; at = bytes.indexOf(plain, at + 1)) {
        hits.push({ at, end: at + plain.length, mask });
      }
      for (const at of spelled.beginningsAtEnd(bytes)) begun.push(at);
    }
    this.#escaped(bytes, hits, begun);
    this.#cut(bytes, begun);
    return { hits, begun };
  }

  #learn(place: Place): void {
    const { spelled, index } = place;
    for (const escaped of spelled.escapesOf(index)) add(this.#places, escaped, place);
    add(this.#behind, spelled.byteBefore(index), place);
  }

  /** Those with an escape, by the first that they have. */
  #escaped(bytes: Buffer, hits: Hit[], begun: number[]): void {
    const isInJson = bytes.includes(BACKSLASH);
    const isInUrl = bytes.includes(PERCENT) || (this.#hasSpace && bytes.includes(PLUS));
    if (!isInJson && !isInUrl) return;
    // One character a byte: places in the one are places in the other.
    const text = bytes.toString("latin1");
    for (const expression of [
      ...(isInJson ? [this.#inJson] : []),
      ...(isInUrl ? [this.#inUrl] : []),
    ]) {
      expression.lastIndex = 0;
      for (let found = expression.exec(text); found; found = expression.exec(text)) {
        const { index: at, 0: escaped } = found;
        // Of two backslashes either may be the first of an escape.
        expression.lastIndex = at + 1;
        for (const place of this.#places.get(escaped.toLowerCase()) ?? []) {
          follow(place, bytes, at, hits, begun);
        }
      }
    }
  }

  /** Those of which the first escape is cut. */
  #cut(bytes: Buffer, begun: number[]): void {
    for (let at = Math.max(0, bytes.length - LONGEST_CUT); at < bytes.length; at++) {
      if (!mayBeCut(bytes, at)) continue;
      const before = at > 0 ? (this.#behind.get(bytes[at - 1]) ?? []) : [];
      for (const place of [...(this.#behind.get(undefined) ?? []), ...before]) {
        follow(place, bytes, at, [], begun);
      }
    }
  }
}

function add<K>(places: Map<K, Place[]>, key: K, place: Place): void {
  const same = places.get(key);
  if (same) same.push(place);
  else places.set(key, [place]);
}

function follow(
  { spelled, index }: Place,
  bytes: Buffer,
  at: number,
  hits: Hit[],
  begun: number[],
): void {
  const begin = spelled.beginOf(bytes, index, at);
  if (begin < 0) return;
  const { end, isCut } = spelled.follow(bytes, index, at);
  if (end >= 0) hits.push({ at: begin, end, mask: spelled.mask });
  if (isCut) begun.push(begin);
}

function mayBeCut(bytes: Buffer, at: number): boolean {
  const next = bytes[at + 1];
  if (bytes[at] === BACKSLASH) return next === undefined || next === SMALL_U;
  return bytes[at] === PERCENT && at >= bytes.length - 2;
}

/** Finds the first of any of these, digits in letters of either case. */
function anyOf(escapes: readonly string[]): RegExp {
  return new RegExp(escapes.length === 0 ? "(?!)" : alternatives(escapes), "g");
}

/** By their first characters: what the expression has to look at decides how fast it is. */
function alternatives(texts: readonly string[]): string {
  const rests = new Map<string, string[]>();
  for (const text of texts) {
    const [first = ""] = text;
    rests.set(first, [...(rests.get(first) ?? []), text.slice(1)]);
  }
  const ends = [...rests].filter(([, rest]) => rest[0] === "").map(([first]) => first);
  const longer = [...rests].filter(([, rest]) => rest[0] !== "");
  const branches = longer.map(([first, rest]) => anyCase([first]) + alternatives(rest));
  if (ends.length > 0) branches.push(anyCase(ends));
  return branches.length === 1 ? (branches[0] ?? "") : `(?:${branches.join("|")})`;
}

function anyCase(chars: readonly string[]): string {
  const codes = chars.flatMap((char) => (/[a-f]/.test(char) ? [char, char.toUpperCase()] : [char]));
  return `[${codes.map((char) => char.replace(/[\\\]^-]/, "\\$&")).join("")}]`;
}
