/**
 * Index that finds many patterns in a text at once.
 *
 * Guarantees: finds all hits, overlapping ones too, in order; the work grows with the text and with
 * the hits, whatever the patterns have in common; most characters are skipped if there are few
 * patterns. A pattern takes some bytes, because only a hash of its beginning is kept: its text is
 * created where this beginning is found.
 */

/** Numbered patterns, each created on demand. */
export interface PatternList {
  readonly count: number;
  /** At least the first `ANCHOR_LENGTH` characters, or the whole pattern; empty to leave it out. */
  getBeginning(pattern: number): string;
  /** Empty if the pattern turns out not to exist. */
  getText(pattern: number): string;
}

export interface PatternHit {
  readonly pattern: number;
  readonly from: number;
  readonly to: number;
}

/** Number of first characters that identify a candidate. */
export const ANCHOR_LENGTH = 7;

export class PatternIndex {
  readonly #tables: readonly AnchorTable[];

  constructor(patterns: PatternList) {
    const long = new AnchorTable(patterns, ANCHOR_LENGTH);
    const short: { readonly pattern: number; readonly text: string }[] = [];
    let shortest = ANCHOR_LENGTH;
    for (let pattern = 0; pattern < patterns.count; pattern++) {
      const text = patterns.getBeginning(pattern);
      if (text.length >= ANCHOR_LENGTH) long.add(pattern, text);
      else if (text !== "") {
        short.push({ pattern, text });
        shortest = Math.min(shortest, text.length);
      }
    }
    const tables = [long];
    if (short.length > 0) {
      const table = new AnchorTable(patterns, shortest, short.length);
      for (const { pattern, text } of short) table.add(pattern, text);
      tables.push(table);
    }
    this.#tables = tables.filter((table) => table.size > 0);
    for (const table of this.#tables) table.sort();
  }

  /** The hits by position, the longest first at each. */
  find(text: string, accepts: (pattern: number) => boolean = acceptAll): PatternHit[] {
    const hits: PatternHit[] = [];
    for (const table of this.#tables) table.find(text, accepts, hits);
    return this.#tables.length > 1 ? hits.sort(compareHits) : hits;
  }
}

const acceptAll = () => true;

const compareHits = (one: PatternHit, other: PatternHit) =>
  one.from - other.from || other.to - one.to;

/** Number of characters that determine how far to skip. */
const MAX_BLOCK = 3;
const MIN_SLOTS = 1 << 16;
const MAX_SLOTS = 1 << 21;
const MIN_BUCKETS = 1 << 8;
/** Larger buckets hold patterns with the same beginning. */
const MAX_COMPARED = 8;

/** The patterns by a hash of their first `length` characters. */
class AnchorTable {
  readonly #patterns: PatternList;
  readonly #length: number;
  readonly #block: number;
  readonly #shifts: Uint8Array;
  /** By order of insertion; sorted by bucket later. */
  #hashes: Int32Array;
  #numbers: Int32Array;
  #size = 0;
  /** Where each bucket begins. */
  readonly #buckets: Int32Array;
  /** Patterns with the same beginning, by its hash; made when it is found. */
  readonly #groups = new Map<number, PatternGroup>();

  constructor(patterns: PatternList, length: number, capacity = patterns.count) {
    this.#patterns = patterns;
    this.#length = length;
    this.#block = Math.min(length, MAX_BLOCK);
    this.#hashes = new Int32Array(capacity);
    this.#numbers = new Int32Array(capacity);
    const slots = Math.min(MAX_SLOTS, Math.max(MIN_SLOTS, capacity * 8));
    this.#shifts = new Uint8Array(roundToPower(slots)).fill(length - this.#block + 1);
    this.#buckets = new Int32Array(roundToPower(Math.max(MIN_BUCKETS, capacity)) + 1);
  }

  get size(): number {
    return this.#size;
  }

  add(pattern: number, text: string): void {
    const last = this.#length - 1;
    const mask = this.#shifts.length - 1;
    for (let i = this.#block - 1; i <= last; i++) {
      const slot = getSlot(text, i, this.#block) & mask;
      this.#shifts[slot] = Math.min(this.#shifts[slot] ?? 0, last - i);
    }
    this.#hashes[this.#size] = hashAt(text, 0, this.#length);
    this.#numbers[this.#size++] = pattern;
  }

  /** Sorts the patterns by bucket; those in one keep their order. */
  sort(): void {
    const buckets = this.#buckets;
    const mask = buckets.length - 2;
    for (let i = 0; i < this.#size; i++) {
      const bucket = (this.#hashes[i] ?? 0) & mask;
      buckets[bucket + 1] = (buckets[bucket + 1] ?? 0) + 1;
    }
    for (let i = 1; i < buckets.length; i++) buckets[i] = (buckets[i] ?? 0) + (buckets[i - 1] ?? 0);
    const next = buckets.slice();
    const hashes = new Int32Array(this.#size);
    const numbers = new Int32Array(this.#size);
    for (let i = 0; i < this.#size; i++) {
      const hash = this.#hashes[i] ?? 0;
      const at = next[hash & mask] ?? 0;
      next[hash & mask] = at + 1;
      hashes[at] = hash;
      numbers[at] = this.#numbers[i] ?? 0;
    }
    this.#hashes = hashes;
    this.#numbers = numbers;
  }

  find(text: string, accepts: (pattern: number) => boolean, hits: PatternHit[]): void {
    const last = this.#length - 1;
    const [shifts, block, buckets] = [this.#shifts, this.#block, this.#buckets];
    const slotMask = shifts.length - 1;
    const bucketMask = buckets.length - 2;
    for (let at = last; at < text.length; ) {
      const shift = shifts[getSlot(text, at, block) & slotMask] ?? 1;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const from = at - last;
      at++;
      const hash = hashAt(text, from, this.#length);
      const bucket = hash & bucketMask;
      const start = buckets[bucket] ?? 0;
      const end = buckets[bucket + 1] ?? 0;
      if (start === end) continue;
      if (end - start > MAX_COMPARED) {
        this.#getGroup(hash, start, end).find(text, from, accepts, hits);
      } else this.#compare(text, from, hash, start, end, accepts, hits);
    }
  }

  #compare(
    text: string,
    from: number,
    hash: number,
    start: number,
    end: number,
    accepts: (pattern: number) => boolean,
    hits: PatternHit[],
  ): void {
    const before = hits.length;
    for (let i = start; i < end; i++) {
      const pattern = this.#numbers[i] ?? 0;
      if (this.#hashes[i] !== hash || !accepts(pattern)) continue;
      const spelled = this.#patterns.getText(pattern);
      if (spelled === "" || !text.startsWith(spelled, from)) continue;
      hits.push({ pattern, from, to: from + spelled.length });
    }
    if (hits.length - before > 1) hits.push(...hits.splice(before).sort(compareHits));
  }

  #getGroup(hash: number, start: number, end: number): PatternGroup {
    const known = this.#groups.get(hash);
    if (known) return known;
    const group = new PatternGroup();
    for (let i = start; i < end; i++) {
      const pattern = this.#numbers[i] ?? 0;
      if (this.#hashes[i] === hash) group.add(pattern, this.#patterns.getText(pattern));
    }
    this.#groups.set(hash, group);
    return group;
  }
}

/** Many patterns with the same beginning, by their text. */
class PatternGroup {
  readonly #byText = new Map<string, number[]>();
  /** The longest first. */
  readonly #lengths: number[] = [];

  add(pattern: number, text: string): void {
    if (text === "") return;
    const same = this.#byText.get(text);
    if (same) same.push(pattern);
    else this.#byText.set(text, [pattern]);
    if (this.#lengths.includes(text.length)) return;
    this.#lengths.push(text.length);
    this.#lengths.sort((one, other) => other - one);
  }

  find(
    text: string,
    from: number,
    accepts: (pattern: number) => boolean,
    hits: PatternHit[],
  ): void {
    for (const length of this.#lengths) {
      const to = from + length;
      if (to > text.length) continue;
      for (const pattern of this.#byText.get(text.slice(from, to)) ?? []) {
        if (accepts(pattern)) hits.push({ pattern, from, to });
      }
    }
  }
}

const roundToPower = (count: number) => 2 ** Math.ceil(Math.log2(count));

/** The hash slot of the block of characters that ends at `at`. */
function getSlot(text: string, at: number, block: number): number {
  let hash = text.charCodeAt(at);
  if (block > 1) hash += text.charCodeAt(at - 1) * 0x9e5;
  if (block > 2) hash += text.charCodeAt(at - 2) * 0x6d2b5;
  return hash ^ (hash >>> 11);
}

function hashAt(text: string, from: number, length: number): number {
  let hash = 0;
  for (let i = from; i < from + length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash;
}
