/**
 * Two editors, one after the other: the first is next to the caller, the second next to the agent. Only
 * the first one may hold what it passes on.
 *
 * Guarantees: what is recorded of a message has the changes of both.
 */

import type { OpenHop } from "../../wire/record.ts";
import type { ProxyRefusal } from "./proxy-request.ts";
import type { Delivery, EditorOutput, TapEditor } from "./tap-editor.ts";

export class ChainedEditor implements TapEditor {
  readonly #first: TapEditor;
  readonly #second: TapEditor;

  constructor(first: TapEditor, second: TapEditor) {
    this.#first = first;
    this.#second = second;
  }

  /** What the first one sends to the agent passes the second. */
  start(output: EditorOutput): void {
    this.#second.start?.(output);
    this.#first.start?.({
      ...output,
      toAgent: (bytes) => output.toAgent(this.#second.editRequest(bytes)),
    });
  }

  waitUntilPassed(): Promise<void> | null {
    return this.#first.waitUntilPassed?.() ?? null;
  }

  stop(): void {
    this.#first.stop?.();
  }

  get isFull(): boolean {
    return this.#first.isFull ?? false;
  }

  get isOver(): boolean {
    return this.#first.isOver || this.#second.isOver;
  }

  editRequest(bytes: Buffer): Buffer {
    return this.#second.editRequest(this.#first.editRequest(bytes));
  }

  editResponse(bytes: Buffer): Buffer {
    return this.#first.editResponse(this.#second.editResponse(bytes));
  }

  closeRequest(): Buffer {
    const rest = this.#second.editRequest(this.#first.closeRequest());
    return Buffer.concat([rest, this.#second.closeRequest()]);
  }

  closeResponse(): Buffer {
    const rest = this.#first.editResponse(this.#second.closeResponse());
    return Buffer.concat([rest, this.#first.closeResponse()]);
  }

  takeToCaller(): Buffer {
    return this.#first.editResponse(this.#second.takeToCaller?.() ?? Buffer.alloc(0));
  }

  takeToAgent(): Buffer {
    return this.#second.takeToAgent?.() ?? Buffer.alloc(0);
  }

  takeRefusal(): ProxyRefusal | null {
    return this.#first.takeRefusal?.() ?? this.#second.takeRefusal?.() ?? null;
  }

  /** What the first one received is what the caller sent. */
  takeReceived(): OpenHop["received"][] {
    const outer = this.#first.takeReceived();
    return this.#second.takeReceived().map((inner, i) => outer[i] ?? inner);
  }

  takeDelivered(): Delivery[] {
    const inner = this.#second.takeDelivered();
    // Only the second one reads HTTP/2.
    if (inner.some(({ stream }) => stream !== undefined)) return inner;
    return this.#first.takeDelivered().map((outer, i) => {
      const { notes = [], ...rest } = inner[i] ?? {};
      return { ...rest, ...outer, notes: [...notes, ...outer.notes] };
    });
  }
}
