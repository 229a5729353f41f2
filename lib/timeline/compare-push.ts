/**
 * Compares push notifications with the streams of the same task: which streamed events were also
 * pushed, which were not, in what order, and how much later. Exact as of any event.
 */

import { stringifyJson } from "../json/json-stringify.ts";
import type { Message, ProtocolEvent } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { decodeEventAgain } from "./lookup-responses.ts";
import type { TaskLane } from "./task.ts";
import { OrderIssue, type Timeline } from "./timeline.ts";

export interface PushedEvent {
  /** Short description. */
  readonly label: string;
  /** The streamed event; `null` if only a notification delivered it. */
  readonly streamed: number | null;
  /** The notification's event; `null` if it was not pushed. */
  readonly pushed: number | null;
  /**
   * Milliseconds from the streamed event to the notification; negative if the notification came
   * first.
   */
  readonly lagMs: number | null;
}

export interface PushComparison {
  /** In stream order; events that only notifications delivered come last. */
  readonly events: readonly PushedEvent[];
  /** Number of streamed events. */
  readonly streamed: number;
  /** Streamed events that were also pushed. */
  readonly both: number;
  /** Events that only notifications delivered. */
  readonly only: number;
  /** Notifications that repeated an earlier one. */
  readonly again: number;
  /** Notifications that arrived after the notification of a later event. */
  readonly overtaken: number;
  /** Notifications of the run that Loupe rejected. */
  readonly refused: number;
}

interface DeliveredEvent {
  readonly ordinal: number;
  readonly label: string;
  /** Equal for two events with the same content. */
  readonly key: string;
  readonly time: number;
}

/** `null` if no notification was received or rejected. */
export function comparePush(timeline: Timeline, lane: TaskLane, n: number): PushComparison | null {
  const refused = timeline.exchanges.filter(
    (one) => one.firstEvent <= n && one.rejectionReason !== null,
  ).length;
  const streamed: DeliveredEvent[] = [];
  const pushed: DeliveredEvent[] = [];
  const count = lane.events.countAt(n);
  for (let i = 0; i < count; i++) {
    const ordinal = lane.events.at(i);
    const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
    const list = exchange?.open.record.inbound ? pushed : exchange?.isStream ? streamed : null;
    const event = list && decodeDeliveredEvent(timeline, ordinal);
    if (event && !(list === streamed && isRepeated(timeline, streamed, event))) list.push(event);
  }
  if (pushed.length === 0 && refused === 0) return null;
  return { ...pairDeliveries(streamed, pushed), refused };
}

/** Did another stream already deliver this event? The first delivery counts. */
function isRepeated(
  timeline: Timeline,
  before: readonly DeliveredEvent[],
  { ordinal, key }: DeliveredEvent,
): boolean {
  const { events } = timeline;
  if (events.orderIssues.at(ordinal) & OrderIssue.AlreadyDelivered) return true;
  const exchange = events.exchange.at(ordinal);
  const same = before.findLast((event) => event.key === key);
  // One stream may repeat a chunk on purpose. A later stream's repetition is flagged by the fold.
  return (
    same !== undefined &&
    !key.startsWith("artifact") &&
    events.exchange.at(same.ordinal) !== exchange
  );
}

function pairDeliveries(streamed: readonly DeliveredEvent[], pushed: readonly DeliveredEvent[]) {
  const partners = new Map<DeliveredEvent, DeliveredEvent>();
  const waiting = new Map<string, DeliveredEvent[]>();
  for (const event of streamed) {
    const sameKey = waiting.get(event.key);
    if (sameKey) sameKey.push(event);
    else waiting.set(event.key, [event]);
  }
  const known = new Set(streamed.map(({ key }) => key));
  const alone: DeliveredEvent[] = [];
  let again = 0;
  for (const event of pushed) {
    const partner = waiting.get(event.key)?.shift();
    if (partner) partners.set(partner, event);
    else if (known.has(event.key)) again++;
    else {
      known.add(event.key);
      alone.push(event);
    }
  }
  const events: PushedEvent[] = [
    ...streamed.map((event) => {
      const push = partners.get(event);
      return {
        label: event.label,
        streamed: event.ordinal,
        pushed: push?.ordinal ?? null,
        lagMs: push ? getLag(event, push) : null,
      };
    }),
    ...alone.map(({ label, ordinal }) => ({
      label,
      streamed: null,
      pushed: ordinal,
      lagMs: null,
    })),
  ];
  const both = partners.size;
  const only = alone.length;
  return {
    events,
    streamed: streamed.length,
    both,
    only,
    again,
    overtaken: countOvertaken(events),
  };
}

function getLag(streamed: DeliveredEvent, pushed: DeliveredEvent): number | null {
  const lag = pushed.time - streamed.time;
  return Number.isNaN(lag) ? null : lag;
}

function countOvertaken(events: readonly PushedEvent[]): number {
  let first = Number.POSITIVE_INFINITY;
  let overtaken = 0;
  for (const { streamed, pushed } of events.toReversed()) {
    if (streamed === null || pushed === null) continue;
    if (pushed > first) overtaken++;
    first = Math.min(first, pushed);
  }
  return overtaken;
}

function decodeDeliveredEvent(timeline: Timeline, ordinal: number): DeliveredEvent | null {
  const event = decodeEventAgain(timeline, ordinal)?.event;
  const description = event && describeEvent(event);
  return description ? { ...description, ordinal, time: timeline.events.time.at(ordinal) } : null;
}

/** A task snapshot is compared by its state alone. */
function describeEvent(event: ProtocolEvent): { label: string; key: string } | null {
  switch (event.kind) {
    case "status":
    case "task": {
      const status = event.kind === "task" ? event.task.status : event.status;
      const state = getStateLabel(status);
      const { message } = status;
      return { label: state, key: `state ${state} ${message ? getMessageName(message) : ""}` };
    }
    case "artifact": {
      const { artifact, append } = event;
      const id = artifact.artifactId ?? artifact.name ?? "";
      const parts = stringifyJson(artifact.parts);
      return { label: `chunk of ${artifact.name ?? id}`, key: `artifact ${id} ${append} ${parts}` };
    }
    default:
      return null;
  }
}

function getMessageName({ messageId, parts }: Message): string {
  return messageId ?? joinPartTexts(parts);
}
