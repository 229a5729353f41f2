/**
 * Listeners of a scripted task: a stream of server-sent events, and a caller that waits for the end.
 */

import type { ScriptedTask, SentStep, TaskListener } from "./scripted-task.ts";

const BUFFERED_BYTES = 1 << 18;
const CUT_AFTER_MS = 50;

/** A step as an object of the stream; `null` if there is none for it. */
type StepFormatter = (step: SentStep, task: ScriptedTask) => object | null;

export class EventStream implements TaskListener {
  readonly #task: ScriptedTask;
  readonly #format: StepFormatter;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #lastEvent = "data: ";
  #resumeSender: (() => void) | null = null;

  constructor(task: ScriptedTask, format: StepFormatter) {
    this.#task = task;
    this.#format = format;
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

  onStep(step: SentStep): Promise<void> | undefined {
    const controller = this.#controller;
    const event = this.#format(step, this.#task);
    if (!controller || event === null) return undefined;
    this.#lastEvent = `data: ${JSON.stringify(event)}\n\n`;
    controller.enqueue(this.#encoder.encode(this.#lastEvent));
    if ((controller.desiredSize ?? 0) > 0) return undefined;
    return new Promise((resolve) => {
      this.#resumeSender = resolve;
    });
  }

  end(): void {
    this.#controller?.close();
    this.#detach();
  }

  /** In the middle of an event. */
  cut(): void {
    const controller = this.#controller;
    if (!controller) return;
    controller.enqueue(this.#encoder.encode(getFirstHalf(this.#lastEvent)));
    breakSoon(controller);
    this.#detach();
  }

  createResponse(): Response {
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
    this.#task.removeListener(this);
    this.#resume();
  }
}

/** True when the task's turn ended, false when the connection must be cut. */
export function waitUntilSettled(task: ScriptedTask): Promise<boolean> {
  return new Promise((resolve) => {
    task.addListener({
      onStep: () => undefined,
      end: () => resolve(true),
      cut: () => resolve(false),
    });
  });
}

/** Half of a response, then a broken connection. */
export function createHalfBody(body: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(getFirstHalf(body)));
      breakSoon(controller);
    },
  });
}

const getFirstHalf = (text: string): string => text.slice(0, text.length / 2);

/** An immediate error would drop what is queued but not yet sent. */
function breakSoon(controller: ReadableStreamDefaultController<Uint8Array>): void {
  // Servers treat an AbortError as a lost connection, not as a failure of their own.
  const reason = new DOMException("Connection cut as requested.", "AbortError");
  setTimeout(() => controller.error(reason), CUT_AFTER_MS);
}
