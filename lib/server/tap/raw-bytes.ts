/** The bytes of one direction that are not forwarded yet, by their offset in the whole stream. */

export class RawBytes {
  #chunks: Buffer[] = [];
  #from = 0;
  #length = 0;

  /** Offset behind the last byte. */
  get end(): number {
    return this.#from + this.#length;
  }

  push(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  /** Removes and returns what is before the offset. */
  takeUntil(offset: number): Buffer {
    const length = Math.min(Math.max(0, offset - this.#from), this.#length);
    const all = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const taken = (all ?? Buffer.alloc(0)).subarray(0, length);
    const rest = (all ?? Buffer.alloc(0)).subarray(length);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#from += length;
    this.#length -= length;
    return taken;
  }
}
