/**
 * Index that finds many patterns in a text at once, each with its value.
 *
 * Guarantees: finds all hits, overlapping ones too, in order; the work grows with the text and with
 * the hits, whatever the patterns have in common; most characters are skipped if the shortest
 * pattern is long.
 */

const NO_LENGTHS: readonly number[] = [];
const MAX_BLOCK = 3;
const MIN_SLOTS = 1 << 16;
const MAX_SLOTS = 1 << 21;

export class PatternIndex<T> {
  /** The length of the longest pattern. */
  readonly longest: number;
  readonly size: number;
  readonly #shortest: number;
  /** Number of characters that determine how far to skip. */
  readonly #block: number;
  readonly #mask: number;
  readonly #shifts: Uint8Array;
  readonly #patterns: ReadonlyMap<string, T>;
  /** Lengths of the patterns, longest first, by prefix; a prefix is as long as the shortest pattern. */
  readonly #lengths = new Map<string, readonly number[]>();

  /** No pattern may be empty. */
  constructor(patterns: ReadonlyMap<string, T>) {
    let longest = 0;
    let shortest = 0xff;
    for (const { length } of patterns.keys()) {
      longest = Math.max(longest, length);
      shortest = Math.min(shortest, length);
    }
    this.size = patterns.size;
    this.longest = longest;
    this.#shortest = shortest;
    this.#block = Math.min(shortest, MAX_BLOCK);
    const slots = Math.min(MAX_SLOTS, Math.max(MIN_SLOTS, patterns.size * 8));
    this.#mask = 2 ** Math.ceil(Math.log2(slots)) - 1;
    this.#shifts = new Uint8Array(this.#mask + 1).fill(shortest - this.#block + 1);
    this.#patterns = patterns;
    for (const pattern of patterns.keys()) this.#add(pattern);
  }

  /** Calls `visit` for each hit, from the first position to the last, at each the longest first. */
  forEachHit(text: string, visit: (value: T, from: number, to: number) => void): void {
    if (this.size === 0) return;
    const last = this.#shortest - 1;
    const [shifts, mask, block] = [this.#shifts, this.#mask, this.#block];
    for (let at = last; at < text.length; ) {
      const shift = shifts[getSlot(text, at, block) & mask] ?? 1;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const from = at - last;
      at++;
      for (const length of this.#lengths.get(text.slice(from, at)) ?? NO_LENGTHS) {
        const value = this.#patterns.get(text.slice(from, from + length));
        // A slice that the end of the text cuts off is another, shorter pattern.
        if (value !== undefined && from + length <= text.length) visit(value, from, from + length);
      }
    }
  }

  #add(pattern: string): void {
    const last = this.#shortest - 1;
    for (let i = this.#block - 1; i <= last; i++) {
      const slot = getSlot(pattern, i, this.#block) & this.#mask;
      this.#shifts[slot] = Math.min(this.#shifts[slot] ?? 0, last - i);
    }
    const begin = pattern.slice(0, this.#shortest);
    const lengths = this.#lengths.get(begin) ?? [];
    if (lengths.includes(pattern.length)) return;
    this.#lengths.set(
      begin,
      [...lengths, pattern.length].sort((one, other) => other - one),
    );
  }
}

/** The hash slot of the block of characters that ends at `at`. */
function getSlot(text: string, at: number, block: number): number {
  let hash = text.charCodeAt(at);
  if (block > 1) hash += text.charCodeAt(at - 1) * 0x9e5;
  if (block > 2) hash += text.charCodeAt(at - 2) * 0x6d2b5;
  return hash ^ (hash >>> 11);
}
