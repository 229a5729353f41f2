/**
 * Those who follow a task: a stream of server-sent events, and a caller who waits for the end.
 */
import { type RpcId, success } from "./rpc.ts";
import type { DemoTask, Listener } from "./task.ts";
import type { StreamResponse } from "./vocabulary.ts";

const BUFFERED_BYTES = 1 << 18;
const CUT_AFTER_MS = 50;
const UNFINISHED = 'data: {"jsonrpc":"2.0","id":';

export class EventStream implements Listener {
  readonly #id: RpcId;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #task: DemoTask | null = null;
  #room: (() => void) | null = null;

  constructor(id: RpcId) {
    this.#id = id;
    this.#body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#makeRoom(),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES }),
    );
  }

  follow(task: DemoTask): void {
    this.#task = task;
    task.listen(this);
  }

  hear(event: StreamResponse): Promise<void> | undefined {
    const controller = this.#controller;
    if (!controller) return undefined;
    const text = `data: ${JSON.stringify(success(this.#id, event))}\n\n`;
    controller.enqueue(this.#encoder.encode(text));
    if ((controller.desiredSize ?? 0) > 0) return undefined;
    return new Promise((resolve) => {
      this.#room = resolve;
    });
  }

  end(): void {
    this.#controller?.close();
    this.#leave();
  }

  cut(): void {
    const controller = this.#controller;
    if (!controller) return;
    controller.enqueue(this.#encoder.encode(UNFINISHED));
    breakSoon(controller);
    this.#leave();
  }

  response(): Response {
    return new Response(this.#body, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
      },
    });
  }

  #makeRoom(): void {
    this.#room?.();
    this.#room = null;
  }

  #leave(): void {
    this.#controller = null;
    this.#task?.forget(this);
    this.#makeRoom();
  }
}

/** True when the task's turn came to its end, false when the connection is to be cut. */
export function whenSettled(task: DemoTask): Promise<boolean> {
  return new Promise((resolve) => {
    task.listen({
      hear: () => undefined,
      end: () => resolve(true),
      cut: () => resolve(false),
    });
  });
}

/** Half of an answer, then a broken connection. */
export function halfOf(body: string): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(body.slice(0, body.length / 2));
  return new ReadableStream({
    start(controller) {
      controller.enqueue(half);
      breakSoon(controller);
    },
  });
}

/** An error at once would drop what has been said and is not yet on its way. */
function breakSoon(controller: ReadableStreamDefaultController<Uint8Array>): void {
  // By this name a server takes it for a connection that went away, not for a fault of its own.
  const reason = new DOMException("Cut, as asked.", "AbortError");
  setTimeout(() => controller.error(reason), CUT_AFTER_MS);
}
