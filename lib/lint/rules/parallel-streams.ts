/** The rule about parallel streams of one task: all must deliver the same events in the same order. */

import type { ProtocolEvent } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "../examples/recording-builder.ts";
import { recordWorkingTask } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

export const PARALLEL_STREAMS = {
  title: "Streams",
  rules: [
    defineRule({
      id: "STR-ORDER-DIFF",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "different order",
      message: "Two streams of one task deliver the same events in a different order.",
      clients:
        "Two clients of one task build different texts and states from the same run, and neither can detect it.",
      remedy: "Feed all streams of a task from one queue.",
      spec: "1.0 §3.5.2",
      breaks: (factory) => recordParallelStreams(factory, (events) => events.toReversed()),
      // A stream that missed an event still delivers the rest in order.
      nearly: (factory) => recordParallelStreams(factory, (events) => events.slice(1)),
      check: createParallelStreamChecker,
    }),
  ],
} as const satisfies RuleGroup;

/** Two parallel streams of one task; `order` selects what the second one delivers. */
function recordParallelStreams(
  factory: MessageFactory,
  order: (events: readonly ExampleJson[]) => readonly ExampleJson[],
): RecordingBuilder {
  const recording = recordWorkingTask(factory);
  factory
    .addCall(recording, "subscribe", { id: "t1" }, "x2")
    .addEventsTo("x2", factory.task("working"));
  const events = [
    factory.status("working", factory.message("The harbour is found.")),
    factory.status("working", factory.message("Its tide is next.")),
  ];
  return recording.addEvents(...events).addEventsTo("x2", ...order(events));
}

/** The number of recent events that are compared. */
const COMPARED_EVENTS = 32;

/** Shorter texts are repeated by chance. */
const MIN_TEXT_LENGTH = 16;

/** An event that was delivered, and its event number in each stream, by exchange index. */
interface ReportedEvent {
  readonly fingerprint: string;
  readonly eventByStream: Map<number, number>;
  /** Whether another event has the same fingerprint. */
  isAmbiguous: boolean;
}

/** The open parallel streams of a task, and the events they delivered. */
interface ParallelStreams {
  streamCount: number;
  openStreams: number[];
  reported: ReportedEvent[];
}

function createParallelStreamChecker(versions: VersionTracker): Checker {
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
      const fingerprint = getEventFingerprint(event);
      if (
        fingerprint === null ||
        !isReportedOutOfOrder(order, fingerprint, exchange.index, ordinal)
      )
        return;
      if (VERSIONS_FROM_1.includes(versions.getVersion(timeline, exchange))) {
        timeline.reportViolation("STR-ORDER-DIFF", ordinal);
      }
    },
  };
}

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

/** A value that identifies an event among those of its task; `null` if there is none. */
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

/** Records an event of a stream. Returns whether another stream delivered it in a different order. */
function isReportedOutOfOrder(
  order: ParallelStreams,
  fingerprint: string,
  stream: number,
  ordinal: number,
): boolean {
  const matching = order.reported.filter((reported) => reported.fingerprint === fingerprint);
  const known = matching.find(({ eventByStream }) => !eventByStream.has(stream));
  if (!known) {
    for (const reported of matching) reported.isAmbiguous = true;
    order.reported.push({
      fingerprint: fingerprint,
      eventByStream: new Map([[stream, ordinal]]),
      isAmbiguous: matching.length > 0,
    });
    if (order.reported.length > COMPARED_EVENTS) order.reported.shift();
    return false;
  }
  const isOther = !known.isAmbiguous && isSwapped(order.reported, known, stream);
  known.eventByStream.set(stream, ordinal);
  return isOther;
}

/** Whether another stream delivered this event before one that this stream has delivered already. */
function isSwapped(
  all: readonly ReportedEvent[],
  { eventByStream }: ReportedEvent,
  stream: number,
): boolean {
  return all.some((reported) => {
    if (reported.isAmbiguous || !reported.eventByStream.has(stream)) return false;
    for (const [other, at] of eventByStream)
      if ((reported.eventByStream.get(other) ?? -1) > at) return true;
    return false;
  });
}
