/** A message of the timeline, and where it occurs. */

import type { Message } from "../protocol/model.ts";
import type { EventIndex } from "./event-index.ts";

/** A message; stored once, however often it occurs. */
export interface TimelineMessage {
  readonly index: number;
  readonly firstEvent: number;
  readonly message: Message;
  /** The task it names; −1 for none. */
  readonly task: number;
  /** The task it was assigned to later, and the event that showed it. */
  assignedTask: { readonly firstEvent: number; readonly task: number } | null;
  readonly entry: number;
  readonly via: "request" | "status" | "history" | "reply";
  /** The events in which the agent sent it. */
  readonly events: EventIndex;
}
