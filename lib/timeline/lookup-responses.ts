/** Responses to lookups, decoded again from their bytes: pages of tasks, push configurations. */

import { createOtherEvent, decodeValue } from "../protocol/decode.ts";
import { DecodeIssue } from "../protocol/decode-flags.ts";
import type { JsonObject } from "../protocol/json.ts";
import {
  EVENT_KINDS,
  type ProtocolEvent,
  type PushConfigSummary,
  type Task,
} from "../protocol/model.ts";
import { stripRecordSeparator } from "../wire/frame.ts";
import type { Exchange } from "./exchange.ts";
import { createDecodeContext, decodeText } from "./frame-context.ts";
import { findUnreadableMessage } from "./grpc-frame.ts";
import type { Timeline } from "./timeline.ts";
import { findJsonError, findTextFrame, parseFrameValue } from "./timeline-queries.ts";

const LISTING_KINDS: ReadonlySet<number> = new Set([
  EVENT_KINDS.indexOf("tasks"),
  EVENT_KINDS.indexOf("configs"),
]);

interface Listing {
  readonly tasks: readonly Task[];
  readonly configs: readonly PushConfigSummary[];
  /** Token of the next page; `null` on the last page. */
  readonly nextPageToken: string | null;
}

/** Everything an exchange listed: one page, or an array whose elements came one by one. */
export function readListing(timeline: Timeline, exchange: Exchange): Listing | null {
  const tasks: Task[] = [];
  const configs: PushConfigSummary[] = [];
  let nextPageToken: string | null = null;
  let isListing = false;
  for (let i = 0; i < exchange.events.count; i++) {
    const ordinal = exchange.events.at(i);
    if (!LISTING_KINDS.has(timeline.events.kind.at(ordinal))) continue;
    for (const event of decodeFrameEvents(timeline, exchange, ordinal)) {
      if (event.kind !== "tasks" && event.kind !== "configs") continue;
      if (event.kind === "tasks") tasks.push(...event.tasks);
      else configs.push(...event.configs);
      nextPageToken = event.nextPageToken || null;
      isListing = true;
    }
  }
  return isListing ? { tasks, configs, nextPageToken } : null;
}

/** Decodes the frame of an event again. */
export function decodeFrameEvents(
  timeline: Timeline,
  exchange: Exchange,
  ordinal: number,
): ProtocolEvent[] {
  return decodeFrame(timeline, exchange, ordinal).map(({ event }) => event);
}

/** An event, and the object in its frame that it was decoded from. */
interface EventWithSource {
  readonly event: ProtocolEvent;
  readonly raw: JsonObject | null;
}

function decodeFrame(
  timeline: Timeline,
  exchange: Exchange,
  ordinal: number,
  value = parseFrameValue(timeline, ordinal),
): EventWithSource[] {
  // The SSE event name is not part of the frame's value.
  const named = timeline.events.decodeIssues.at(ordinal) & DecodeIssue.ErrorEvent;
  const context = createDecodeContext(exchange, ordinal);
  const text = value === undefined ? findTextFrame(timeline, ordinal) : undefined;
  if (!text) return decodeValue(value, context, named);
  const unreadable = exchange.body.isBinary ? findUnreadableMessage(text) : null;
  if (unreadable) return [createOtherEvent(unreadable.title, unreadable.reason, named)];
  const error = findJsonError(stripRecordSeparator(text.data));
  return decodeText(exchange, text, error, context, named);
}

/** Decodes one event again; a batch has several in one frame. */
export function decodeEventAgain(
  timeline: Timeline,
  ordinal: number,
  value?: unknown,
): EventWithSource | undefined {
  const { exchange: exchangeOf, start } = timeline.events;
  const exchange = timeline.exchanges[exchangeOf.at(ordinal)];
  if (!exchange) return undefined;
  const position = exchange.events.countAt(ordinal) - 1;
  let first = position;
  while (first > 0 && start.at(exchange.events.at(first - 1)) === start.at(ordinal)) first--;
  return decodeFrame(timeline, exchange, ordinal, value)[position - first];
}
