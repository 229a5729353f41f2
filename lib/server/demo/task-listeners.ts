/**
 * Listeners of a demo task: a stream of server-sent events, and a caller that waits for the end.
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

/** True when the task's turn ended, false when the connection must be cut. */
export function waitUntilSettled(task: DemoTask): Promise<boolean> {
  return new Promise((resolve) => {
    task.addListener({
      onEvent: () => undefined,
      end: () => resolve(true),
      cut: () => resolve(false),
    });
  });
}

/** Half of a response, then a broken connection. */
export function createHalfBody(body: string): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(body.slice(0, body.length / 2));
  return new ReadableStream({
    start(controller) {
      controller.enqueue(half);
      breakSoon(controller);
    },
  });
}

/** An immediate error would drop what is queued but not yet sent. */
function breakSoon(controller: ReadableStreamDefaultController<Uint8Array>): void {
  // Servers treat an AbortError as a lost connection, not as a failure of their own.
  const reason = new DOMException("Connection cut as requested.", "AbortError");
  setTimeout(() => controller.error(reason), CUT_AFTER_MS);
}
