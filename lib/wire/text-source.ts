/**
 * Text of a body that is not kept in memory: it lies in a file or a recording, and is loaded when it
 * is displayed. A read of text that is not loaded throws `TextNotLoaded`; after `load` the same read
 * succeeds. So code that reads bytes stays synchronous, and only its outermost caller waits.
 */

export interface TextSource {
  /** The minimum of a body to keep in memory, in UTF-16 units. */
  readonly minHeldUnits: number;
  /**
   * The text of the record at a byte offset in the file; `null` if it is gone. Throws
   * `TextNotLoaded` if it has to be loaded first.
   */
  readTextAt(offset: number, bytes: number): string | null;
}

export class TextNotLoaded extends Error {
  override readonly name = "TextNotLoaded";
  /** Rejects if the text cannot be read now. */
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    super("This text is still being read.");
    this.load = load;
  }
}

/** Reads, and loads what is missing until the read succeeds. Rejects if something cannot be loaded. */
export async function readWhenLoaded<T>(read: () => T): Promise<T> {
  for (;;) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TextNotLoaded)) throw error;
      await error.load();
    }
  }
}
