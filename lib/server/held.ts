/**
 * Connections that stay open after their answer: some agents take a closed one for a client that
 * has gone, and give up the task that waits for it.
 *
 * Guarantees: a held connection is used for nothing again; there are never more than so many, none
 * is held for longer than so long, and none keeps this process from ending.
 */
import type { Socket } from "node:net";

const MOST = 32;
const LONGEST_MS = 10 * 60_000;

export class HeldConnections {
  readonly #most: number;
  readonly #longestMs: number;
  /** Oldest first, each with the recording it belongs to. */
  readonly #held = new Map<Socket, string>();

  constructor({ most = MOST, longestMs = LONGEST_MS } = {}) {
    this.#most = most;
    this.#longestMs = longestMs;
  }

  get size(): number {
    return this.#held.size;
  }

  /** From now until the agent closes it, or one of the limits does. */
  hold(socket: Socket, recording: string): void {
    this.#held.set(socket, recording);
    const tooLong = setTimeout(() => socket.destroy(), this.#longestMs).unref();
    socket.once("close", () => {
      clearTimeout(tooLong);
      this.#held.delete(socket);
    });
    // It broke: that is as good as closed.
    socket.on("error", () => undefined);
    // Nothing was asked, so nothing it says has a meaning; without reading, no end would be noticed.
    socket.once("data", () => socket.destroy());
    socket.unref().resume();
    const [oldest] = this.#held.keys();
    if (oldest && this.#held.size > this.#most) this.#hangUp(oldest);
  }

  /** Hangs up whatever is held for a recording. */
  close(recording: string): void {
    for (const [socket, of] of this.#held) if (of === recording) this.#hangUp(socket);
  }

  /** Forgotten at once: it is closed only later, and until then another may be over the limit. */
  #hangUp(socket: Socket): void {
    this.#held.delete(socket);
    socket.destroy();
  }
}
