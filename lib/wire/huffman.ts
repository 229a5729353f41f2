/** The codes of deflate, as tables that are looked up with the next bits of the stream. */

/** A code of all symbols, looked up with `longest` bits. */
export interface HuffmanCode {
  /** For any bits: a symbol, shifted left by four, and the length of its code; 0 for none. */
  readonly table: Uint16Array;
  readonly longest: number;
}

const MAX_LENGTH = 15;

/** The code in which symbol `i` takes `lengths[i]` bits; `null` where there is no such code. */
export function buildHuffmanCode(lengths: Uint8Array): HuffmanCode | null {
  const counts = new Uint16Array(MAX_LENGTH + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const next = new Uint16Array(MAX_LENGTH + 2);
  let free = 1;
  let longest = 0;
  for (let length = 1; length <= MAX_LENGTH; length++) {
    const count = counts[length] ?? 0;
    if (count > 0) longest = length;
    free = free * 2 - count;
    if (free < 0) return null;
    next[length + 1] = ((next[length] ?? 0) + count) << 1;
  }
  const table = new Uint16Array(1 << longest);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    // The stream has the first bit of a code lowest.
    for (let at = reverseBits(code, length); at < table.length; at += 1 << length) {
      table[at] = (symbol << 4) | length;
    }
  }
  return { table, longest };
}

function reverseBits(code: number, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((code >> i) & 1) << (length - 1 - i);
  return bits;
}
