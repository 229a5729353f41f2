/**
 * The part of an exchange that one turn is judged by, where the exchange contains several: a log of
 * payloads has all requests and responses of a client in one.
 */

import type { EventIndex } from "../../timeline/event-index.ts";
import type { Turn } from "../../timeline/turns.ts";

export interface ExchangePart {
  /** Its first event. */
  readonly from: number;
  /** Its last event so far. */
  readonly until: number;
  /** The end of the exchange is not its end, because another turn follows. */
  readonly isFollowed: boolean;
  /** The last event up to which a task belongs to it; `null` if it is another turn's. */
  getTaskEnd(task: number): number | null;
}

/** `null` if the whole exchange is of the turn that it began. */
export function getExchangePart(turn: Turn, n: number): ExchangePart | null {
  const next = turn.next && turn.next.firstEvent <= n ? turn.next : null;
  if (!next && isFirstOfRun(turn)) return null;
  return {
    from: turn.firstEvent,
    until: next ? next.firstEvent - 1 : n,
    isFollowed: next !== null,
    getTaskEnd(task) {
      if (!turn.hasTaskAt(task, n)) return null;
      const follower = turn.followers.find(
        (one) => one.turn.exchange === turn.exchange && one.turn.hasTaskAt(task, n),
      );
      return follower ? follower.firstEvent - 1 : n;
    },
  };
}

/** All that came before in its exchange is history. */
function isFirstOfRun({ part, history }: Turn): boolean {
  return part === 0 || (history !== null && isFirstOfRun(history));
}

/** The last of these events of an exchange, or of one of its turns. */
export function findLastInPart(
  events: EventIndex,
  n: number,
  part: ExchangePart | null,
): number | null {
  const last = events.lastAt(part ? Math.min(n, part.until) : n);
  return last !== null && part && last < part.from ? null : last;
}
