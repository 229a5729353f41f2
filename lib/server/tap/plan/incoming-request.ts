/** A request on its way to an agent, and its head as the agent receives it. */

import type { RequestHead } from "../../../wire/http-head.ts";
import type { RecordedEvents } from "./recorded-events.ts";
import type { WatchedExchange } from "./watched-exchange.ts";

export interface IncomingRequest {
  readonly head: RequestHead;
  readonly raw: Buffer;
  readonly number: number;
  readonly body: Buffer[];
  bytes: number;
  /** There was something to do when it began. */
  readonly isPlanned: boolean;
  /** It passes only when it is complete. */
  isHeld: boolean;
  /** Set when it is complete. */
  watched: WatchedExchange | null;
  /** Where the user wants its response to stop. */
  stepsTo: "event" | "state" | null;
  /** What its caller gets in place of the first events. */
  recorded: RecordedEvents | null;
}

/** Asks for a response that is not compressed: its events could not be told apart. */
export function getPassedHead({
  raw,
  isPlanned,
}: Pick<IncomingRequest, "raw" | "isPlanned">): Buffer {
  if (!isPlanned) return raw;
  const text = raw.toString("latin1");
  const edited = text.replace(
    /^(accept-encoding:[ \t]*)[^\r\n]*/im,
    (_, name: string) => `${name}identity`,
  );
  return edited === text ? raw : Buffer.from(edited, "latin1");
}
