/**
 * Masks known secrets in a stream of bytes, for an agent may send back what it was given.
 *
 * Guarantees: a secret is found in any spelling (`lib/secrets`), also where it is cut over several
 * reads, and what is masked does not depend on where they were cut, but for two characters of an
 * encoded one: most texts end in what may be these, and are not held back for them. Of secrets that
 * overlap nothing is left; nothing else is changed; no byte is held back but a tail that may be the
 * beginning of a secret, and that only until the next reads show what it is, or the end.
 */
import type { SecretHit, SecretMatcher, SecretMatches } from "../secrets/secret-matcher.ts";
import type { MaskFactory } from "./mask-factory.ts";

export interface MaskOptions {
  /** Every mask is as long as what it hides: for bytes that say how long they are. */
  readonly keepsLength?: boolean;
}

const NO_BYTES = Buffer.alloc(0);
const FILLER = "*";

export class MaskStream {
  readonly #matcher: SecretMatcher;
  readonly #createMask: MaskFactory;
  readonly #keepsLength: boolean;
  #heldBytes: Buffer = NO_BYTES;
  /** So many bytes of what is held were passed or masked: they only show what begins in them. */
  #handledLength = 0;

  constructor(
    matcher: SecretMatcher,
    mark: MaskFactory,
    { keepsLength = false }: MaskOptions = {},
  ) {
    this.#matcher = matcher;
    this.#createMask = mark;
    this.#keepsLength = keepsLength;
  }

  /** What may be recorded now. */
  push(chunk: Buffer): Buffer {
    if (this.#matcher.isEmpty) return chunk;
    const bytes = this.#heldBytes.length > 0 ? Buffer.concat([this.#heldBytes, chunk]) : chunk;
    return this.#maskHits(bytes, this.#matcher.find(bytes.toString("latin1")));
  }

  /** What was held back: the end has come, so that what had only begun is no secret. */
  flush(): Buffer {
    const held = this.#heldBytes;
    if (held.length === 0) return held;
    const { hits } = this.#matcher.find(held.toString("latin1"));
    return this.#maskHits(held, { hits, openStarts: [], weakStart: null });
  }

  /** Of those that overlap the first is masked whole, and of the others what is left of them. */
  #maskHits(bytes: Buffer, { hits, openStarts, weakStart }: SecretMatches): Buffer {
    const passed: Buffer[] = [];
    const inOrder = hits.length < 2 ? hits : hits.toSorted(compareHits);
    let firstBegun = bytes.length;
    for (const from of openStarts) firstBegun = Math.min(firstBegun, from);
    let at = this.#handledLength;
    let overlapping: SecretHit | null = null;
    for (let next = 0; ; ) {
      for (let hit = inOrder[next]; hit && hit.from < at; hit = inOrder[++next]) {
        if (hit.to > (overlapping?.to ?? at)) overlapping = hit;
      }
      if (overlapping && overlapping.to <= at) overlapping = null;
      const hit: SecretHit | undefined = overlapping ?? inOrder[next];
      // Something longer may be coming, which would be masked instead.
      if (!hit || firstBegun < at || firstBegun <= hit.from) break;
      const from = Math.max(at, hit.from);
      passed.push(bytes.subarray(at, from), this.#createMaskBytes(hit.to - from, hit.secret));
      at = hit.to;
    }
    const rest = Math.max(at, firstBegun);
    passed.push(bytes.subarray(at, rest));
    const held = Math.min(firstBegun, overlapping?.from ?? firstBegun, weakStart ?? firstBegun);
    this.#heldBytes = held < bytes.length ? bytes.subarray(held) : NO_BYTES;
    this.#handledLength = held < bytes.length ? rest - held : 0;
    return passed.length === 1 ? bytes.subarray(at, rest) : Buffer.concat(passed);
  }

  #createMaskBytes(length: number, secret: string): Buffer {
    const mask = this.#createMask(secret);
    return Buffer.from(this.#keepsLength ? fitToLength(length, mask) : mask);
  }
}

/** All of it at once. */
export function maskBytes(
  bytes: Buffer,
  matcher: SecretMatcher,
  mark: MaskFactory,
  masking?: MaskOptions,
): Buffer {
  const scrubber = new MaskStream(matcher, mark, masking);
  return Buffer.concat([scrubber.push(bytes), scrubber.flush()]);
}

const compareHits = (one: SecretHit, other: SecretHit) =>
  one.from - other.from || other.to - one.to;

/** A mask of so many bytes: filled up behind, or nothing but filling. */
function fitToLength(length: number, mask: string): string {
  const room = length - Buffer.byteLength(mask);
  return room >= 0 ? mask + FILLER.repeat(room) : FILLER.repeat(length);
}
