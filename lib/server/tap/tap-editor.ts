/** What changes the bytes of a connection on their way through the tap. */

import type { DeliveredResponse, EditRecord, OpenHop } from "../../wire/record.ts";
import type { ProxyRefusal } from "./proxy-request.ts";

/** How an editor sends what it has held, after the call that brought it. */
export interface EditorOutput {
  /** Forwards bytes of requests, which are recorded now. */
  toAgent(bytes: Buffer): void;
  /** Forwards bytes of responses, which were recorded when they came. */
  toCaller(bytes: Buffer): void;
  /** Records bytes that the agent has no part in; `isFirst`: the message begins with them. */
  record(direction: "request" | "response", bytes: Buffer, isFirst: boolean): void;
  /** Reports what was done to an event or a request. */
  edit(edit: TapEdit): void;
  /** Ends the connection of the caller. */
  close(how: "reset" | "close"): void;
}

/** What was done to an event or a request of a connection. */
export interface TapEdit {
  /** The exchange: how many came before it on its connection, or its stream over HTTP/2. */
  readonly exchange: number;
  readonly edit: Omit<EditRecord, "r" | "x" | "t">;
}

export interface TapEditor {
  /** Called before the first byte, if the editor passes bytes on later. */
  start?(output: EditorOutput): void;
  /** Resolves when nothing is held that the caller is to receive; `null` if nothing is. */
  waitUntilPassed?(): Promise<void> | null;
  /** The caller is gone. */
  stop?(): void;
  /** So much is held that the agent must be slowed down, until it is passed. */
  readonly isFull?: boolean;
  /** The bytes to forward to the agent now. */
  editRequest(bytes: Buffer): Buffer;
  /** The bytes to forward to the caller now. */
  editResponse(bytes: Buffer): Buffer;
  /** What is still held when the caller has closed its side. */
  closeRequest(): Buffer;
  /** What is still held when the agent has closed its side. */
  closeResponse(): Buffer;
  /** The requests since the last call, as the caller sent them; `undefined` for one that passes. */
  takeReceived(): OpenHop["received"][];
  /** What was changed in the responses that ended since the last call. */
  takeDelivered(): Delivery[];
  /** What editing a request has released to be sent back to the caller. */
  takeToCaller?(): Buffer;
  /** What editing a response has released to be sent back to the agent. */
  takeToAgent?(): Buffer;
  /** The request that the tap has answered itself since the last call. */
  takeRefusal?(): ProxyRefusal | null;
  /** Nothing more passes: the tap closes both sides. */
  readonly isOver: boolean;
}

/** What the caller received, where it differs, and what to note about it. */
export interface Delivery {
  /** Its stream, over HTTP/2. */
  readonly stream?: number;
  readonly delivered?: DeliveredResponse;
  /** The card as the agent sent it, if it had signatures that were dropped. */
  readonly signedCard?: string;
  readonly notes: readonly string[];
}
