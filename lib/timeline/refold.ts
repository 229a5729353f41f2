/**
 * Folds a subset of a task's exchanges onto a separate timeline, by decoding their events again.
 * The original timeline is only read.
 */

import type { StreamSource } from "./duplicate-streams.ts";
import { Exchange } from "./exchange.ts";
import { foldEvent } from "./fold.ts";
import { decodeEventAgain } from "./lookup-responses.ts";
import type { TaskLane } from "./task.ts";
import { Timeline } from "./timeline.ts";

export interface RefoldedTask {
  readonly timeline: Timeline;
  /** The task; `undefined` if these exchanges contain none of it. */
  readonly lane: TaskLane | undefined;
  /** The event of the original timeline for an event of this one; −1 before the first. */
  toOriginalEvent(ordinal: number): number;
}

const NO_FLAGS = { evidence: 0, decodeIssues: 0, rest03: false };

/** As of event `n`, with only the exchanges that `keeps` accepts. */
export function refold(
  timeline: Timeline,
  lane: TaskLane,
  n: number,
  keeps: (exchange: Exchange) => boolean,
): RefoldedTask {
  const shadow = new Timeline();
  const originalEvents: number[] = [];
  const copies = new Map<Exchange, Exchange>();
  const sources = new Map<StreamSource, StreamSource>();
  const { events, exchanges } = timeline;
  const count = lane.events.countAt(n);
  for (let i = 0; i < count; i++) {
    const ordinal = lane.events.at(i);
    const exchange = exchanges[events.exchange.at(ordinal)];
    if (!exchange || !keeps(exchange)) continue;
    const event = decodeEventAgain(timeline, ordinal)?.event;
    if (!event) continue;
    const copy = copies.get(exchange) ?? copyExchange(exchange, shadow, originalEvents);
    copies.set(exchange, copy);
    if (exchange.streamSource !== exchange) {
      // All notifications of one inbox share one source.
      const source = sources.get(exchange.streamSource) ?? { index: copy.index, firstEvent: -1 };
      sources.set(exchange.streamSource, source);
      copy.streamSource = source;
    }
    foldEvent(shadow, copy, event, NO_FLAGS, {
      start: events.start.at(ordinal),
      end: events.end.at(ordinal),
      bytes: 0,
      time: events.time.at(ordinal),
    });
    originalEvents.push(ordinal);
  }
  return {
    timeline: shadow,
    lane: shadow.tasks[0],
    toOriginalEvent: (at) => originalEvents[at] ?? -1,
  };
}

/** Copies an exchange, with its start counted in the events of the new timeline. */
function copyExchange(
  { open, request, versionHeader }: Exchange,
  to: Timeline,
  originalEvents: number[],
): Exchange {
  let firstEvent = originalEvents.length - 1;
  while (firstEvent >= 0 && (originalEvents[firstEvent] ?? -1) > open.firstEvent) firstEvent--;
  const copy = new Exchange(to.exchanges.length, { ...open, firstEvent }, request, versionHeader);
  // Events without a task id belong to the only task.
  if (to.tasks.length > 0) copy.currentTask = 0;
  to.exchanges.push(copy);
  return copy;
}
