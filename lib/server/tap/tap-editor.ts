/** What changes the bytes of a connection on their way through the tap. */

import type { DeliveredResponse, OpenHop } from "../../wire/record.ts";
import type { ProxyRefusal } from "./proxy-request.ts";

export interface TapEditor {
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
