/**
 * Finds many patterns in a text at once, each with what belongs to it.
 *
 * Guarantees: finds all of them, overlapping ones too, in order; the work grows with the text and
 * with the hits, whatever the patterns have in common; most characters are not looked at where the
 * shortest pattern is long.
 */

/** The patterns that begin with the same characters, by their length, the longest first. */
type Group<T> = Map<number, Map<string, T>>;

const LONGEST_BLOCK = 3;
const LEAST_SLOTS = 1 << 16;
const MOST_SLOTS = 1 << 21;

export class PatternIndex<T> {
  /** How many characters the longest one has. */
  readonly longest: number;
  readonly size: number;
  readonly #shortest: number;
  /** So many characters say how far to go on. */
  readonly #block: number;
  readonly #mask: number;
  readonly #shifts: Uint8Array;
  /** By their first characters, as many as the shortest has. */
  readonly #groups = new Map<string, Group<T>>();

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
    this.#block = Math.min(shortest, LONGEST_BLOCK);
    const slots = Math.min(MOST_SLOTS, Math.max(LEAST_SLOTS, patterns.size * 8));
    this.#mask = 2 ** Math.ceil(Math.log2(slots)) - 1;
    this.#shifts = new Uint8Array(this.#mask + 1).fill(shortest - this.#block + 1);
    for (const [pattern, value] of patterns) this.#add(pattern, value);
    for (const [begin, group] of this.#groups) {
      const inOrder = [...group].sort(([one], [other]) => other - one);
      if (inOrder.length > 1) this.#groups.set(begin, new Map(inOrder));
    }
  }

  /** Calls `visit` for each hit, from the first position to the last, at each the longest first. */
  each(text: string, visit: (value: T, from: number, to: number) => void): void {
    if (this.size === 0) return;
    const last = this.#shortest - 1;
    const [shifts, mask, block] = [this.#shifts, this.#mask, this.#block];
    for (let at = last; at < text.length; ) {
      const shift = shifts[slotAt(text, at, block) & mask] ?? 1;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const from = at - last;
      at++;
      const group = this.#groups.get(text.slice(from, at));
      if (!group) continue;
      for (const [length, same] of group) {
        const value = same.get(text.slice(from, from + length));
        if (value !== undefined) visit(value, from, from + length);
      }
    }
  }

  #add(pattern: string, value: T): void {
    const last = this.#shortest - 1;
    for (let i = this.#block - 1; i <= last; i++) {
      const slot = slotAt(pattern, i, this.#block) & this.#mask;
      this.#shifts[slot] = Math.min(this.#shifts[slot] ?? 0, last - i);
    }
    const begin = pattern.slice(0, this.#shortest);
    const group: Group<T> = this.#groups.get(begin) ?? new Map();
    this.#groups.set(begin, group);
    const same = group.get(pattern.length) ?? new Map<string, T>();
    group.set(pattern.length, same);
    same.set(pattern, value);
  }
}

/** Of the characters that end here. */
function slotAt(text: string, at: number, block: number): number {
  let hash = text.charCodeAt(at);
  if (block > 1) hash += text.charCodeAt(at - 1) * 0x9e5;
  if (block > 2) hash += text.charCodeAt(at - 2) * 0x6d2b5;
  return hash ^ (hash >>> 11);
}
