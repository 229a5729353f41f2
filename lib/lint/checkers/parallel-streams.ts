/**
 * Watches streams of one task side by side: all must tell the same events in the same order. Only
 * what can be told from everything else counts, for tokens repeat one another.
 */

import type { ProtocolEvent } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";

/** So many events back two streams are compared. */
const COMPARED_EVENTS = 32;
/** Shorter texts come again. */
const MIN_TEXT_LENGTH = 16;

/** Something that was told, and the event in which each stream told it, by index. */
interface ReportedEvent {
  readonly fingerprint: string;
  readonly eventByStream: Map<number, number>;
  /** Something else looks the same. */
  isAmbiguous: boolean;
}

/** The streams of a task that are open side by side, and what they told since. */
interface ParallelStreams {
  streamCount: number;
  openStreams: number[];
  reported: ReportedEvent[];
}

export const createParallelStreamChecker: CheckerFactory = (versions) => {
  const orders = new Map<number, ParallelStreams>();
  return {
    kinds: ["artifact", "status"],
    onEvent(seen) {
      const { timeline, exchange, event, ordinal } = seen;
      if (event.kind !== "artifact" && event.kind !== "status") return;
      const lane = timeline.tasks[exchange.currentTask];
      if (!lane || lane.streams.length < 2 || !exchange.isStream) return;
      if (event.taskId !== null && event.taskId !== lane.id) return;
      const order = orders.get(lane.index) ?? { streamCount: 0, openStreams: [], reported: [] };
      orders.set(lane.index, order);
      if (!isSideBySide(timeline, lane, order)) return;
      const print = getEventFingerprint(event);
      if (print === null || !isReportedOutOfOrder(order, print, exchange.index, ordinal)) return;
      if (VERSIONS_FROM_1.includes(versions.getVersion(timeline, exchange))) {
        timeline.reportViolation("STR-ORDER-DIFF", ordinal);
      }
    },
  };
};

function isSideBySide(
  { exchanges }: Timeline,
  { streams }: TaskLane,
  order: ParallelStreams,
): boolean {
  const isOpen = (index: number) => exchanges[index]?.end === null;
  if (order.streamCount !== streams.length) {
    order.streamCount = streams.length;
    order.openStreams = streams.filter(isOpen);
  } else if (!order.openStreams.every(isOpen)) {
    order.openStreams = order.openStreams.filter(isOpen);
  }
  if (order.openStreams.length > 1) return true;
  order.reported = [];
  return false;
}

/** What tells an event from all others of its task; `null` where nothing does. */
function getEventFingerprint(
  event: Extract<ProtocolEvent, { kind: "artifact" | "status" }>,
): string | null {
  if (event.generation !== null) return event.generation;
  if (event.kind === "status") {
    const { state, message, timestamp } = event.status;
    const id = message?.messageId ?? timestamp;
    return id === null ? null : `${state} ${id}`;
  }
  const { artifactId, index, parts } = event.artifact;
  const text = joinPartTexts(parts);
  return text.length < MIN_TEXT_LENGTH ? null : `${artifactId ?? index} ${text}`;
}

/** Notes that a stream told something; true where it told it in another order than another one. */
function isReportedOutOfOrder(
  order: ParallelStreams,
  print: string,
  stream: number,
  ordinal: number,
): boolean {
  const alike = order.reported.filter((told) => told.fingerprint === print);
  const known = alike.find(({ eventByStream }) => !eventByStream.has(stream));
  if (!known) {
    for (const told of alike) told.isAmbiguous = true;
    order.reported.push({
      fingerprint: print,
      eventByStream: new Map([[stream, ordinal]]),
      isAmbiguous: alike.length > 0,
    });
    if (order.reported.length > COMPARED_EVENTS) order.reported.shift();
    return false;
  }
  const isOther = !known.isAmbiguous && isSwapped(order.reported, known, stream);
  known.eventByStream.set(stream, ordinal);
  return isOther;
}

/** Did another stream tell this before something that this stream told already? */
function isSwapped(
  all: readonly ReportedEvent[],
  { eventByStream }: ReportedEvent,
  stream: number,
): boolean {
  return all.some((told) => {
    if (told.isAmbiguous || !told.eventByStream.has(stream)) return false;
    for (const [other, at] of eventByStream)
      if ((told.eventByStream.get(other) ?? -1) > at) return true;
    return false;
  });
}
