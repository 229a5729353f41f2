/**
 * Masks known secrets in a stream of bytes, for an agent may send back what it was given.
 *
 * Guarantees: a secret is found in any spelling (`spelled.ts`), also where it is cut over two
 * reads, and what is masked does not depend on where they were cut; nothing else is changed; no
 * byte is held back but a tail that may be the beginning of a secret, and that only until the next
 * reads show what it is, or the end.
 */
import type { Hit, Sought } from "./sought.ts";

export interface Masking {
  /** Every mask is as long as what it hides: for bytes that say how long they are. */
  readonly keepsLength?: boolean;
}

const NOTHING = Buffer.alloc(0);
const FILLING = "*";

export class Scrubber {
  readonly #sought: Sought;
  readonly #keepsLength: boolean;
  #held: Buffer = NOTHING;

  constructor(sought: Sought, { keepsLength = false }: Masking = {}) {
    this.#sought = sought;
    this.#keepsLength = keepsLength;
  }

  /** What may be recorded now. */
  push(chunk: Buffer): Buffer {
    if (this.#sought.isEmpty) return chunk;
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const { hits, begun } = this.#sought.in(bytes);
    return this.#pass(bytes, hits, begun);
  }

  /** What was held back: the end has come, so that what had only begun is no secret. */
  flush(): Buffer {
    const held = this.#held;
    return held.length === 0 ? held : this.#pass(held, this.#sought.in(held).hits, []);
  }

  /** Of those that overlap the first is masked, and of those that begin together the longest. */
  #pass(bytes: Buffer, hits: readonly Hit[], begun: readonly number[]): Buffer {
    const passed: Buffer[] = [];
    let at = 0;
    const firstBegun = () => Math.min(bytes.length, ...begun.filter((begin) => begin >= at));
    for (const hit of inOrder(hits)) {
      if (hit.at < at) continue;
      // Something longer may be coming, which would be first.
      if (firstBegun() <= hit.at) break;
      passed.push(bytes.subarray(at, hit.at), this.#maskOf(hit));
      at = hit.end;
    }
    const cut = firstBegun();
    this.#held = cut < bytes.length ? bytes.subarray(cut) : NOTHING;
    const rest = bytes.subarray(at, cut);
    return passed.length > 0 ? Buffer.concat([...passed, rest]) : rest;
  }

  #maskOf({ at, end, mask }: Hit): Buffer {
    return Buffer.from(this.#keepsLength ? asLongAs(end - at, mask) : mask);
  }
}

/** All of it at once. */
export function scrubbed(bytes: Buffer, sought: Sought, masking?: Masking): Buffer {
  const scrubber = new Scrubber(sought, masking);
  return Buffer.concat([scrubber.push(bytes), scrubber.flush()]);
}

function inOrder(hits: readonly Hit[]): readonly Hit[] {
  return hits.length < 2 ? hits : [...hits].sort((a, b) => a.at - b.at || b.end - a.end);
}

/** A mask of so many bytes: filled up behind, or nothing but filling. */
function asLongAs(length: number, mask: string): string {
  const room = length - Buffer.byteLength(mask);
  return room >= 0 ? mask + FILLING.repeat(room) : FILLING.repeat(length);
}
