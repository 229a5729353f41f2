/**
 * Pool of idle connections that stay open after their response: some agents take a closed connection
 * for a client that disconnected, and cancel the task that waits for it.
 *
 * Guarantees: a held connection is never reused; number and time are limited; none keeps this process
 * from exiting.
 */
import type { Socket } from "node:net";

const MAX_CONNECTIONS = 32;
const MAX_IDLE_MS = 10 * 60_000;

export class IdleConnections {
  readonly #maxCount: number;
  readonly #maxIdleMs: number;
  /** Oldest first, each with the recording it belongs to. */
  readonly #connections = new Map<Socket, string>();

  constructor({ maxCount = MAX_CONNECTIONS, maxIdleMs = MAX_IDLE_MS } = {}) {
    this.#maxCount = maxCount;
    this.#maxIdleMs = maxIdleMs;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Holds a connection until the agent closes it or a limit is reached. */
  add(socket: Socket, recording: string): void {
    this.#connections.set(socket, recording);
    const timer = setTimeout(() => socket.destroy(), this.#maxIdleMs).unref();
    socket.once("close", () => {
      clearTimeout(timer);
      this.#connections.delete(socket);
    });
    // A connection that breaks counts as closed.
    socket.on("error", () => undefined);
    // No request is open, so any data is unexpected. Without reading, the end would go unnoticed.
    socket.once("data", () => socket.destroy());
    socket.unref().resume();
    const [oldest] = this.#connections.keys();
    if (oldest && this.#connections.size > this.#maxCount) this.#closeSocket(oldest);
  }

  /** Closes all connections of a recording. */
  closeAll(recording: string): void {
    for (const [socket, of] of this.#connections) if (of === recording) this.#closeSocket(socket);
  }

  /** Removed at once, because "close" comes later and the count must be right until then. */
  #closeSocket(socket: Socket): void {
    this.#connections.delete(socket);
    socket.destroy();
  }
}
