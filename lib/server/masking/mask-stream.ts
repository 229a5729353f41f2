/**
 * Masks known secrets in a stream of bytes, because an agent may echo what it was sent.
 *
 * Guarantees: a secret is found in any encoding (`lib/secrets`), also when it is split over several
 * reads. The result does not depend on where the reads split, with one exception: up to two first
 * characters of an encoded secret may pass, as most texts end in such characters and are not held
 * back for them. Overlapping secrets are masked completely; nothing else changes. Only a tail that
 * may be the start of a secret is held back, until later reads or the end show what it is.
 */
import type { SecretHit, SecretMatcher, SecretMatches } from "../../secrets/secret-matcher.ts";
import type { MaskFactory } from "./mask-factory.ts";

export interface MaskOptions {
  /** Each mask is as long as its secret, for bytes that carry their own length. */
  readonly keepsLength?: boolean;
}

const NO_BYTES = Buffer.alloc(0);
const FILLER = "*";

/** What finds secrets: a matcher, or several. */
export type SecretFinder = Pick<SecretMatcher, "isEmpty" | "find">;

export class MaskStream {
  readonly #matcher: SecretFinder;
  readonly #createMask: MaskFactory;
  readonly #keepsLength: boolean;
  #heldBytes: Buffer = NO_BYTES;
  /** Number of held bytes that were already passed or masked; kept to find secrets that start in them. */
  #handledLength = 0;

  constructor(
    matcher: SecretFinder,
    createMask: MaskFactory,
    { keepsLength = false }: MaskOptions = {},
  ) {
    this.#matcher = matcher;
    this.#createMask = createMask;
    this.#keepsLength = keepsLength;
  }

  /** Takes a chunk and returns the bytes that may be recorded now. */
  push(chunk: Buffer): Buffer {
    if (this.#matcher.isEmpty) return chunk;
    const bytes = this.#heldBytes.length > 0 ? Buffer.concat([this.#heldBytes, chunk]) : chunk;
    return this.#maskHits(bytes, this.#matcher.find(bytes.toString("latin1")));
  }

  /** Returns the held bytes at the end of the stream: an incomplete match is not a secret. */
  flush(): Buffer {
    const held = this.#heldBytes;
    if (held.length === 0) return held;
    const { hits } = this.#matcher.find(held.toString("latin1"));
    return this.#maskHits(held, { hits, openStarts: [], weakStart: null });
  }

  /** Of overlapping hits, masks the first completely and the rest of each other. */
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
      // A longer secret may still be coming, and would be masked instead.
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

/** Masks a complete byte string. */
export function maskBytes(
  bytes: Buffer,
  matcher: SecretFinder,
  createMask: MaskFactory,
  options?: MaskOptions,
): Buffer {
  const maskStream = new MaskStream(matcher, createMask, options);
  return Buffer.concat([maskStream.push(bytes), maskStream.flush()]);
}

const compareHits = (one: SecretHit, other: SecretHit) =>
  one.from - other.from || other.to - one.to;

/** Pads a mask to `length` bytes, or uses only filler if the mask is longer. */
function fitToLength(length: number, mask: string): string {
  const room = length - Buffer.byteLength(mask);
  return room >= 0 ? mask + FILLER.repeat(room) : FILLER.repeat(length);
}
