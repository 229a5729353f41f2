/**
 * Masks the members of JSON that arrives in pieces, by their names.
 *
 * Guarantees: the result does not depend on where the pieces split; only a string that may have to be
 * masked is held back until it is complete, up to a limit: of a longer one nothing is kept.
 */

import { type JsonString, JsonStringReader } from "../../json/json-strings.ts";
import type { MaskFactory } from "./mask-factory.ts";
import { maskJsonString, mayBeSecret } from "./member-secrets.ts";

const MAX_HELD_BYTES = 1 << 14;
const NO_BYTES = Buffer.alloc(0);

/** What is done with the bytes of a response before known secrets are searched in them. */
export interface AnswerMask {
  push(bytes: Buffer): Buffer;
  flush(): Buffer;
}

export class MemberMaskStream implements AnswerMask {
  readonly #createMask: MaskFactory;
  readonly #onSecrets: (secrets: readonly string[]) => void;
  readonly #reader = new JsonStringReader();
  /** Bytes that are not passed on yet, and the offset of the first. */
  #held: Buffer = NO_BYTES;
  #offset = 0;
  /** The string at this offset is too long, and its mask was passed on. */
  #dropsFrom: number | null = null;

  constructor(createMask: MaskFactory, onSecrets: (secrets: readonly string[]) => void) {
    this.#createMask = createMask;
    this.#onSecrets = onSecrets;
  }

  push(bytes: Buffer): Buffer {
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#reader.push(bytes.toString("latin1"));
    return this.#pass();
  }

  flush(): Buffer {
    this.#reader.end();
    return this.#pass();
  }

  #pass(): Buffer {
    const passed: Buffer[] = [];
    for (let next = this.#reader.next(); next; next = this.#reader.next()) {
      if (this.#dropsFrom === next.from) {
        this.#dropsFrom = null;
        this.#take(next.to);
        continue;
      }
      const masked = this.#mask(next, next.to);
      if (!masked) continue;
      passed.push(this.#take(next.from), masked);
      this.#take(next.to);
    }
    const { open } = this.#reader;
    const end = this.#offset + this.#held.length;
    if (this.#dropsFrom !== null) this.#take(end);
    else if (!open || !mayBeSecret(open.path)) passed.push(this.#take(end));
    else {
      passed.push(this.#take(open.from));
      if (this.#held.length > MAX_HELD_BYTES) passed.push(...this.#drop(open, end));
    }
    return passed.length === 1 && passed[0] ? passed[0] : Buffer.concat(passed);
  }

  /** The string is too long to be held: of a secret one, the rest is dropped. */
  #drop(string: Omit<JsonString, "to">, end: number): Buffer[] {
    const masked = this.#mask(string, end);
    if (!masked) return [this.#take(end)];
    this.#dropsFrom = string.from;
    this.#take(end);
    return [masked];
  }

  #mask(string: Omit<JsonString, "to">, to: number): Buffer | null {
    const from = string.from - this.#offset;
    // The rest of a string that is too long, and is no secret.
    if (from < 0) return null;
    const raw = this.#held.toString("utf8", from, to - this.#offset);
    const masked = maskJsonString(string, raw, this.#createMask, true);
    if (!masked) return null;
    this.#onSecrets(masked.secrets);
    return Buffer.from(masked.text);
  }

  /** The bytes before an offset. */
  #take(until: number): Buffer {
    const length = Math.max(0, until - this.#offset);
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#offset += length;
    return taken;
  }
}
