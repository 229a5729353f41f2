/**
 * Reads a body that is no text as one frame without content: its beginning, as stray text.
 *
 * Guarantees: holds no more than the beginning.
 */

import { type Frame, type Framer, NO_FRAMES } from "./frame.ts";

/** As much as anything quotes. */
const MAX_BEGINNING = 4096;
/** Text in another encoding than UTF-8 has single ones. */
const MANY_INVALID = 3;
/** Escape and the record separator, which precede text. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x1b, 0x1e]);

/** Does a body that begins like this contain no text? */
export function looksBinary(start: string): boolean {
  let invalid = 0;
  for (let i = 0; i < start.length; i++) {
    const code = start.charCodeAt(i);
    if (code === 0xfffd) invalid += 1;
    const isSpace = code >= 9 && code <= 13;
    if (code < 32 && !isSpace && !TEXT_CONTROLS.has(code)) return true;
  }
  return invalid >= MANY_INVALID;
}

export class BinaryFramer implements Framer {
  #beginning = "";
  #length = 0;

  push(text: string): readonly Frame[] {
    this.#length += text.length;
    const room = MAX_BEGINNING - this.#beginning.length;
    if (room > 0) this.#beginning += text.slice(0, room);
    return NO_FRAMES;
  }

  end(): readonly Frame[] {
    if (this.#length === 0) return NO_FRAMES;
    return [{ kind: "stray", start: 0, end: this.#length, data: this.#beginning, issues: 0 }];
  }
}
