/**
 * The bytes that an editor passes on: returned by the call that brings them, or sent later.
 *
 * Guarantees: the bytes of each direction keep their order.
 */

import type { EditorOutput } from "../tap-editor.ts";

type Direction = "request" | "response";

export class EditorBytes {
  #output: EditorOutput | null = null;
  /** During a call. */
  #collected: Record<Direction, Buffer[]> | null = null;

  start(output: EditorOutput): void {
    this.#output = output;
  }

  /** Runs a call about one direction, and returns what of it passes at once. */
  collect(direction: Direction, run: () => void): Buffer {
    const collected: Record<Direction, Buffer[]> = { request: [], response: [] };
    this.#collected = collected;
    run();
    this.#collected = null;
    const other = direction === "request" ? "response" : "request";
    for (const bytes of collected[other]) this.emit(other, bytes);
    return Buffer.concat(collected[direction]);
  }

  emit(direction: Direction, bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#collected) this.#collected[direction].push(bytes);
    else if (direction === "request") this.#output?.toAgent(bytes);
    else this.#output?.toCaller(bytes);
  }
}
