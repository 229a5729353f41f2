/**
 * Masks known secrets in a stream of bytes, for an agent may send back what it was given.
 *
 * Guarantees: a secret is found also where it is cut over two reads; nothing else is changed; no
 * byte is held back but a tail that may be the beginning of a secret, and that only until the
 * next read or the end.
 */
export class Scrubber {
  readonly #needles: readonly { bytes: Buffer; mask: Buffer }[];
  #held: Buffer = Buffer.alloc(0);

  constructor(spellings: Iterable<readonly [spelling: string, mask: string]>) {
    this.#needles = Array.from(spellings, ([spelling, mask]) => ({
      bytes: Buffer.from(spelling),
      mask: Buffer.from(mask),
    }));
  }

  /** What may be recorded now. */
  push(chunk: Buffer): Buffer {
    if (this.#needles.length === 0) return chunk;
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const { clean, rest } = this.#replace(bytes);
    const keep = Math.max(...this.#needles.map((needle) => overlap(rest, needle.bytes)));
    const cut = rest.length - keep;
    this.#held = rest.subarray(cut);
    const passed = rest.subarray(0, cut);
    return clean.length > 0 ? Buffer.concat([...clean, passed]) : passed;
  }

  /** What was held back: the end has come, so it was no secret. */
  flush(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  #replace(bytes: Buffer): { clean: Buffer[]; rest: Buffer } {
    const clean: Buffer[] = [];
    const next = this.#needles.map((needle) => bytes.indexOf(needle.bytes));
    let at = 0;
    for (;;) {
      let hit: { at: number; bytes: Buffer; mask: Buffer } | undefined;
      for (const [i, needle] of this.#needles.entries()) {
        const found = next[i] ?? -1;
        const position = found >= 0 && found < at ? bytes.indexOf(needle.bytes, at) : found;
        next[i] = position;
        // Longest first: of two that begin at one place the first in the list wins.
        if (position >= 0 && (!hit || position < hit.at)) hit = { at: position, ...needle };
      }
      if (!hit) return { clean, rest: bytes.subarray(at) };
      clean.push(bytes.subarray(at, hit.at), hit.mask);
      at = hit.at + hit.bytes.length;
    }
  }
}

/** The length of the longest end of `bytes` that is a beginning, not the whole, of `needle`. */
function overlap(bytes: Buffer, needle: Buffer): number {
  const first = needle[0] ?? 0;
  const from = Math.max(0, bytes.length - needle.length + 1);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at;
    if (bytes.compare(needle, 0, length, at) === 0) return length;
  }
  return 0;
}
