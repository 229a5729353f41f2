/**
 * Finds many texts at once, each as it is spelled and as base64 and hexadecimal digits spell its
 * bytes. In a text without any of them most characters are not looked at.
 */

import { binaryFromBytes, bytesFromBinary } from "../wire/utf8.ts";
import { encode64, write64 } from "./base64.ts";
import type { Surface } from "./surface.ts";

export interface Needle {
  /** What it is a spelling of. */
  readonly secret: string;
  readonly text: string;
  readonly isPlain: boolean;
  /** A replacement in its spelling, where it is a plain one. */
  spelled(filler: string): string;
  /** Puts a replacement of the secret where the needle was found. */
  write(surface: Surface, at: number, filler: string): void;
}

export interface Hit {
  readonly needle: Needle;
  readonly from: number;
  readonly to: number;
}

export class Needles {
  /** How many characters the longest one has. */
  readonly longest: number;
  readonly #shortest: number;
  /** How far to go on behind two characters. */
  readonly #shift: Uint16Array;
  readonly #byEnd = new Map<number, Needle[]>();

  constructor(needles: Iterable<Needle>) {
    const all = [...needles].filter(({ text }) => text.length >= 2);
    const lengths = all.map(({ text }) => text.length);
    this.longest = Math.max(0, ...lengths);
    this.#shortest = all.length === 0 ? 0 : Math.min(0xffff, ...lengths);
    this.#shift = new Uint16Array(SLOTS).fill(Math.max(1, this.#shortest - 1));
    for (const needle of all) {
      const { text } = needle;
      for (let i = 1; i < this.#shortest; i++) {
        const slot = slotOf(text.charCodeAt(i - 1), text.charCodeAt(i));
        this.#shift[slot] = Math.min(this.#shift[slot] ?? 0, this.#shortest - 1 - i);
        if (i < this.#shortest - 1) continue;
        const same = this.#byEnd.get(slot);
        if (same) same.push(needle);
        else this.#byEnd.set(slot, [needle]);
      }
    }
  }

  /** All of them, overlapping ones too, in order. */
  in(text: string): Hit[] {
    const hits: Hit[] = [];
    if (this.#shortest === 0) return hits;
    const last = this.#shortest - 1;
    for (let at = last; at < text.length; ) {
      const slot = slotOf(text.charCodeAt(at - 1), text.charCodeAt(at));
      const shift = this.#shift[slot] ?? 1;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const from = at - last;
      for (const needle of this.#byEnd.get(slot) ?? []) {
        if (text.startsWith(needle.text, from)) {
          hits.push({ needle, from, to: from + needle.text.length });
        }
      }
      at++;
    }
    return hits;
  }
}

const SLOTS = 1 << 14;

function slotOf(a: number, b: number): number {
  return ((a << 5) ^ b) & (SLOTS - 1);
}

const utf8 = (text: string) => binaryFromBytes(new TextEncoder().encode(text));

/** The spellings of a secret in a text. */
export function* spellings(secret: string): Generator<Needle> {
  yield plain(secret, (text) => text);
  yield* encodedSpellings(secret);
}

/** The spellings of a secret in bytes, one character each. */
export function* spellingsInBytes(secret: string): Generator<Needle> {
  yield plain(secret, utf8);
  yield* encodedSpellings(secret);
}

function plain(secret: string, spell: (text: string) => string): Needle {
  return {
    secret,
    text: spell(secret),
    isPlain: true,
    spelled: spell,
    write: (surface, at, filler) => surface.write(at, spell(filler)),
  };
}

function* encodedSpellings(secret: string): Generator<Needle> {
  const bytes = utf8(secret);
  if (bytes.length < SHORTEST_ENCODED) return;
  yield* inBase64(secret, utf8);
  for (const upper of [false, true]) {
    yield { ...plain(secret, (text) => hexOf(utf8(text), upper)), isPlain: false };
  }
  if (bytes.length > secret.length) return;
  yield* inBase64(secret, inUtf16);
  yield { ...plain(secret, inUtf16), isPlain: false };
}

/** ASCII in UTF-16 of either byte order: they differ in a zero byte at one of the ends. */
const inUtf16 = (text: string) => text.split("").join("\0");

/** Fewer bytes would be found in ids by chance. */
const SHORTEST_ENCODED = 4;

/** Bytes begin in one of three places of four characters; those that they fill alone are sought. */
function* inBase64(secret: string, spell: (text: string) => string): Generator<Needle> {
  const bytes = spell(secret);
  const seen = new Set<string>();
  for (let behind = 0; behind < 3; behind++) {
    const skip = Math.ceil((behind * 8) / 6);
    const end = Math.floor(((behind + bytes.length) * 8) / 6);
    for (const forUrls of [false, true]) {
      const text = encode64("\0".repeat(behind) + bytes, forUrls).slice(skip, end);
      if (seen.has(text)) continue;
      seen.add(text);
      yield {
        secret,
        text,
        isPlain: false,
        spelled: spell,
        write: (surface, at, filler) => {
          const written = spell(filler);
          if (at >= skip) write64(surface, at - skip, behind, written);
          else surface.write(at, encode64("\0".repeat(behind) + written, forUrls).slice(skip, end));
        },
      };
    }
  }
}

function hexOf(binary: string, upper: boolean): string {
  const digits = Array.from(bytesFromBinary(binary), (byte) => byte.toString(16).padStart(2, "0"));
  return upper ? digits.join("").toUpperCase() : digits.join("");
}
