/** Huffman codes of deflate as lookup tables, indexed by the next bits of the stream. */

/** A Huffman code, looked up with `longest` bits. */
export interface HuffmanCode {
  /**
   * For each bit pattern: the symbol shifted left by four, plus its code length; 0 for an invalid
   * pattern.
   */
  readonly table: Uint16Array;
  readonly longest: number;
}

const MAX_LENGTH = 15;

/** Builds the code in which symbol `i` has `lengths[i]` bits; `null` if the lengths are invalid. */
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
    // In the stream, the first bit of a code is the lowest.
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
