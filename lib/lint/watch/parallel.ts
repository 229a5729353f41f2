/**
 * Watches streams of one task side by side: all must tell the same events in the same order. Only
 * what can be told from everything else counts, for tokens repeat one another.
 */

import type { ProtocolEvent } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { FROM_1 } from "../rules/rule.ts";
import type { MakeWatch } from "./watch.ts";

/** So many events back two streams are compared. */
const WINDOW = 32;
/** Shorter texts come again. */
const TEXT_MIN = 16;

/** Something that was told, and the event in which each stream told it, by index. */
interface Told {
  readonly print: string;
  readonly by: Map<number, number>;
  /** Something else looks the same. */
  isTwin: boolean;
}

/** The streams of a task that are open side by side, and what they told since. */
interface Order {
  known: number;
  open: number[];
  told: Told[];
}

export const watchParallel: MakeWatch = (versions) => {
  const orders = new Map<number, Order>();
  return {
    kinds: ["artifact", "status"],
    saw(seen) {
      const { timeline, exchange, event, ordinal } = seen;
      if (event.kind !== "artifact" && event.kind !== "status") return;
      const lane = timeline.tasks[exchange.currentTask];
      if (!lane || lane.streams.length < 2 || !exchange.isStream) return;
      if (event.taskId !== null && event.taskId !== lane.id) return;
      const order = orders.get(lane.index) ?? { known: 0, open: [], told: [] };
      orders.set(lane.index, order);
      if (!isSideBySide(timeline, lane, order)) return;
      const print = printOf(event);
      if (print === null || !tells(order, print, exchange.index, ordinal)) return;
      if (FROM_1.includes(versions.of(timeline, exchange))) {
        timeline.breach("STR-ORDER-DIFF", ordinal);
      }
    },
  };
};

function isSideBySide({ exchanges }: Timeline, { streams }: TaskLane, order: Order): boolean {
  const isOpen = (index: number) => exchanges[index]?.ended === null;
  if (order.known !== streams.length) {
    order.known = streams.length;
    order.open = streams.filter(isOpen);
  } else if (!order.open.every(isOpen)) {
    order.open = order.open.filter(isOpen);
  }
  if (order.open.length > 1) return true;
  order.told = [];
  return false;
}

/** What tells an event from all others of its task; `null` where nothing does. */
function printOf(event: Extract<ProtocolEvent, { kind: "artifact" | "status" }>): string | null {
  if (event.generation !== null) return event.generation;
  if (event.kind === "status") {
    const { state, message, timestamp } = event.status;
    const id = message?.messageId ?? timestamp;
    return id === null ? null : `${state} ${id}`;
  }
  const { artifactId, index, parts } = event.artifact;
  const text = joinPartTexts(parts);
  return text.length < TEXT_MIN ? null : `${artifactId ?? index} ${text}`;
}

/** Notes that a stream told something; true where it told it in another order than another one. */
function tells(order: Order, print: string, stream: number, ordinal: number): boolean {
  const alike = order.told.filter((told) => told.print === print);
  const known = alike.find(({ by }) => !by.has(stream));
  if (!known) {
    for (const told of alike) told.isTwin = true;
    order.told.push({ print, by: new Map([[stream, ordinal]]), isTwin: alike.length > 0 });
    if (order.told.length > WINDOW) order.told.shift();
    return false;
  }
  const isOther = !known.isTwin && isSwapped(order.told, known, stream);
  known.by.set(stream, ordinal);
  return isOther;
}

/** Did another stream tell this before something that this stream told already? */
function isSwapped(all: readonly Told[], { by }: Told, stream: number): boolean {
  return all.some((told) => {
    if (told.isTwin || !told.by.has(stream)) return false;
    for (const [other, at] of by) if ((told.by.get(other) ?? -1) > at) return true;
    return false;
  });
}
