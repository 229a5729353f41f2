/**
 * Those who follow a task: a stream of server-sent events, and a caller who waits for the end.
 */

import type { StreamResponse } from "./a2a-types.ts";
import type { DemoTask, TaskListener } from "./demo-task.ts";
import { createResultResponse, type RpcId } from "./rpc.ts";

const BUFFERED_BYTES = 1 << 18;
const CUT_AFTER_MS = 50;
const UNFINISHED_EVENT = 'data: {"jsonrpc":"2.0","id":';

export class EventStream implements TaskListener {
  readonly #id: RpcId;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #task: DemoTask | null = null;
  #resumeSender: (() => void) | null = null;

  constructor(id: RpcId) {
    this.#id = id;
    this.#body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#resume(),
        cancel: () => this.#detach(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES }),
    );
  }

  followTask(task: DemoTask): void {
    this.#task = task;
    task.addListener(this);
  }

  onEvent(event: StreamResponse): Promise<void> | undefined {
    const controller = this.#controller;
    if (!controller) return undefined;
    const text = `data: ${JSON.stringify(createResultResponse(this.#id, event))}\n\n`;
    controller.enqueue(this.#encoder.encode(text));
    if ((controller.desiredSize ?? 0) > 0) return undefined;
    return new Promise((resolve) => {
      this.#resumeSender = resolve;
    });
  }

  end(): void {
    this.#controller?.close();
    this.#detach();
  }

  cut(): void {
    const controller = this.#controller;
    if (!controller) return;
    controller.enqueue(this.#encoder.encode(UNFINISHED_EVENT));
    breakSoon(controller);
    this.#detach();
  }

  response(): Response {
    return new Response(this.#body, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
      },
    });
  }

  #resume(): void {
    this.#resumeSender?.();
    this.#resumeSender = null;
  }

  #detach(): void {
    this.#controller = null;
    this.#task?.removeListener(this);
    this.#resume();
  }
}

/** True when the task's turn came to its end, false when the connection is to be cut. */
export function waitUntilSettled(task: DemoTask): Promise<boolean> {
  return new Promise((resolve) => {
    task.addListener({
      onEvent: () => undefined,
      end: () => resolve(true),
      cut: () => resolve(false),
    });
  });
}

/** Half of an answer, then a broken connection. */
export function createHalfBody(body: string): ReadableStream<Uint8Array> {
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
