/** Events of a call's span: first byte, first token, stalls, state changes and findings. */

import type { ProblemEvidence } from "../lint/problem-history.ts";
import { formatProblemMessage } from "../lint/problem-message.ts";
import { ATTRIBUTE, SPAN_EVENT, TASK_STATE_NAMES } from "../protocol/span-names.ts";
import { findFirstTokenEvent } from "../report/timing/call-timing.ts";
import { StreamTiming } from "../report/timing/stream-timing.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { type AttributeTable, createAttributes, type OtlpSpanEvent } from "./span.ts";
import type { SpanContext } from "./span-context.ts";

interface TimedEvent {
  readonly time: bigint;
  readonly name: string;
  readonly attributes: AttributeTable;
}

/** In order of time. */
export function createCallEvents(context: SpanContext, exchange: Exchange): OtlpSpanEvent[] {
  const events: TimedEvent[] = [
    ...findFirsts(context, exchange),
    ...findStalls(context, exchange),
    ...findStateChanges(context, exchange),
    ...findFindings(context, exchange),
  ];
  return events
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .map(({ time, name, attributes }) => ({
      timeUnixNano: String(time),
      name,
      attributes: createAttributes(attributes),
    }));
}

function* findFirsts(context: SpanContext, exchange: Exchange): Generator<TimedEvent> {
  const { clock, timeline } = context;
  const { firstByteTime, events } = exchange;
  if (!Number.isNaN(firstByteTime)) {
    const time = clock.getTime(firstByteTime, exchange.firstEvent);
    yield { time, name: SPAN_EVENT.firstByte, attributes: {} };
  }
  const token = findFirstTokenEvent(timeline, exchange, timeline.lastEvent);
  if (token === null || events.count === 0) return;
  const attributes = { [ATTRIBUTE.event]: token };
  yield { time: clock.getEventTime(token), name: SPAN_EVENT.firstToken, attributes };
}

function findStalls({ clock, timeline }: SpanContext, exchange: Exchange): TimedEvent[] {
  if (!exchange.isStream) return [];
  const n = timeline.lastEvent;
  const stalls = new StreamTiming(timeline, exchange).advance(n).findStalls(n);
  return stalls.map(({ after, ms, keptAlive }) => ({
    time: clock.getEventTime(after),
    name: SPAN_EVENT.stall,
    attributes: {
      [ATTRIBUTE.event]: after,
      [ATTRIBUTE.duration]: Math.round(ms * 1000) / 1000,
      [ATTRIBUTE.keepAlives]: keptAlive,
    },
  }));
}

function* findStateChanges(context: SpanContext, exchange: Exchange): Generator<TimedEvent> {
  const { clock, timeline } = context;
  for (const { task } of exchange.tasks) {
    const lane = timeline.tasks[task];
    for (const { firstEvent, state, rawState, legal } of lane?.transitions ?? []) {
      if (timeline.events.exchange.at(firstEvent) !== exchange.index) continue;
      yield {
        time: clock.getEventTime(firstEvent),
        name: SPAN_EVENT.taskState,
        attributes: {
          [ATTRIBUTE.taskId]: lane?.id || null,
          [ATTRIBUTE.taskState]: TASK_STATE_NAMES[state],
          [ATTRIBUTE.rawState]: rawState,
          [ATTRIBUTE.legal]: legal ? null : false,
          [ATTRIBUTE.event]: firstEvent,
        },
      };
    }
  }
}

/** One event for each broken rule, at its first violation. */
function* findFindings(context: SpanContext, exchange: Exchange): Generator<TimedEvent> {
  const { timeline } = context;
  const n = timeline.lastEvent;
  for (const history of context.getProblems(exchange.index)) {
    const count = history.countAt(n);
    const [first] = history.evidenceAt(n);
    if (!first || count === 0) continue;
    const { id, severity } = history.rule;
    yield {
      time: getEvidenceTime(context, exchange, first),
      name: SPAN_EVENT.finding,
      attributes: {
        [ATTRIBUTE.rule]: id,
        [ATTRIBUTE.severity]: severity,
        [ATTRIBUTE.message]: formatProblemMessage(timeline, history.rule, first),
        [ATTRIBUTE.count]: count,
        [ATTRIBUTE.event]: first.phase === undefined && first.event >= 0 ? first.event : null,
      },
    };
  }
}

function getEvidenceTime(
  { clock }: SpanContext,
  { open, head, end }: Exchange,
  { phase, event }: ProblemEvidence,
): bigint {
  if (phase === undefined) return clock.getEventTime(event);
  const record = phase === "end" ? end : phase === "head" ? head : open;
  return record ? clock.getTime(record.time, event) : clock.getEventTime(event);
}
