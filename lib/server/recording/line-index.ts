/**
 * Index of line offsets in a growing file, to find the n-th line without reading from the start.
 *
 * Guarantees: each byte of the file is scanned at most once; memory is one number per `STRIDE` lines.
 */
import { open } from "node:fs/promises";

const STRIDE = 1024;
const READ_BYTES = 1 << 18;
const NEWLINE = 10;

export class LineIndex {
  readonly #path: string;
  /** `#offsets[k]` is the offset of line `k * STRIDE`. */
  readonly #offsets: number[] = [0];
  #lines = 0;
  #scanned = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The offset of a line within the first `size` bytes, which end with a newline. For a line that
   * does not exist yet, returns the number and offset of the next line to be written.
   */
  find(line: number, size: number): Promise<{ line: number; offset: number }> {
    const found = this.#queue.then(() => this.#findInFile(line, size));
    this.#queue = found.catch(() => undefined);
    return found;
  }

  async #findInFile(line: number, size: number): Promise<{ line: number; offset: number }> {
    const file = await open(this.#path, "r");
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const read = async (offset: number): Promise<Buffer> => {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, size - offset), offset);
      return buffer.subarray(0, bytesRead);
    };
    try {
      while (this.#lines <= line && this.#scanned < size) {
        const bytes = await read(this.#scanned);
        if (bytes.length === 0) break;
        for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
          this.#lines += 1;
          if (this.#lines % STRIDE === 0) this.#offsets.push(this.#scanned + at + 1);
        }
        this.#scanned += bytes.length;
      }
      if (line >= this.#lines) return { line: this.#lines, offset: this.#scanned };

      let offset = this.#offsets[Math.floor(line / STRIDE)] ?? 0;
      let missing = line % STRIDE;
      while (missing > 0) {
        const bytes = await read(offset);
        let at = -1;
        while (missing > 0) {
          const next = bytes.indexOf(NEWLINE, at + 1);
          if (next < 0) break;
          at = next;
          missing -= 1;
        }
        offset += missing > 0 ? bytes.length : at + 1;
        if (bytes.length === 0) break;
      }
      return { line, offset };
    } finally {
      await file.close();
    }
  }
}
