/**
 * Connections that stay open after their answer: some agents take a closed one for a client that
 * has gone, and give up the task that waits for it.
 *
 * Guarantees: a held connection is used for nothing again; there are never more than so many, none
 * is held for longer than so long, and none keeps this process from ending.
 */
import type { Socket } from "node:net";

const MAX_CONNECTIONS = 32;
const MAX_IDLE_MS = 10 * 60_000;

export class IdleConnections {
  readonly #maxCount: number;
  readonly #maxIdleMs: number;
  /** Oldest first, each with the recording it belongs to. */
  readonly #connections = new Map<Socket, string>();

  constructor({ most = MAX_CONNECTIONS, longestMs = MAX_IDLE_MS } = {}) {
    this.#maxCount = most;
    this.#maxIdleMs = longestMs;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** From now until the agent closes it, or one of the limits does. */
  add(socket: Socket, recording: string): void {
    this.#connections.set(socket, recording);
    const tooLong = setTimeout(() => socket.destroy(), this.#maxIdleMs).unref();
    socket.once("close", () => {
      clearTimeout(tooLong);
      this.#connections.delete(socket);
    });
    // It broke: that is as good as closed.
    socket.on("error", () => undefined);
    // Nothing was asked, so nothing it says has a meaning; without reading, no end would be noticed.
    socket.once("data", () => socket.destroy());
    socket.unref().resume();
    const [oldest] = this.#connections.keys();
    if (oldest && this.#connections.size > this.#maxCount) this.#closeSocket(oldest);
  }

  /** Hangs up whatever is held for a recording. */
  closeAll(recording: string): void {
    for (const [socket, of] of this.#connections) if (of === recording) this.#closeSocket(socket);
  }

  /** Forgotten at once: it is closed only later, and until then another may be over the limit. */
  #closeSocket(socket: Socket): void {
    this.#connections.delete(socket);
    socket.destroy();
  }
}
